#pragma once
// RealtimeKit over the system bus, by sd-bus, which is loaded for it alone.
#include <stdint.h>

/// Loads the library; the other functions may be called once this has returned NULL. Any thread.
/// Returns what the loader says where the library is missing.
const char *drumdub_rtkit_load(void);

/// Asks what may be had: a priority, and for how many microseconds a thread may run on. Waits for the bus.
/// Returns a negative errno where there is no such service.
int drumdub_rtkit_offer(int32_t *priority, int64_t *longest_run);

/// The calling thread, as the service knows it.
uint64_t drumdub_rtkit_thread(void);

/// The hard limit of RLIMIT_RTTIME, in microseconds, UINT64_MAX for none; and setting it together with the soft one.
int drumdub_rtkit_limit(uint64_t *microseconds);
int drumdub_rtkit_set_limit(uint64_t microseconds);

/// Asks for real-time priority for a thread of this process. Waits for the bus; a negative errno where it is refused.
int drumdub_rtkit_grant(uint64_t thread, uint32_t priority);
