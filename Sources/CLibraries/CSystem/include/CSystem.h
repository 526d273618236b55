#pragma once
// What Swift cannot import from the system's own headers.
#include <getopt.h>
#include <pthread.h>
#include <spawn.h>
#include <stdint.h>

/// Makes this thread's floating-point unit take denormals for zero (FTZ and DAZ).
void drumdub_flush_denormals(void);

/// An eventfd, non-blocking and closed on exec; -1 and errno on failure.
int drumdub_eventfd(void);

/// Lets this thread's timers fire as exactly as the kernel can (PR_SET_TIMERSLACK of 1 ns).
void drumdub_exact_timers(void);

/// Names the calling thread, as `top -H` shows it; at most 15 bytes.
void drumdub_name_thread(const char *name);

/// Lets all threads share two heaps, instead of eight for each processor that fill with holes (mallopt(3)). To be
/// called before there are threads.
void drumdub_few_heaps(void);

/// Gives the heap's free memory back to the system (malloc_trim(3)).
void drumdub_trim_heap(void);

/// Gives the calling thread a stack of its own for signal handlers, so that they work after its stack has
/// overflowed too. Freed when the thread ends. Does nothing where there is one or no memory for it.
void drumdub_signal_stack(void);

/// Lets the heap keep what is freed, blocks of up to four megabytes included: for a process that asks for the same
/// again and again.
void drumdub_keep_heap(void);

/// Lets this process have no more than so many bytes of address space, and leave no core behind. Does nothing under
/// a sanitizer, which reserves terabytes.
void drumdub_limit_memory(uint64_t bytes);

/// A pipe, closed on exec: the end to read, the end to write; -1 and errno on failure.
int drumdub_pipe(int ends[2]);

/// Has the program that is spawned begin without any descriptor from this one on.
int drumdub_spawn_close_from(posix_spawn_file_actions_t *actions, int first);

/// Waits for a thread's end until a time of CLOCK_MONOTONIC, in nanoseconds (pthread_clockjoin_np(3)); 0, or ETIMEDOUT
/// where it has not ended by then.
int drumdub_join_until(pthread_t thread, int64_t nanoseconds);

/// Has the kernel kill this process when the thread that started it ends (PR_SET_PDEATHSIG).
void drumdub_die_with_parent(void);
