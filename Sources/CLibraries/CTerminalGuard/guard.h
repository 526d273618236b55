#pragma once
#include <stddef.h>

/// Restores the terminal and lets the signal end the program when the handler returns.
void drumdub_guard_die(int number);

/// Writes bytes to a terminal without waiting for one that does not read. Async-signal-safe.
void drumdub_guard_write(int descriptor, const char *bytes, size_t length);

/// Ends the diversion of standard error and writes what is in the memory there. Async-signal-safe.
void drumdub_errors_replay(void);
