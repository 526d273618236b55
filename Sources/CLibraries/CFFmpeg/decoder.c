#include "CFFmpeg.h"
#include "library.h"
#include "network.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct drumdub_ffmpeg {
  drumdub_ffmpeg_source source;
  /// The time limit of network operations; NULL for a file.
  drumdub_ffmpeg_watch *watch;
  AVIOContext *reader;
  AVFormatContext *container;
  AVStream *stream;
  AVCodecContext *decoder;
  AVPacket *packet;
  AVFrame *frame;
  /// Whether the last packet was read and the decoder is being drained.
  int is_draining;
  /// The error of the last failed read; 0 at the end of the content.
  int reading_error;
};

enum {
  READ_AHEAD = 1 << 15,
  // The largest accepted number of samples in one decoded frame, about a minute at 64 kHz. Real formats stay far below;
  // damaged headers may state more.
  LARGEST_FRAME = 1 << 22,
  // The largest numbers of packets in a row that cannot be decoded, and that belong to other streams.
  MOST_LOST = 1 << 12,
  MOST_FOREIGN = 1 << 22,
};

static int read_source(void *opaque, uint8_t *buffer, int size) {
  drumdub_ffmpeg_source *source = opaque;
  intptr_t got = source->read(source->context, buffer, size);
  return got > 0 ? (int)got : got == 0 ? AVERROR_EOF : AVERROR(EIO);
}

static int64_t seek_source(void *opaque, int64_t offset, int whence) {
  drumdub_ffmpeg_source *source = opaque;
  if (whence & AVSEEK_SIZE) return source->size;
  int64_t reached = source->seek(source->context, offset, whence & ~AVSEEK_FORCE);
  return reached >= 0 ? reached : AVERROR(EINVAL);
}

// Refuses the files and addresses that a container refers to.
static int open_nothing(AVFormatContext *context, AVIOContext **reader, const char *url, int flags,
                        AVDictionary **options) {
  (void)context;
  (void)reader;
  (void)url;
  (void)flags;
  (void)options;
  return AVERROR(EPERM);
}

static int make_parts(drumdub_ffmpeg *handle) {
  handle->packet = p_av_packet_alloc();
  handle->frame = p_av_frame_alloc();
  handle->container = p_avformat_alloc_context();
  return handle->packet && handle->frame && handle->container ? 0 : AVERROR(ENOMEM);
}

static int make_reader(drumdub_ffmpeg *handle) {
  uint8_t *buffer = p_av_malloc(READ_AHEAD);
  if (!buffer) return AVERROR(ENOMEM);
  handle->reader = p_avio_alloc_context(buffer, READ_AHEAD, 0, &handle->source, read_source, NULL, seek_source);
  if (!handle->reader) {
    p_av_freep(&buffer);
    return AVERROR(ENOMEM);
  }
  handle->container->pb = handle->reader;
  handle->container->flags |= AVFMT_FLAG_CUSTOM_IO;
  handle->container->io_open = open_nothing;
  return 0;
}

static int open_container(drumdub_ffmpeg *handle, const char *format, const char *options, const char **call) {
  *call = "av_find_input_format";
  const AVInputFormat *input = p_av_find_input_format(format);
  if (!input) return AVERROR_DEMUXER_NOT_FOUND;
  AVDictionary *settings = NULL;
  if (options) p_av_dict_parse_string(&settings, options, "=", ":", 0);
  p_av_dict_set(&settings, "format_whitelist", input->name, 0);
  // There is no protocol of this name. An empty list would allow all protocols.
  p_av_dict_set(&settings, "protocol_whitelist", "none", 0);
  if (drumdub_ffmpeg_sound_decoders) {
    p_av_dict_set(&settings, "codec_whitelist", drumdub_ffmpeg_sound_decoders, 0);
  }
  *call = "avformat_open_input";
  // avformat_open_input frees the container on failure.
  int result = p_avformat_open_input(&handle->container, NULL, input, &settings);
  p_av_dict_free(&settings);
  return result;
}

