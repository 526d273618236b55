import Configuration
import Glibc

// If the shell has closed a standard descriptor, the next file to be opened would replace it.
while case 0...2 = open("/dev/null", O_RDWR) {}

// A pipe without a reader, standard output or `--output fifo:`, is an error to handle, not the end of the program.
signal(SIGPIPE, SIG_IGN)
exit(Program.run(ArgumentList.given))
