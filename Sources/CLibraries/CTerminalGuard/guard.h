#pragma once
/// Restores the terminal, once, if the guard is armed. Async-signal-safe.
void drumdub_guard_restore(void);

/// Restores the terminal and lets the signal end the program when the handler returns.
void drumdub_guard_die(int number);
