#pragma once
// PulseAudio's client library, which PipeWire's servers answer too. It is loaded when a sound server is looked for.
#include <CLoader.h>
#include <pulse/pulseaudio.h>
#include <stdbool.h>

/// Loads the library. The other functions may be called after this has returned NULL. Any thread.
/// Returns NULL, or the loader's message if the library is missing or too old.
const char *drumdub_pulse_load(void);

/// The Debian package that contains the library.
extern const char *const drumdub_pulse_package;

/// Creates a descriptor that is readable when one of its members is (epoll(7)); closed on exec.
int drumdub_watch_group(void);
/// Adds a descriptor to the members: for input, or only for the end of its connection.
void drumdub_watch_add(int group, int descriptor, bool input);

// The functions of the library, under its names with the prefix drumdub_. See its documentation.
#define DRUMDUB_PULSE_FUNCTIONS(X)                                                                                   \
  X(pa_proplist *, pa_proplist_new, (void), ())                                                                      \
  X(void, pa_proplist_free, (pa_proplist *list), (list))                                                             \
  X(int, pa_proplist_sets, (pa_proplist *list, const char *key, const char *value), (list, key, value))              \
  X(const char *, pa_proplist_gets, (const pa_proplist *list, const char *key), (list, key))                         \
  X(pa_context *, pa_context_new_with_proplist, (pa_mainloop_api *api, const char *name, const pa_proplist *list),   \
    (api, name, list))                                                                                               \
  X(void, pa_context_unref, (pa_context *context), (context))                                                        \
  X(int, pa_context_connect,                                                                                         \
    (pa_context *context, const char *server, pa_context_flags_t flags, const pa_spawn_api *api),                    \
    (context, server, flags, api))                                                                                   \
  X(void, pa_context_disconnect, (pa_context *context), (context))                                                   \
  X(pa_context_state_t, pa_context_get_state, (const pa_context *context), (context))                                \
  X(int, pa_context_errno, (const pa_context *context), (context))                                                   \
  X(pa_operation *, pa_context_subscribe,                                                                            \
    (pa_context *context, pa_subscription_mask_t mask, pa_context_success_cb_t callback, void *data),                \
    (context, mask, callback, data))                                                                                 \
  X(void, pa_context_set_subscribe_callback, (pa_context *context, pa_context_subscribe_cb_t callback, void *data),  \
    (context, callback, data))                                                                                       \
  X(pa_operation *, pa_context_get_server_info, (pa_context *context, pa_server_info_cb_t callback, void *data),     \
    (context, callback, data))                                                                                       \
  X(pa_operation *, pa_context_get_sink_info_by_name,                                                                \
    (pa_context *context, const char *name, pa_sink_info_cb_t callback, void *data),                                 \
    (context, name, callback, data))                                                                                 \
  X(pa_operation *, pa_context_get_sink_info_list, (pa_context *context, pa_sink_info_cb_t callback, void *data),    \
    (context, callback, data))                                                                                       \
  X(pa_operation *, pa_context_get_source_info_list,                                                                 \
    (pa_context *context, pa_source_info_cb_t callback, void *data), (context, callback, data))                      \
  X(pa_operation *, pa_context_get_source_info_by_name,                                                              \
    (pa_context *context, const char *name, pa_source_info_cb_t callback, void *data),                               \
    (context, name, callback, data))                                                                                 \
  X(pa_operation *, pa_context_get_sink_input_info_list,                                                             \
    (pa_context *context, pa_sink_input_info_cb_t callback, void *data), (context, callback, data))                  \
  X(pa_operation_state_t, pa_operation_get_state, (const pa_operation *operation), (operation))                      \
  X(void, pa_operation_cancel, (pa_operation *operation), (operation))                                               \
  X(void, pa_operation_unref, (pa_operation *operation), (operation))                                                \
  X(pa_stream *, pa_stream_new_with_proplist,                                                                        \
    (pa_context *context, const char *name, const pa_sample_spec *spec, const pa_channel_map *map,                   \
     pa_proplist *list), (context, name, spec, map, list))                                                           \
  X(void, pa_stream_unref, (pa_stream *stream), (stream))                                                            \
  X(int, pa_stream_connect_playback,                                                                                 \
    (pa_stream *stream, const char *sink, const pa_buffer_attr *buffer, pa_stream_flags_t flags,                     \
     const pa_cvolume *volume, pa_stream *synchronised), (stream, sink, buffer, flags, volume, synchronised))        \
  X(int, pa_stream_connect_record,                                                                                   \
    (pa_stream *stream, const char *source, const pa_buffer_attr *buffer, pa_stream_flags_t flags),                  \
    (stream, source, buffer, flags))                                                                                 \
  X(int, pa_stream_peek, (pa_stream *stream, const void **data, size_t *bytes), (stream, data, bytes))               \
  X(int, pa_stream_drop, (pa_stream *stream), (stream))                                                              \
  X(int, pa_stream_disconnect, (pa_stream *stream), (stream))                                                        \
  X(pa_stream_state_t, pa_stream_get_state, (const pa_stream *stream), (stream))                                     \
  X(size_t, pa_stream_writable_size, (const pa_stream *stream), (stream))                                            \
  X(int, pa_stream_begin_write, (pa_stream *stream, void **data, size_t *bytes), (stream, data, bytes))              \
  X(int, pa_stream_write,                                                                                            \
    (pa_stream *stream, const void *data, size_t bytes, pa_free_cb_t free, int64_t offset, pa_seek_mode_t seek),     \
    (stream, data, bytes, free, offset, seek))                                                                       \
  X(int, pa_stream_get_latency, (pa_stream *stream, pa_usec_t *latency, int *is_negative),                           \
    (stream, latency, is_negative))                                                                                  \
  X(const pa_timing_info *, pa_stream_get_timing_info, (pa_stream *stream), (stream))                                \
  X(const pa_buffer_attr *, pa_stream_get_buffer_attr, (pa_stream *stream), (stream))                                \
  X(const char *, pa_stream_get_device_name, (const pa_stream *stream), (stream))                                    \
  X(pa_operation *, pa_stream_set_buffer_attr,                                                                       \
    (pa_stream *stream, const pa_buffer_attr *buffer, pa_stream_success_cb_t callback, void *data),                  \
    (stream, buffer, callback, data))                                                                                \
  X(pa_operation *, pa_stream_cork, (pa_stream *stream, int is_corked, pa_stream_success_cb_t callback, void *data), \
    (stream, is_corked, callback, data))                                                                             \
  X(pa_operation *, pa_stream_flush, (pa_stream *stream, pa_stream_success_cb_t callback, void *data),               \
    (stream, callback, data))                                                                                        \
  X(pa_operation *, pa_stream_update_timing_info, (pa_stream *stream, pa_stream_success_cb_t callback, void *data),  \
    (stream, callback, data))                                                                                        \
  X(void, pa_stream_set_underflow_callback, (pa_stream *stream, pa_stream_notify_cb_t callback, void *data),         \
    (stream, callback, data))                                                                                        \
  X(void, pa_stream_set_moved_callback, (pa_stream *stream, pa_stream_notify_cb_t callback, void *data),             \
    (stream, callback, data))                                                                                        \
  X(void, pa_stream_set_event_callback, (pa_stream *stream, pa_stream_event_cb_t callback, void *data),              \
    (stream, callback, data))                                                                                        \
  X(const char *, pa_strerror, (int error), (error))

DRUMDUB_PULSE_FUNCTIONS(DRUMDUB_DECLARE)
