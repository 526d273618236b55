#include <CLazy.h>

#define FUNCTIONS(X)                                                                                      \
  X(snd_card_next) X(snd_ctl_card_info) X(snd_ctl_card_info_free) X(snd_ctl_card_info_get_id)             \
  X(snd_ctl_card_info_get_name) X(snd_ctl_card_info_malloc) X(snd_ctl_close) X(snd_ctl_elem_id_free)      \
  X(snd_ctl_elem_id_malloc) X(snd_ctl_elem_read) X(snd_ctl_elem_value_free)                               \
  X(snd_ctl_elem_value_get_boolean) X(snd_ctl_elem_value_malloc) X(snd_ctl_elem_value_set_id)             \
  X(snd_ctl_event_elem_get_id) X(snd_ctl_event_elem_get_mask) X(snd_ctl_event_elem_get_name)              \
  X(snd_ctl_event_free) X(snd_ctl_event_get_type) X(snd_ctl_event_malloc) X(snd_ctl_open)                 \
  X(snd_ctl_pcm_info) X(snd_ctl_pcm_next_device) X(snd_ctl_poll_descriptors)                              \
  X(snd_ctl_rawmidi_next_device) X(snd_ctl_read) X(snd_ctl_subscribe_events) X(snd_device_name_free_hint) \
  X(snd_device_name_get_hint) X(snd_device_name_hint) X(snd_lib_error_set_handler)                        \
  X(snd_midi_event_decode) X(snd_midi_event_encode) X(snd_midi_event_free) X(snd_midi_event_new)          \
  X(snd_midi_event_no_status) X(snd_pcm_avail_update) X(snd_pcm_close) X(snd_pcm_delay) X(snd_pcm_drop)   \
  X(snd_pcm_get_params) X(snd_pcm_hw_params) X(snd_pcm_hw_params_any) X(snd_pcm_hw_params_free)           \
  X(snd_pcm_hw_params_get_buffer_size_min) X(snd_pcm_hw_params_malloc) X(snd_pcm_hw_params_set_access)    \
  X(snd_pcm_hw_params_set_buffer_size_near) X(snd_pcm_hw_params_set_channels)                             \
  X(snd_pcm_hw_params_set_channels_near) X(snd_pcm_hw_params_set_format)                                  \
  X(snd_pcm_hw_params_set_period_size_near) X(snd_pcm_hw_params_set_rate_near) X(snd_pcm_info)            \
  X(snd_pcm_info_free) X(snd_pcm_info_get_card) X(snd_pcm_info_get_name) X(snd_pcm_info_malloc)           \
  X(snd_pcm_info_set_device) X(snd_pcm_info_set_stream) X(snd_pcm_info_set_subdevice) X(snd_pcm_open)     \
  X(snd_pcm_prepare) X(snd_pcm_readi) X(snd_pcm_resume) X(snd_pcm_start) X(snd_pcm_state)                 \
  X(snd_pcm_sw_params) X(snd_pcm_sw_params_current) X(snd_pcm_sw_params_free) X(snd_pcm_sw_params_malloc) \
  X(snd_pcm_sw_params_set_avail_min) X(snd_pcm_sw_params_set_start_threshold) X(snd_pcm_wait)             \
  X(snd_pcm_writei) X(snd_seq_client_info_free) X(snd_seq_client_info_get_client)                         \
  X(snd_seq_client_info_get_name) X(snd_seq_client_info_malloc) X(snd_seq_client_info_set_client)         \
  X(snd_seq_close) X(snd_seq_connect_from) X(snd_seq_connect_to) X(snd_seq_create_simple_port)            \
  X(snd_seq_event_input) X(snd_seq_event_output_direct) X(snd_seq_get_any_port_info) X(snd_seq_open)      \
  X(snd_seq_poll_descriptors) X(snd_seq_port_info_free) X(snd_seq_port_info_get_capability)               \
  X(snd_seq_port_info_get_name) X(snd_seq_port_info_get_port) X(snd_seq_port_info_get_type)               \
  X(snd_seq_port_info_malloc) X(snd_seq_port_info_set_client) X(snd_seq_port_info_set_port)               \
  X(snd_seq_query_next_client) X(snd_seq_query_next_port) X(snd_seq_set_client_name) X(snd_strerror)

DRUMDUB_LAZY_LIBRARY("libasound.so.2", FUNCTIONS)
