#include "CPulse.h"

#include <CLoader.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/epoll.h>

const char *const drumdub_pulse_package = "libpulse0";

#define FUNCTIONS(X)                   \
  X(proplist_new)                      \
  X(proplist_free)                     \
  X(proplist_sets)                     \
  X(proplist_gets)                     \
  X(context_new_with_proplist)         \
  X(context_unref)                     \
  X(context_connect)                   \
  X(context_disconnect)                \
  X(context_get_state)                 \
  X(context_errno)                     \
  X(context_subscribe)                 \
  X(context_set_subscribe_callback)    \
  X(context_get_server_info)           \
  X(context_get_sink_info_by_name)     \
  X(context_get_sink_info_list)        \
  X(context_get_source_info_list)      \
  X(context_get_source_info_by_name)   \
  X(context_get_sink_input_info_list)  \
  X(operation_get_state)               \
  X(operation_cancel)                  \
  X(operation_unref)                   \
  X(stream_new_with_proplist)          \
  X(stream_unref)                      \
  X(stream_connect_playback)           \
  X(stream_connect_record)             \
  X(stream_disconnect)                 \
  X(stream_get_state)                  \
  X(stream_writable_size)              \
  X(stream_begin_write)                \
  X(stream_write)                      \
  X(stream_peek)                       \
  X(stream_drop)                       \
  X(stream_get_latency)                \
  X(stream_get_timing_info)            \
  X(stream_get_buffer_attr)            \
  X(stream_get_device_index)           \
  X(stream_get_device_name)            \
  X(stream_is_suspended)               \
  X(stream_set_buffer_attr)            \
  X(stream_cork)                       \
  X(stream_flush)                      \
  X(stream_update_timing_info)         \
  X(stream_set_underflow_callback)     \
  X(stream_set_moved_callback)         \
  X(stream_set_suspended_callback)     \
  X(stream_set_buffer_attr_callback)   \
  X(stream_set_event_callback)         \
  X(strerror)

#define DECLARE(name) static __typeof__(&pa_##name) p_##name;
FUNCTIONS(DECLARE)

#define FIND(name) {(void **)&p_##name, "pa_" #name},
static const drumdub_symbol symbols[] = {FUNCTIONS(FIND)};

static const char *reason;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  reason = drumdub_load_library("libpulse.so.0", symbols, sizeof symbols / sizeof *symbols);
}

const char *drumdub_pulse_load(void) {
  pthread_once(&once, load);
  return reason;
}

int drumdub_watch_group(void) { return epoll_create1(EPOLL_CLOEXEC); }

void drumdub_watch_add(int group, int descriptor, bool input) {
  struct epoll_event event = {.events = input ? EPOLLIN : EPOLLRDHUP};
  event.data.fd = descriptor;
  epoll_ctl(group, EPOLL_CTL_ADD, descriptor, &event);
}


#define FORWARD(type, name, parameters, arguments) \
  type drumdub_pa_##name parameters { return p_##name arguments; }
#define FORWARD_VOID(name, parameters, arguments) \
  void drumdub_pa_##name parameters { p_##name arguments; }

FORWARD(pa_proplist *, proplist_new, (void), ())
FORWARD_VOID(proplist_free, (pa_proplist *list), (list))
FORWARD(int, proplist_sets, (pa_proplist *list, const char *key, const char *value), (list, key, value))
FORWARD(const char *, proplist_gets, (const pa_proplist *list, const char *key), (list, key))
FORWARD(
    pa_context *, context_new_with_proplist,
    (pa_mainloop_api *api, const char *name, const pa_proplist *list),
    (api, name, list))
FORWARD_VOID(context_unref, (pa_context *context), (context))
FORWARD(
    int, context_connect,
    (pa_context *context, const char *server, pa_context_flags_t flags, const pa_spawn_api *api),
    (context, server, flags, api))
FORWARD_VOID(context_disconnect, (pa_context *context), (context))
FORWARD(pa_context_state_t, context_get_state, (const pa_context *context), (context))
FORWARD(int, context_errno, (const pa_context *context), (context))
FORWARD(
    pa_operation *, context_subscribe,
    (pa_context *context, pa_subscription_mask_t mask, pa_context_success_cb_t callback, void *data),
    (context, mask, callback, data))
FORWARD_VOID(
    context_set_subscribe_callback,
    (pa_context *context, pa_context_subscribe_cb_t callback, void *data),
    (context, callback, data))
FORWARD(
    pa_operation *, context_get_server_info,
    (pa_context *context, pa_server_info_cb_t callback, void *data),
    (context, callback, data))
FORWARD(
    pa_operation *, context_get_sink_info_by_name,
    (pa_context *context, const char *name, pa_sink_info_cb_t callback, void *data),
    (context, name, callback, data))
