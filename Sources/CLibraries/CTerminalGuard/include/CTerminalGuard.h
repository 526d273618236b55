#pragma once
// Signal handlers. They are in C since they must be async-signal-safe.
#include <stddef.h>
#include <termios.h>

/// The largest number of bytes that the guard can write.
#define DRUMDUB_GUARD_CAPACITY 1024

/// Installs handlers for the signals that end a program. If the guard is armed, they restore the terminal; then the
/// signal ends the program, so that the exit status is the signal's. Ignored signals stay ignored. The guard also
/// restores the terminal at `exit`.
void drumdub_guard_install(void);

/// Arms the guard: when a signal ends the program, it writes these bytes to the terminal and sets these modes.
void drumdub_guard_arm(int descriptor, const struct termios *modes, const char *bytes, size_t length);

/// Disarms the guard.
void drumdub_guard_disarm(void);

/// Restores the terminal, once, if the guard is armed. Async-signal-safe.
void drumdub_guard_restore(void);

/// Diverts standard error into a pipe if it is this terminal, so that what libraries write there does not destroy the
/// screen. What does not fit into the pipe is lost. If the guard restores the terminal, it ends the diversion and writes
/// there what is in the pipe, such as the reason for a trap.
void drumdub_errors_divert(int terminal);

/// Ends the diversion.
void drumdub_errors_restore(void);

/// The descriptor that becomes readable when something is diverted; -1 before the first diversion.
int drumdub_errors_descriptor(void);

/// Moves bytes from the pipe to a buffer. Returns their number.
size_t drumdub_errors_take(char *bytes, size_t capacity);

/// Installs handlers for WINCH INT TERM HUP TSTP CONT that write the number of the signal, a byte, into a pipe. If an
/// INT, TERM or HUP has been unread for two seconds, a further one restores the terminal and ends the program.
///
/// Returns the read end of the pipe, non-blocking; -1 and errno on failure.
int drumdub_signals_install(void);

/// Reads the next signal from the pipe; 0 if there is none.
int drumdub_signals_next(int descriptor);

/// Forks the program into two processes of one process group. The call returns in the new process, the worker. The old
/// one, the front process, is the shell's child: it stops on request, forwards signals to the worker and ends with the
/// worker's status. Must be called before threads are started.
///
/// Returns 0; -1 and errno if the fork failed.
int drumdub_front_split(void);

/// Asks the front process to stop, so that the shell takes over. When the shell continues it in the foreground, this
/// process gets CONT.
void drumdub_front_stop(void);

/// Ends the front process with 0, so that the shell goes on. This process gets a session of its own, without a terminal.
void drumdub_front_leave(void);

/// Forks the program into two processes. The call returns in the new process, which has a session of its own, and
/// `/dev/null` as standard input and output. The old process waits until a byte is written to the returned descriptor;
/// it then prints `before`, the number of the new process and `after` to standard output and exits with 0. If the new
/// process ends before, the old one ends with its status. Must be called before threads are started.
///
/// Returns the descriptor; -1 and errno on failure.
int drumdub_background_split(const char *before, const char *after);

/// Reports to the old process of `drumdub_background_split` that the program runs, and closes the descriptors that the
/// program was started with, apart from the standard ones: whoever has opened them may wait for their end. Until then
/// they can be used, for instance as /dev/fd/63 by a shell.
void drumdub_background_done(int report);

/// Whether this process group is in the foreground; also true without a terminal.
int drumdub_is_in_foreground(int terminal);

/// Whether a shell started the program, which could continue it after a stop.
int drumdub_has_shell(void);
