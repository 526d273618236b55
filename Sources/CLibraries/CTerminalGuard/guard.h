#pragma once
/// Restores the terminal and lets the signal end the program when the handler returns.
void drumdub_guard_die(int number);