// Returns the audio stream at an index among the audio streams; NULL if there are not so many.
static AVStream *sound_stream(const AVFormatContext *container, int index) {
  for (unsigned i = 0; i < container->nb_streams; i++) {
    if (container->streams[i]->codecpar->codec_type == AVMEDIA_TYPE_AUDIO && index-- == 0) {
      return container->streams[i];
    }
  }
  return NULL;
}

static int choose_stream(drumdub_ffmpeg *handle, int sound_track, const AVCodec **codec, const char **call) {
  AVFormatContext *container = handle->container;
  *call = "av_find_best_stream";
  const AVStream *wanted = sound_track >= 0 ? sound_stream(container, sound_track) : NULL;
  if (sound_track >= 0 && !wanted) return AVERROR_STREAM_NOT_FOUND;
  for (unsigned i = 0; i < container->nb_streams; i++) {
    if (container->streams[i]->codecpar->codec_type != AVMEDIA_TYPE_AUDIO) {
      container->streams[i]->discard = AVDISCARD_ALL;
    }
  }
  *call = "avformat_find_stream_info";
  int result = p_avformat_find_stream_info(container, NULL);
  if (result < 0) return result;
  *call = "av_find_best_stream";
  int index = p_av_find_best_stream(container, AVMEDIA_TYPE_AUDIO, wanted ? wanted->index : -1, -1, codec, 0);
  if (index < 0) return index;
  handle->stream = container->streams[index];
  for (unsigned i = 0; i < container->nb_streams; i++) {
    container->streams[i]->discard = (int)i == index ? AVDISCARD_DEFAULT : AVDISCARD_ALL;
  }
  return 0;
}

static int open_decoder(drumdub_ffmpeg *handle, const AVCodec *codec, const char **call) {
  *call = "avcodec_alloc_context3";
  handle->decoder = p_avcodec_alloc_context3(codec);
  if (!handle->decoder) return AVERROR(ENOMEM);
  *call = "avcodec_parameters_to_context";
  int result = p_avcodec_parameters_to_context(handle->decoder, handle->stream->codecpar);
  if (result < 0) return result;
  handle->decoder->pkt_timebase = handle->stream->time_base;
  handle->decoder->thread_count = 1;
  handle->decoder->max_samples = LARGEST_FRAME;
  // Reports priming and padding with the frames instead of removing them: the caller counts frames and trims.
  handle->decoder->flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL;
  *call = "avcodec_open2";
  return p_avcodec_open2(handle->decoder, codec, NULL);
}

// Returns an open handle; after an error, closes the handle and returns NULL.
static drumdub_ffmpeg *opened(drumdub_ffmpeg *handle, int result, int *error) {
  if (result >= 0) return handle;
  *error = result;
  drumdub_ffmpeg_close(handle);
  return NULL;
}

drumdub_ffmpeg *drumdub_ffmpeg_open(const drumdub_ffmpeg_source *source, const char *format, const char *options,
                                    int sound_track, int *error, const char **call) {
  *call = "calloc";
  *error = AVERROR(ENOMEM);
  drumdub_ffmpeg *handle = calloc(1, sizeof *handle);
  if (!handle) return NULL;
  handle->source = *source;
  *call = "avformat_alloc_context";
  const AVCodec *codec = NULL;
  int result = make_parts(handle);
  if (result >= 0) result = make_reader(handle);
  if (result >= 0) result = open_container(handle, format, options, call);
  const int is_decoded = sound_track != DRUMDUB_FFMPEG_NO_TRACK;
  if (result >= 0 && is_decoded) result = choose_stream(handle, sound_track, &codec, call);
  if (result >= 0 && is_decoded) result = open_decoder(handle, codec, call);
  return opened(handle, result, error);
}