FORWARD(
    pa_operation *, context_get_sink_info_list,
    (pa_context *context, pa_sink_info_cb_t callback, void *data),
    (context, callback, data))
FORWARD(
    pa_operation *, context_get_source_info_list,
    (pa_context *context, pa_source_info_cb_t callback, void *data),
    (context, callback, data))
FORWARD(
    pa_operation *, context_get_source_info_by_name,
    (pa_context *context, const char *name, pa_source_info_cb_t callback, void *data),
    (context, name, callback, data))
FORWARD(
    pa_operation *, context_get_sink_input_info_list,
    (pa_context *context, pa_sink_input_info_cb_t callback, void *data),
    (context, callback, data))
FORWARD(pa_operation_state_t, operation_get_state, (const pa_operation *operation), (operation))
FORWARD_VOID(operation_cancel, (pa_operation *operation), (operation))
FORWARD_VOID(operation_unref, (pa_operation *operation), (operation))
FORWARD(
    pa_stream *, stream_new_with_proplist,
    (pa_context *context, const char *name, const pa_sample_spec *spec, const pa_channel_map *map, pa_proplist *list),
    (context, name, spec, map, list))
FORWARD_VOID(stream_unref, (pa_stream *stream), (stream))
FORWARD(
    int, stream_connect_playback,
    (pa_stream * stream, const char *sink, const pa_buffer_attr *buffer, pa_stream_flags_t flags,
     const pa_cvolume *volume, pa_stream *synchronised),
    (stream, sink, buffer, flags, volume, synchronised))
FORWARD(
    int, stream_connect_record,
    (pa_stream * stream, const char *source, const pa_buffer_attr *buffer, pa_stream_flags_t flags),
    (stream, source, buffer, flags))
FORWARD(int, stream_peek, (pa_stream *stream, const void **data, size_t *bytes), (stream, data, bytes))
FORWARD(int, stream_drop, (pa_stream *stream), (stream))
FORWARD(int, stream_disconnect, (pa_stream *stream), (stream))
FORWARD(pa_stream_state_t, stream_get_state, (const pa_stream *stream), (stream))
FORWARD(size_t, stream_writable_size, (const pa_stream *stream), (stream))
FORWARD(int, stream_begin_write, (pa_stream *stream, void **data, size_t *bytes), (stream, data, bytes))
FORWARD(
    int, stream_write,
    (pa_stream *stream, const void *data, size_t bytes, pa_free_cb_t free, int64_t offset, pa_seek_mode_t seek),
    (stream, data, bytes, free, offset, seek))
FORWARD(
    int, stream_get_latency,
    (pa_stream *stream, pa_usec_t *latency, int *is_negative),
    (stream, latency, is_negative))
FORWARD(const pa_timing_info *, stream_get_timing_info, (pa_stream *stream), (stream))
FORWARD(const pa_buffer_attr *, stream_get_buffer_attr, (pa_stream *stream), (stream))
FORWARD(uint32_t, stream_get_device_index, (const pa_stream *stream), (stream))
FORWARD(const char *, stream_get_device_name, (const pa_stream *stream), (stream))
FORWARD(int, stream_is_suspended, (const pa_stream *stream), (stream))
FORWARD(
    pa_operation *, stream_set_buffer_attr,
    (pa_stream *stream, const pa_buffer_attr *buffer, pa_stream_success_cb_t callback, void *data),
    (stream, buffer, callback, data))
FORWARD(
    pa_operation *, stream_cork,
    (pa_stream *stream, int is_corked, pa_stream_success_cb_t callback, void *data),
    (stream, is_corked, callback, data))
FORWARD(
    pa_operation *, stream_flush,
    (pa_stream *stream, pa_stream_success_cb_t callback, void *data),
    (stream, callback, data))
FORWARD(
    pa_operation *, stream_update_timing_info,
    (pa_stream *stream, pa_stream_success_cb_t callback, void *data),
    (stream, callback, data))
FORWARD_VOID(
    stream_set_underflow_callback,
    (pa_stream *stream, pa_stream_notify_cb_t callback, void *data),
    (stream, callback, data))
FORWARD_VOID(
    stream_set_moved_callback,
    (pa_stream *stream, pa_stream_notify_cb_t callback, void *data),
    (stream, callback, data))
FORWARD_VOID(
    stream_set_suspended_callback,
    (pa_stream *stream, pa_stream_notify_cb_t callback, void *data),
    (stream, callback, data))
FORWARD_VOID(
    stream_set_buffer_attr_callback,
    (pa_stream *stream, pa_stream_notify_cb_t callback, void *data),
    (stream, callback, data))
FORWARD_VOID(
    stream_set_event_callback,
    (pa_stream *stream, pa_stream_event_cb_t callback, void *data),
    (stream, callback, data))
FORWARD(const char *, strerror, (int error), (error))
