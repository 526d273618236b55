import Glibc

// Where the shell has closed one of them, the next file to be opened would be taken for it.
while open("/dev/null", O_RDWR) <= 2 {}

// A pipe whose reader has gone, be it standard output or `--output fifo:`, is an error to be handled, no end.
signal(SIGPIPE, SIG_IGN)
exit(Program.run(ArgumentList.given))