int drumdub_ffmpeg_chapter(const drumdub_ffmpeg *handle, int index, double *start, const char **title) {
  if (index < 0 || (unsigned)index >= handle->container->nb_chapters) return 0;
  const AVChapter *chapter = handle->container->chapters[index];
  *start = (double)chapter->start * chapter->time_base.num / chapter->time_base.den;
  AVDictionaryEntry *name = p_av_dict_get(chapter->metadata, "title", NULL, 0);
  *title = name ? name->value : NULL;
  return 1;
}

// Opens the container at an address. Redirections and playlists may lead to other addresses, but not to files.
static int open_address(drumdub_ffmpeg *handle, const char *address, const char **call) {
  handle->container->interrupt_callback = (AVIOInterruptCB){drumdub_ffmpeg_is_interrupted, handle->watch};
  AVDictionary *settings = NULL;
  drumdub_ffmpeg_set_network_options(&settings, 1);
  p_av_dict_set(&settings, "icy", "1", 0);
  if (drumdub_ffmpeg_sound_decoders) {
    p_av_dict_set(&settings, "codec_whitelist", drumdub_ffmpeg_sound_decoders, 0);
  }
  *call = "avformat_open_input";
  int result = p_avformat_open_input(&handle->container, address, NULL, &settings);
  p_av_dict_free(&settings);
  return result;
}

drumdub_ffmpeg *drumdub_ffmpeg_open_address(const char *address, drumdub_ffmpeg_watch *watch, int *error,
                                            const char **call) {
  *call = "calloc";
  *error = AVERROR(ENOMEM);
  drumdub_ffmpeg *handle = calloc(1, sizeof *handle);
  if (!handle) return NULL;
  handle->watch = watch;
  p_avformat_network_init();
  drumdub_ffmpeg_begin_waiting(watch);
  int result = make_parts(handle);
  const AVCodec *codec = NULL;
  if (result >= 0) result = open_address(handle, address, call);
  if (result >= 0) {
    drumdub_ffmpeg_begin_waiting(watch);
    result = choose_stream(handle, DRUMDUB_FFMPEG_BEST_TRACK, &codec, call);
  }
  if (result >= 0) result = open_decoder(handle, codec, call);
  return opened(handle, result, error);
}

int64_t drumdub_ffmpeg_size(const drumdub_ffmpeg *handle) {
  return handle->container->pb ? p_avio_size(handle->container->pb) : -1;
}

int drumdub_ffmpeg_has_new_tags(drumdub_ffmpeg *handle) {
  int has_new = handle->container->event_flags & AVFMT_EVENT_FLAG_METADATA_UPDATED;
  handle->container->event_flags &= ~AVFMT_EVENT_FLAG_METADATA_UPDATED;
  return has_new != 0;
}

int drumdub_ffmpeg_reading_error(const drumdub_ffmpeg *handle) { return handle->reading_error; }

void drumdub_ffmpeg_close(drumdub_ffmpeg *handle) {
  p_avcodec_free_context(&handle->decoder);
  p_avformat_close_input(&handle->container);
  p_av_packet_free(&handle->packet);
  p_av_frame_free(&handle->frame);
  if (handle->reader) p_av_freep(&handle->reader->buffer);
  p_avio_context_free(&handle->reader);
  free(handle);
}

/// Counts the streams that are neither attached pictures nor other attachments.
static int32_t timed_streams(const AVFormatContext *container) {
  int32_t count = 0;
  for (unsigned i = 0; i < container->nb_streams; i++) {
    const AVStream *stream = container->streams[i];
    const int is_attached = stream->codecpar->codec_type == AVMEDIA_TYPE_ATTACHMENT ||
                            (stream->disposition & AV_DISPOSITION_ATTACHED_PIC) != 0;
    count += !is_attached;
  }
  return count;
}

/// Returns the index of a stream among the audio streams.
static int32_t index_of_sound(const AVFormatContext *container, const AVStream *stream) {
  int32_t index = 0;
  while (sound_stream(container, index) && sound_stream(container, index) != stream) index++;
  return index;
}

