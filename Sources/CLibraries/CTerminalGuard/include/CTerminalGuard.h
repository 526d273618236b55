#pragma once
// Signal handlers, which must be in C: they may run at any instant, on any thread.
#include <stddef.h>
#include <termios.h>

/// The most bytes that the guard can hold.
#define DRUMDUB_GUARD_CAPACITY 1024

/// Installs handlers for the signals that end a program: they restore the terminal if the guard is armed, then let
/// the signal do its work, so that the exit status is the signal's. Signals that are ignored stay ignored. Also
/// restores at `exit`.
void drumdub_guard_install(void);

/// From now on, an end by a signal writes these bytes to the terminal and gives it these modes.
void drumdub_guard_arm(int descriptor, const struct termios *modes, const char *bytes, size_t length);

/// From now on, nothing is restored.
void drumdub_guard_disarm(void);

/// Installs handlers for WINCH INT TERM HUP TSTP CONT that write the signal's number, a byte, into a pipe. A second
/// INT, TERM or HUP, when the first has not been taken for 100 ms, restores the terminal and ends the program.
///
/// Returns the pipe's reading end, non-blocking; -1 and errno on failure.
int drumdub_signals_install(void);

/// Takes the next signal out of the pipe; 0 when there is none.
int drumdub_signals_next(int descriptor);

/// Splits the program in two, of one process group: what returns is a new process that does the work. The old one stays
/// as what the shell knows: it stops when it is asked to, sends on the signals that it gets, and ends as the other ends.
/// To be called before there is any thread.
///
/// Returns 0; -1 and errno where there is no second process.
int drumdub_front_split(void);

/// Has the process in front stop, for the shell. When that goes on, and the terminal is this group's, the signal CONT
/// comes.
void drumdub_front_stop(void);

/// Whether the terminal is this process group's. Also where there is no terminal.
int drumdub_is_in_foreground(int terminal);

/// Whether there is a shell that could let the program go on after a stop.
int drumdub_has_shell(void);
