import Configuration
import Glibc

// If the shell has closed a standard descriptor, the next file to be opened would replace it.
while case 0...2 = open("/dev/null", O_RDWR) {}

// A pipe without a reader, standard output or `--output fifo:`, is an error to handle, not the end of the program.
signal(SIGPIPE, SIG_IGN)
// A file that reaches the limit of its size (`ulimit -f`) is a write that fails.
signal(SIGXFSZ, SIG_IGN)
exit(Program.run(ArgumentList.given))