drumdub_ffmpeg_stream drumdub_ffmpeg_describe(const drumdub_ffmpeg *handle) {
  const AVFormatContext *container = handle->container;
  const AVStream *stream = handle->stream;
  const AVCodecParameters *parameters = stream->codecpar;
  int is_guess = container->duration_estimation_method == AVFMT_DURATION_FROM_BITRATE;
  AVDictionaryEntry *note = p_av_dict_get(stream->metadata, "iTunSMPB", NULL, 0);
  if (!note) note = p_av_dict_get(container->metadata, "iTunSMPB", NULL, 0);
  const int is_matroska = strncmp(container->iformat->name, "matroska", 8) == 0;
  AVDictionaryEntry *own = is_matroska ? p_av_dict_get(stream->metadata, "DURATION", NULL, AV_DICT_IGNORE_SUFFIX) : NULL;
  return (drumdub_ffmpeg_stream){
      .codec = handle->decoder->codec->name,
      .time_numerator = stream->time_base.num,
      .time_denominator = stream->time_base.den,
      .duration = is_guess ? AV_NOPTS_VALUE : stream->duration,
      .microseconds = is_guess ? AV_NOPTS_VALUE : container->duration,
      .sample_rate = parameters->sample_rate,
      .channels = parameters->ch_layout.nb_channels,
      .priming = parameters->initial_padding,
      .streams = timed_streams(container),
      .sound_track = index_of_sound(container, stream),
      .extra = parameters->extradata,
      .extra_size = parameters->extradata_size,
      .gapless_note = note ? note->value : NULL,
      .duration_tag = own ? own->value : NULL,
  };
}

int drumdub_ffmpeg_tag(const drumdub_ffmpeg *handle, int index, const char **name, const char **value) {
  const AVFormatContext *container = handle->container;
  const AVStream *stream = handle->stream ? handle->stream : container->nb_streams > 0 ? container->streams[0] : NULL;
  const AVDictionary *tags[] = {container->metadata, stream ? stream->metadata : NULL};
  for (int i = 0; i < 2; i++) {
    for (AVDictionaryEntry *tag = NULL; (tag = p_av_dict_get(tags[i], "", tag, AV_DICT_IGNORE_SUFFIX));) {
      if (index-- > 0) continue;
      *name = tag->key;
      *value = tag->value;
      return 1;
    }
  }
  return 0;
}

int drumdub_ffmpeg_sound_track(const drumdub_ffmpeg *handle, int index, const char **name) {
  static const char *const keys[] = {"title", "name", "handler_name"};
  const AVStream *stream = index >= 0 ? sound_stream(handle->container, index) : NULL;
  *name = NULL;
  if (!stream) return 0;
  for (unsigned i = 0; i < sizeof keys / sizeof *keys && !*name; i++) {
    AVDictionaryEntry *tag = p_av_dict_get(stream->metadata, keys[i], NULL, 0);
    // Programs that know no name write one such as "SoundHandler".
    if (tag && tag->value[0] && !strstr(tag->value, "andler")) *name = tag->value;
  }
  return 1;
}

const uint8_t *drumdub_ffmpeg_picture(const drumdub_ffmpeg *handle, int *size) {
  for (unsigned i = 0; i < handle->container->nb_streams; i++) {
    const AVStream *stream = handle->container->streams[i];
    if (!(stream->disposition & AV_DISPOSITION_ATTACHED_PIC) || stream->attached_pic.size <= 0) continue;
    *size = stream->attached_pic.size;
    return stream->attached_pic.data;
  }
  return NULL;
}

// Reads the next packet of the stream. Returns 1, or 0 at the end or after an error, which `reading_error` states.
static int read_packet(drumdub_ffmpeg *handle) {
  for (int i = 0; i < MOST_FOREIGN; i++) {
    drumdub_ffmpeg_begin_waiting(handle->watch);
    int result = p_av_read_frame(handle->container, handle->packet);
    if (result < 0) {
      AVIOContext *reader = handle->container->pb;
      // Some demuxers report the end of the file when a read failed.
      if (result == AVERROR_EOF && reader && reader->error < 0) result = reader->error;
      handle->reading_error = result == AVERROR_EOF ? 0 : result;
      return 0;
    }
    if (handle->packet->stream_index == handle->stream->index) return 1;
    p_av_packet_unref(handle->packet);
  }
  return 0;
}

