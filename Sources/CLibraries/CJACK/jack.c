#include "CJACK.h"

#include <CLoader.h>
#include <pthread.h>
#include <stddef.h>

const char *const drumdub_jack_package = "libjack-jackd2-0";

#define FUNCTIONS(X)          \
  X(client_open)              \
  X(client_close)             \
  X(activate)                 \
  X(deactivate)               \
  X(get_sample_rate)          \
  X(get_buffer_size)          \
  X(port_register)            \
  X(port_unregister)          \
  X(port_connected)           \
  X(port_by_name)             \
  X(port_name)                \
  X(port_get_buffer)          \
  X(port_get_latency_range)   \
  X(port_set_latency_range)   \
  X(set_latency_callback)     \
  X(recompute_total_latencies) \
  X(transport_query)          \
  X(transport_start)          \
  X(transport_stop)           \
  X(transport_locate)         \
  X(get_ports)                \
  X(free)                     \
  X(connect)                  \
  X(set_process_callback)     \
  X(set_buffer_size_callback) \
  X(set_sample_rate_callback) \
  X(set_xrun_callback)        \
  X(set_thread_init_callback) \
  X(on_info_shutdown)         \
  X(midi_get_event_count)     \
  X(midi_event_get)           \
  X(midi_clear_buffer)        \
  X(midi_event_write)         \
  X(frames_since_cycle_start)

// jack_client_open has variable arguments, which some options need.
typedef drumdub_jack_client *(*open_function)(const char *name, int options, int *status, ...);
#define DECLARE(name) static __typeof__(&drumdub_jack_##name) p_##name;
FUNCTIONS(DECLARE)
static void (*p_set_error_function)(void (*)(const char *));
static void (*p_set_info_function)(void (*)(const char *));

#define FIND(name) {(void **)&p_##name, "jack_" #name},
static const drumdub_symbol symbols[] = {FUNCTIONS(FIND) FIND(set_error_function) FIND(set_info_function)};

static const char *reason;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// Discards messages, which the library would write to standard error, the terminal.
static void ignore(const char *text) { (void)text; }

static void load(void) {
  reason = drumdub_load_library("libjack.so.0", symbols, sizeof symbols / sizeof *symbols);
  if (reason) return;
  p_set_error_function(ignore);
  p_set_info_function(ignore);
}

const char *drumdub_jack_load(void) {
  pthread_once(&once, load);
  return reason;
}

drumdub_jack_client *drumdub_jack_client_open(const char *name, int options, int *status) {
  return ((open_function)(void *)p_client_open)(name, options, status);
}

#define FORWARD(type, name, parameters, arguments) \
  type drumdub_jack_##name parameters { return p_##name arguments; }

FORWARD(int, client_close, (drumdub_jack_client * client), (client))
FORWARD(int, activate, (drumdub_jack_client * client), (client))
FORWARD(int, deactivate, (drumdub_jack_client * client), (client))
FORWARD(uint32_t, get_sample_rate, (drumdub_jack_client * client), (client))
FORWARD(uint32_t, get_buffer_size, (drumdub_jack_client * client), (client))
FORWARD(
    drumdub_jack_port *, port_register,
    (drumdub_jack_client * client, const char *name, const char *type, unsigned long flags, unsigned long size),
    (client, name, type, flags, size))
FORWARD(
    int, port_unregister, (drumdub_jack_client * client, drumdub_jack_port *port), (client, port))
FORWARD(int, port_connected, (const drumdub_jack_port *port), (port))
FORWARD(drumdub_jack_port *, port_by_name, (drumdub_jack_client * client, const char *name), (client, name))
FORWARD(const char *, port_name, (const drumdub_jack_port *port), (port))
FORWARD(void *, port_get_buffer, (drumdub_jack_port * port, uint32_t frames), (port, frames))
FORWARD(
    const char **, get_ports, (drumdub_jack_client * client, const char *name, const char *type, unsigned long flags),
    (client, name, type, flags))
FORWARD(int, connect, (drumdub_jack_client * client, const char *from, const char *to), (client, from, to))
FORWARD(
    int, set_process_callback, (drumdub_jack_client * client, drumdub_jack_frames_callback callback, void *context),
    (client, callback, context))
FORWARD(
    int, set_buffer_size_callback,
    (drumdub_jack_client * client, drumdub_jack_frames_callback callback, void *context), (client, callback, context))
FORWARD(
    int, set_sample_rate_callback,
    (drumdub_jack_client * client, drumdub_jack_frames_callback callback, void *context), (client, callback, context))
FORWARD(
    int, set_xrun_callback, (drumdub_jack_client * client, drumdub_jack_callback callback, void *context),
    (client, callback, context))
FORWARD(
    int, set_thread_init_callback,
    (drumdub_jack_client * client, drumdub_jack_thread_callback callback, void *context), (client, callback, context))
FORWARD(uint32_t, midi_get_event_count, (void *buffer), (buffer))
FORWARD(
    int, midi_event_get, (drumdub_jack_midi_event * event, void *buffer, uint32_t index), (event, buffer, index))
FORWARD(
    int, midi_event_write, (void *buffer, uint32_t time, const uint8_t *bytes, size_t size),
    (buffer, time, bytes, size))
FORWARD(
    int, set_latency_callback,
    (drumdub_jack_client * client, drumdub_jack_latency_callback callback, void *context),
    (client, callback, context))
FORWARD(int, recompute_total_latencies, (drumdub_jack_client * client), (client))
FORWARD(uint32_t, frames_since_cycle_start, (const drumdub_jack_client *client), (client))

FORWARD(
    int, transport_query, (const drumdub_jack_client *client, drumdub_jack_position *position), (client, position))
FORWARD(int, transport_locate, (drumdub_jack_client * client, uint32_t frame), (client, frame))

void drumdub_jack_transport_start(drumdub_jack_client *client) { p_transport_start(client); }
void drumdub_jack_transport_stop(drumdub_jack_client *client) { p_transport_stop(client); }

void drumdub_jack_free(void *memory) { p_free(memory); }

void drumdub_jack_port_get_latency_range(drumdub_jack_port *port, int mode, drumdub_jack_latency *range) {
  p_port_get_latency_range(port, mode, range);
}

void drumdub_jack_port_set_latency_range(drumdub_jack_port *port, int mode, drumdub_jack_latency *range) {
  p_port_set_latency_range(port, mode, range);
}

void drumdub_jack_midi_clear_buffer(void *buffer) { p_midi_clear_buffer(buffer); }

void drumdub_jack_on_info_shutdown(
    drumdub_jack_client *client, drumdub_jack_shutdown_callback callback, void *context) {
  p_on_info_shutdown(client, callback, context);
}
