#pragma once
// System functions and macros that Swift cannot import.
#include <getopt.h>
#include <pthread.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/types.h>

/// Returns the number of arguments of this program, its name included.
int drumdub_argument_count(void);

/// Returns an argument of this program, unchanged; 0 is its name. It is valid until the program ends.
const char *drumdub_argument(int index);

/// Makes the calling thread treat denormal floating-point numbers as zero (FTZ and DAZ).
void drumdub_flush_denormals(void);

/// Creates an eventfd, non-blocking and closed on exec. Returns -1 and errno on failure.
int drumdub_eventfd(void);

/// Makes the timers of the calling thread as exact as the kernel can (PR_SET_TIMERSLACK of 1 ns).
void drumdub_exact_timers(void);

/// Sets the name of the calling thread that `top -H` shows; at most 15 bytes.
void drumdub_name_thread(const char *name);

/// Writes the name of the calling thread with a NUL; `main` for the first thread.
void drumdub_thread_name(char name[16]);

/// Limits malloc to two arenas for all threads; the default of eight per processor fragments memory (mallopt(3)). Blocks
/// of 64 KiB and more return to the system when they are freed: malloc would keep such blocks once one was freed.
/// Must be called before threads are started.
void drumdub_few_heaps(void);

/// Returns free heap memory to the system (malloc_trim(3)).
void drumdub_trim_heap(void);

/// Gives the calling thread an alternate stack for signal handlers, so that they also work after a stack overflow. It is
/// freed when the thread ends. Does nothing if the thread has one or memory is short.
void drumdub_signal_stack(void);

/// Makes malloc keep freed blocks of up to four megabytes, for a process that allocates the same sizes repeatedly.
void drumdub_keep_heap(void);

/// Limits the address space of this process and disables core dumps. Does nothing under a sanitizer, which reserves
/// terabytes of addresses.
void drumdub_limit_memory(uint64_t bytes);

/// Replaces an open descriptor by a new file in memory (memfd_create(2)), closed on exec. Returns 0; -1 and errno on failure.
int drumdub_replace_by_memory(int descriptor);

/// Lets the kernel store the pages of an open file that were written so far, without waiting for the disk
/// (sync_file_range(2)).
void drumdub_start_storing(int file);

/// Copies an open file from its position to its end, in the kernel (copy_file_range(2)), which may let both files share
/// their blocks. Returns 0, or the error; both files then stand behind what was copied.
int drumdub_copy_content(int from, int to);

/// Copies the extended attributes of an open file, among them access control lists. Those that the user may not set are
/// left out.
void drumdub_copy_attributes(int from, int to);

/// Accepts a connection of a listening socket; the descriptor does not block and is closed on exec. Returns -1 and errno
/// on failure.
int drumdub_accept(int listener);

/// Closes all descriptors from `first` on in the spawned program.
int drumdub_spawn_close_from(posix_spawn_file_actions_t *actions, int first);

/// Waits for the end of a thread until a time of CLOCK_MONOTONIC in nanoseconds (pthread_clockjoin_np(3)). Returns 0, or
/// ETIMEDOUT after that time.
int drumdub_join_until(pthread_t thread, int64_t nanoseconds);

/// Ends the process like _exit(2). Sanitizers replace that function and would report the memory of hanging threads as
/// leaks; this one makes the system call itself.
_Noreturn void drumdub_exit_at_once(int status);

/// Makes the kernel kill this process when the thread that started it ends (PR_SET_PDEATHSIG).
void drumdub_die_with_parent(void);

/// The most descriptors that one message of a local socket passes.
#define DRUMDUB_MOST_DESCRIPTORS 4

/// Gets user and process at the other end of a connection (SO_PEERCRED). Returns -1 and errno on failure.
int drumdub_local_peer(int descriptor, uid_t *user, pid_t *process);

/// Sends one message, with copies of open descriptors, without waiting. Returns the number of bytes; -1 and errno on
/// failure, EAGAIN if the receiver has too many unread messages.
ssize_t drumdub_local_send(int descriptor, const void *bytes, size_t count, const int *passed, int passed_count);

/// Receives one message without waiting. The passed descriptors are closed on exec and belong to the caller; `passed`
/// has room for DRUMDUB_MOST_DESCRIPTORS. Returns the number of bytes, 0 if the other end is closed; -1 and errno on
/// failure, EMSGSIZE for a message that is too long.
ssize_t drumdub_local_receive(int descriptor, void *bytes, size_t capacity, int *passed, int *passed_count);
