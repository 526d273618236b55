#pragma once
// The functions of FFmpeg that are used, as pointers that `drumdub_ffmpeg_load` sets.
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/intreadwrite.h>

#define DRUMDUB_FORMAT_FUNCTIONS(X) \
  X(avformat_alloc_context) \
  X(avformat_open_input) \
  X(avformat_close_input) \
  X(avformat_find_stream_info) \
  X(av_find_input_format) \
  X(av_find_best_stream) \
  X(av_read_frame) \
  X(av_seek_frame) \
  X(avformat_network_init) \
  X(avio_alloc_context) \
  X(avio_closep) \
  X(avio_flush) \
  X(avio_open2) \
  X(avio_read) \
  X(avio_read_partial) \
  X(avio_size) \
  X(avio_write) \
  X(avio_context_free)

#define DRUMDUB_CODEC_FUNCTIONS(X) \
  X(av_codec_iterate) \
  X(av_codec_is_decoder) \
  X(avcodec_alloc_context3) \
  X(avcodec_free_context) \
  X(avcodec_parameters_to_context) \
  X(avcodec_open2) \
  X(avcodec_send_packet) \
  X(avcodec_receive_frame) \
  X(avcodec_flush_buffers) \
  X(av_packet_alloc) \
  X(av_packet_free) \
  X(av_packet_unref)

#define DRUMDUB_UTIL_FUNCTIONS(X) \
  X(av_dict_get) \
  X(av_dict_set) \
  X(av_dict_parse_string) \
  X(av_dict_free) \
  X(av_frame_alloc) \
  X(av_frame_free) \
  X(av_frame_get_side_data) \
  X(av_freep) \
  X(av_get_packed_sample_fmt) \
  X(av_log_set_callback) \
  X(av_log_set_level) \
  X(av_malloc) \
  X(av_sample_fmt_is_planar) \
  X(av_strerror)

#define DRUMDUB_DECLARE(name) extern __typeof__(&name) p_##name;
DRUMDUB_FORMAT_FUNCTIONS(DRUMDUB_DECLARE)
DRUMDUB_CODEC_FUNCTIONS(DRUMDUB_DECLARE)
DRUMDUB_UTIL_FUNCTIONS(DRUMDUB_DECLARE)
#undef DRUMDUB_DECLARE

/// The names of all audio decoders, separated by commas; NULL before `drumdub_ffmpeg_load` or without memory.
extern char *drumdub_ffmpeg_sound_decoders;
