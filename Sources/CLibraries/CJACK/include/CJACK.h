#pragma once
// JACK. It is loaded when the user chooses it. The prototypes are written after JACK's API reference
// (jackaudio.org/api), so that the build does not need JACK; JACK 1, JACK 2 and PipeWire have the same functions.
#include <CLoader.h>
#include <stddef.h>
#include <stdint.h>

typedef struct drumdub_jack_client drumdub_jack_client;
typedef struct drumdub_jack_port drumdub_jack_port;

enum {
  DRUMDUB_JACK_NO_START_SERVER = 0x01,
  DRUMDUB_JACK_PORT_IS_INPUT = 0x1,
  DRUMDUB_JACK_PORT_IS_OUTPUT = 0x2,
  DRUMDUB_JACK_PORT_IS_PHYSICAL = 0x4,
};

#define DRUMDUB_JACK_AUDIO "32 bit float mono audio"
#define DRUMDUB_JACK_MIDI "8 bit raw midi"

typedef struct {
  uint32_t min;
  uint32_t max;
} drumdub_jack_latency;

/// A MIDI message of the cycle, and the frame of the cycle at which it is.
typedef struct {
  uint32_t time;
  size_t size;
  uint8_t *buffer;
} drumdub_jack_midi_event;

/// A position of the transport, of which the frame is always valid.
typedef struct {
  uint64_t unique_1;
  uint64_t usecs;
  uint32_t frame_rate;
  uint32_t frame;
  uint32_t valid;
  int32_t bar, beat, tick;
  double bar_start_tick;
  float beats_per_bar, beat_type;
  double ticks_per_beat, beats_per_minute;
  double frame_time, next_time;
  uint32_t bbt_offset;
  uint32_t rest[8];
  uint64_t unique_2;
} drumdub_jack_position;

/// The states of the transport.
enum { DRUMDUB_JACK_STOPPED = 0, DRUMDUB_JACK_ROLLING = 1, DRUMDUB_JACK_STARTING = 3 };

typedef int (*drumdub_jack_frames_callback)(uint32_t frames, void *context);
typedef int (*drumdub_jack_callback)(void *context);
typedef void (*drumdub_jack_thread_callback)(void *context);
typedef void (*drumdub_jack_latency_callback)(int mode, void *context);
typedef void (*drumdub_jack_shutdown_callback)(int code, const char *reason, void *context);

/// Loads the library. The other functions may be called after this has returned NULL. Any thread.
/// Returns NULL, or the loader's message if the library is missing or too old.
const char *drumdub_jack_load(void);

/// The Debian package that contains the library.
extern const char *const drumdub_jack_package;

drumdub_jack_client *drumdub_jack_client_open(const char *name, int options, int *status);

// The functions of the library, under its names with the prefix drumdub_.
//
// jack_port_connected counts the connections of an own port, without a lock on the server's real-time thread.
// The latency callback sets the latencies of the own ports, on a thread of the library that is not real-time.
// The caller of jack_get_ports frees the array of names with one call of jack_free.
// jack_transport_query takes no lock; in the process callback, the position is that of the cycle. The transport changes
// from the next cycle on. jack_midi_clear_buffer empties the buffer of an output, once in each cycle before anything is
// written; the times of a cycle's messages must not decrease.
#define DRUMDUB_JACK_FUNCTIONS(X)                                                                      \
  X(int, jack_client_close, (drumdub_jack_client *))                                                   \
  X(int, jack_activate, (drumdub_jack_client *))                                                       \
  X(int, jack_deactivate, (drumdub_jack_client *))                                                     \
  X(uint32_t, jack_get_sample_rate, (drumdub_jack_client *))                                           \
  X(uint32_t, jack_get_buffer_size, (drumdub_jack_client *))                                           \
  X(drumdub_jack_port *, jack_port_register,                                                           \
    (drumdub_jack_client *, const char *, const char *, unsigned long, unsigned long))                 \
  X(int, jack_port_unregister, (drumdub_jack_client *, drumdub_jack_port *))                           \
  X(int, jack_port_connected, (const drumdub_jack_port *))                                             \
  X(drumdub_jack_port *, jack_port_by_name, (drumdub_jack_client *, const char *))                     \
  X(const char *, jack_port_name, (const drumdub_jack_port *))                                         \
  X(void *, jack_port_get_buffer, (drumdub_jack_port *, uint32_t))                                     \
  X(void, jack_port_get_latency_range, (drumdub_jack_port *, int, drumdub_jack_latency *))             \
  X(void, jack_port_set_latency_range, (drumdub_jack_port *, int, drumdub_jack_latency *))             \
  X(int, jack_set_latency_callback, (drumdub_jack_client *, drumdub_jack_latency_callback, void *))    \
  X(int, jack_recompute_total_latencies, (drumdub_jack_client *))                                      \
  X(const char **, jack_get_ports, (drumdub_jack_client *, const char *, const char *, unsigned long)) \
  X(void, jack_free, (void *))                                                                         \
  X(int, jack_connect, (drumdub_jack_client *, const char *, const char *))                            \
  X(int, jack_set_process_callback, (drumdub_jack_client *, drumdub_jack_frames_callback, void *))     \
  X(int, jack_set_buffer_size_callback, (drumdub_jack_client *, drumdub_jack_frames_callback, void *)) \
  X(int, jack_set_sample_rate_callback, (drumdub_jack_client *, drumdub_jack_frames_callback, void *)) \
  X(int, jack_set_xrun_callback, (drumdub_jack_client *, drumdub_jack_callback, void *))               \
  X(int, jack_set_thread_init_callback, (drumdub_jack_client *, drumdub_jack_thread_callback, void *)) \
  X(void, jack_on_info_shutdown, (drumdub_jack_client *, drumdub_jack_shutdown_callback, void *))      \
  X(uint32_t, jack_midi_get_event_count, (void *))                                                     \
  X(int, jack_midi_event_get, (drumdub_jack_midi_event *, void *, uint32_t))                           \
  X(int, jack_transport_query, (const drumdub_jack_client *, drumdub_jack_position *))                 \
  X(void, jack_transport_start, (drumdub_jack_client *))                                               \
  X(void, jack_transport_stop, (drumdub_jack_client *))                                                \
  X(int, jack_transport_locate, (drumdub_jack_client *, uint32_t))                                     \
  X(void, jack_midi_clear_buffer, (void *))                                                            \
  X(int, jack_midi_event_write, (void *, uint32_t, const uint8_t *, size_t))                           \
  X(uint32_t, jack_frames_since_cycle_start, (const drumdub_jack_client *))                            \
  X(uint32_t, jack_last_frame_time, (const drumdub_jack_client *))

DRUMDUB_JACK_FUNCTIONS(DRUMDUB_DECLARE)
