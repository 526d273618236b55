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
#define DRUMDUB_PULSE_FUNCTIONS(X)                                                                                 \
  X(void, pa_proplist_free, (pa_proplist *))                                                                       \
  X(int, pa_proplist_sets, (pa_proplist *, const char *, const char *))                                            \
  X(const char *, pa_proplist_gets, (const pa_proplist *, const char *))                                           \
  X(pa_context *, pa_context_new_with_proplist, (pa_mainloop_api *, const char *, const pa_proplist *))            \
  X(void, pa_context_unref, (pa_context *))                                                                        \
  X(int, pa_context_connect, (pa_context *, const char *, pa_context_flags_t, const pa_spawn_api *))               \
  X(void, pa_context_disconnect, (pa_context *))                                                                   \
  X(pa_context_state_t, pa_context_get_state, (const pa_context *))                                                \
  X(int, pa_context_errno, (const pa_context *))                                                                   \
  X(pa_operation *, pa_context_subscribe, (pa_context *, pa_subscription_mask_t, pa_context_success_cb_t, void *)) \
  X(void, pa_context_set_subscribe_callback, (pa_context *, pa_context_subscribe_cb_t, void *))                    \
  X(pa_operation *, pa_context_get_server_info, (pa_context *, pa_server_info_cb_t, void *))                       \
  X(pa_operation *, pa_context_get_sink_info_by_name, (pa_context *, const char *, pa_sink_info_cb_t, void *))     \
  X(pa_operation *, pa_context_get_sink_info_list, (pa_context *, pa_sink_info_cb_t, void *))                      \
  X(pa_operation *, pa_context_get_source_info_list, (pa_context *, pa_source_info_cb_t, void *))                  \
  X(pa_operation *, pa_context_get_source_info_by_name, (pa_context *, const char *, pa_source_info_cb_t, void *)) \
  X(pa_operation *, pa_context_get_sink_input_info_list, (pa_context *, pa_sink_input_info_cb_t, void *))          \
  X(pa_operation_state_t, pa_operation_get_state, (const pa_operation *))                                          \
  X(void, pa_operation_cancel, (pa_operation *))                                                                   \
  X(void, pa_operation_unref, (pa_operation *))                                                                    \
  X(pa_stream *, pa_stream_new_with_proplist,                                                                      \
    (pa_context *, const char *, const pa_sample_spec *, const pa_channel_map *, pa_proplist *))                   \
  X(void, pa_stream_unref, (pa_stream *))                                                                          \
  X(int, pa_stream_connect_playback,                                                                               \
    (pa_stream *, const char *, const pa_buffer_attr *, pa_stream_flags_t, const pa_cvolume *, pa_stream *))       \
  X(int, pa_stream_connect_record, (pa_stream *, const char *, const pa_buffer_attr *, pa_stream_flags_t))         \
  X(int, pa_stream_peek, (pa_stream *, const void **, size_t *))                                                   \
  X(int, pa_stream_drop, (pa_stream *))                                                                            \
  X(int, pa_stream_disconnect, (pa_stream *))                                                                      \
  X(pa_stream_state_t, pa_stream_get_state, (const pa_stream *))                                                   \
  X(size_t, pa_stream_writable_size, (const pa_stream *))                                                          \
  X(int, pa_stream_begin_write, (pa_stream *, void **, size_t *))                                                  \
  X(int, pa_stream_write, (pa_stream *, const void *, size_t, pa_free_cb_t, int64_t, pa_seek_mode_t))              \
  X(int, pa_stream_get_latency, (pa_stream *, pa_usec_t *, int *))                                                 \
  X(const pa_timing_info *, pa_stream_get_timing_info, (pa_stream *))                                              \
  X(const pa_buffer_attr *, pa_stream_get_buffer_attr, (pa_stream *))                                              \
  X(const char *, pa_stream_get_device_name, (const pa_stream *))                                                  \
  X(pa_operation *, pa_stream_set_buffer_attr,                                                                     \
    (pa_stream *, const pa_buffer_attr *, pa_stream_success_cb_t, void *))                                         \
  X(pa_operation *, pa_stream_cork, (pa_stream *, int, pa_stream_success_cb_t, void *))                            \
  X(pa_operation *, pa_stream_flush, (pa_stream *, pa_stream_success_cb_t, void *))                                \
  X(pa_operation *, pa_stream_update_timing_info, (pa_stream *, pa_stream_success_cb_t, void *))                   \
  X(void, pa_stream_set_underflow_callback, (pa_stream *, pa_stream_notify_cb_t, void *))                          \
  X(void, pa_stream_set_moved_callback, (pa_stream *, pa_stream_notify_cb_t, void *))                              \
  X(void, pa_stream_set_event_callback, (pa_stream *, pa_stream_event_cb_t, void *))                               \
  X(const char *, pa_strerror, (int))

pa_proplist *drumdub_pa_proplist_new(void);
DRUMDUB_PULSE_FUNCTIONS(DRUMDUB_DECLARE)
