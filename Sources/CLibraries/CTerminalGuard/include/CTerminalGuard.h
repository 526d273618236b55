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
