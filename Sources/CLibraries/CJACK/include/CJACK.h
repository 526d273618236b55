#pragma once
// JACK. It is loaded when the user chooses it. The prototypes are written after JACK's API reference
// (jackaudio.org/api), so that the build does not need JACK; JACK 1, JACK 2 and PipeWire have the same functions.
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
int drumdub_jack_client_close(drumdub_jack_client *client);
int drumdub_jack_activate(drumdub_jack_client *client);
int drumdub_jack_deactivate(drumdub_jack_client *client);
uint32_t drumdub_jack_get_sample_rate(drumdub_jack_client *client);
uint32_t drumdub_jack_get_buffer_size(drumdub_jack_client *client);
drumdub_jack_port *drumdub_jack_port_register(
    drumdub_jack_client *client, const char *name, const char *type, unsigned long flags, unsigned long size);
int drumdub_jack_port_unregister(drumdub_jack_client *client, drumdub_jack_port *port);
/// The number of connections of an own port. It takes no lock on the server's real-time thread.
int drumdub_jack_port_connected(const drumdub_jack_port *port);
drumdub_jack_port *drumdub_jack_port_by_name(drumdub_jack_client *client, const char *name);
const char *drumdub_jack_port_name(const drumdub_jack_port *port);
void *drumdub_jack_port_get_buffer(drumdub_jack_port *port, uint32_t frames);
void drumdub_jack_port_get_latency_range(drumdub_jack_port *port, int mode, drumdub_jack_latency *range);
void drumdub_jack_port_set_latency_range(drumdub_jack_port *port, int mode, drumdub_jack_latency *range);
/// The callback sets the latencies of the own ports, on a thread of the library that is not real-time.
int drumdub_jack_set_latency_callback(drumdub_jack_client *client, drumdub_jack_latency_callback, void *context);
int drumdub_jack_recompute_total_latencies(drumdub_jack_client *client);
/// The caller frees the array of names with one call of drumdub_jack_free.
const char **drumdub_jack_get_ports(
    drumdub_jack_client *client, const char *name, const char *type, unsigned long flags);
void drumdub_jack_free(void *memory);
int drumdub_jack_connect(drumdub_jack_client *client, const char *from, const char *to);
int drumdub_jack_set_process_callback(drumdub_jack_client *client, drumdub_jack_frames_callback, void *context);
int drumdub_jack_set_buffer_size_callback(drumdub_jack_client *client, drumdub_jack_frames_callback, void *context);
int drumdub_jack_set_sample_rate_callback(drumdub_jack_client *client, drumdub_jack_frames_callback, void *context);
int drumdub_jack_set_xrun_callback(drumdub_jack_client *client, drumdub_jack_callback, void *context);
int drumdub_jack_set_thread_init_callback(drumdub_jack_client *client, drumdub_jack_thread_callback, void *context);
void drumdub_jack_on_info_shutdown(drumdub_jack_client *client, drumdub_jack_shutdown_callback, void *context);
uint32_t drumdub_jack_midi_get_event_count(void *buffer);
int drumdub_jack_midi_event_get(drumdub_jack_midi_event *event, void *buffer, uint32_t index);
/// Returns the state. It takes no lock; in the process callback, the position is that of the cycle.
int drumdub_jack_transport_query(const drumdub_jack_client *client, drumdub_jack_position *position);
/// The transport changes from the next cycle on.
void drumdub_jack_transport_start(drumdub_jack_client *client);
void drumdub_jack_transport_stop(drumdub_jack_client *client);
int drumdub_jack_transport_locate(drumdub_jack_client *client, uint32_t frame);
/// Empties the buffer of an output, once in each cycle before anything is written.
void drumdub_jack_midi_clear_buffer(void *buffer);
/// The times of a cycle's messages must not decrease.
int drumdub_jack_midi_event_write(void *buffer, uint32_t time, const uint8_t *bytes, size_t size);
uint32_t drumdub_jack_frames_since_cycle_start(const drumdub_jack_client *client);
