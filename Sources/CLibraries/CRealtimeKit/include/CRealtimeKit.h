#pragma once
// RealtimeKit over the system bus, by sd-bus, which is loaded at first use.
#include <stdint.h>

/// Loads the library. The other functions may be called after this has returned NULL. Any thread.
/// Returns NULL, or the loader's message if the library is missing.
const char *drumdub_rtkit_load(void);

/// Asks the service for the highest priority that it grants and for the longest run of a thread in microseconds. Blocks
/// until the bus answers. Returns a negative errno if there is no such service.
int drumdub_rtkit_offer(int32_t *priority, int64_t *longest_run);

/// Returns the id of the calling thread for the service.
uint64_t drumdub_rtkit_thread(void);

/// Requests real-time priority for a thread of this process. Blocks until the bus answers. Returns a negative errno if
/// the service refuses.
int drumdub_rtkit_grant(uint64_t thread, uint32_t priority);
