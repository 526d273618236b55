#pragma once
// What Swift cannot import from the system's own headers.
#include <getopt.h>
#include <stdint.h>

/// Makes this thread's floating-point unit take denormals for zero (FTZ and DAZ).
void drumdub_flush_denormals(void);

/// An eventfd, non-blocking and closed on exec; -1 and errno on failure.
int drumdub_eventfd(void);

/// Lets this thread's timers fire as exactly as the kernel can (PR_SET_TIMERSLACK of 1 ns).
void drumdub_exact_timers(void);

/// Names the calling thread, as `top -H` shows it; at most 15 bytes.
void drumdub_name_thread(const char *name);

/// Gives the calling thread a stack of its own for signal handlers, so that they work after its stack has
/// overflowed too. Freed when the thread ends. Does nothing where there is one or no memory for it.
void drumdub_signal_stack(void);
