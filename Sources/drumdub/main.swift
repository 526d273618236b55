import Glibc

// A pipe whose reader has gone, be it standard output or `--output fifo:`, is an error to be handled, no end.
signal(SIGPIPE, SIG_IGN)
exit(Program.run(ArgumentList.given))