int drumdub_ffmpeg_next_packet(drumdub_ffmpeg *handle, int64_t *offset) {
  if (!read_packet(handle)) return 0;
  *offset = handle->packet->pos;
  p_av_packet_unref(handle->packet);
  return 1;
}

static void feed_decoder(drumdub_ffmpeg *handle, drumdub_ffmpeg_frame *frame) {
  if (!read_packet(handle)) {
    handle->is_draining = 1;
    p_avcodec_send_packet(handle->decoder, NULL);
    return;
  }
  int result = p_avcodec_send_packet(handle->decoder, handle->packet);
  if (result < 0) frame->lost++;
  p_av_packet_unref(handle->packet);
}

static drumdub_ffmpeg_samples kind_of_samples(enum AVSampleFormat format) {
  switch (p_av_get_packed_sample_fmt(format)) {
    case AV_SAMPLE_FMT_U8: return DRUMDUB_SAMPLES_U8;
    case AV_SAMPLE_FMT_S16: return DRUMDUB_SAMPLES_S16;
    case AV_SAMPLE_FMT_S32: return DRUMDUB_SAMPLES_S32;
    case AV_SAMPLE_FMT_FLT: return DRUMDUB_SAMPLES_FLOAT;
    case AV_SAMPLE_FMT_DBL: return DRUMDUB_SAMPLES_DOUBLE;
    default: return DRUMDUB_SAMPLES_OTHER;
  }
}

static void hand_over(const AVFrame *decoded, drumdub_ffmpeg_frame *frame) {
  frame->planes = (const uint8_t *const *)decoded->extended_data;
  frame->samples = kind_of_samples(decoded->format);
  frame->is_planar = p_av_sample_fmt_is_planar(decoded->format);
  frame->count = decoded->nb_samples;
  frame->channels = decoded->ch_layout.nb_channels;
  frame->sample_rate = decoded->sample_rate;
  frame->time = decoded->pts;
  frame->is_discarded = (decoded->flags & AV_FRAME_FLAG_DISCARD) != 0;
  AVFrameSideData *side = p_av_frame_get_side_data(decoded, AV_FRAME_DATA_SKIP_SAMPLES);
  if (side && side->size >= 8) {
    frame->skip_start = (int32_t)AV_RL32(side->data);
    frame->skip_end = (int32_t)AV_RL32(side->data + 4);
  }
}

int drumdub_ffmpeg_decode(drumdub_ffmpeg *handle, drumdub_ffmpeg_frame *frame) {
  *frame = (drumdub_ffmpeg_frame){.time = DRUMDUB_FFMPEG_NO_TIME};
  while (frame->lost < MOST_LOST) {
    int result = p_avcodec_receive_frame(handle->decoder, handle->frame);
    if (result >= 0) {
      hand_over(handle->frame, frame);
      return 1;
    }
    if (result == AVERROR_EOF) return 0;
    if (result != AVERROR(EAGAIN)) frame->lost++;
    if (handle->is_draining) {
      if (result == AVERROR(EAGAIN)) return 0;
    } else {
      feed_decoder(handle, frame);
    }
  }
  return AVERROR_INVALIDDATA;
}

int drumdub_ffmpeg_seek(drumdub_ffmpeg *handle, int64_t place, int is_byte) {
  int flag = is_byte ? AVSEEK_FLAG_BYTE : AVSEEK_FLAG_BACKWARD;
  int result = p_av_seek_frame(handle->container, handle->stream->index, place, flag);
  p_avcodec_flush_buffers(handle->decoder);
  handle->is_draining = 0;
  return result;
}
