#include "library.h"
#include "CFFmpeg.h"

#include <CLoader.h>
#include <stdlib.h>
#include <string.h>

#define DRUMDUB_DEFINE(name) __typeof__(&name) p_##name;
DRUMDUB_FORMAT_FUNCTIONS(DRUMDUB_DEFINE)
DRUMDUB_CODEC_FUNCTIONS(DRUMDUB_DEFINE)
DRUMDUB_UTIL_FUNCTIONS(DRUMDUB_DEFINE)

#define FIND(name) {(void **)&p_##name, #name},
static const drumdub_symbol util_symbols[] = {DRUMDUB_UTIL_FUNCTIONS(FIND)};
static const drumdub_symbol codec_symbols[] = {DRUMDUB_CODEC_FUNCTIONS(FIND)};
static const drumdub_symbol format_symbols[] = {DRUMDUB_FORMAT_FUNCTIONS(FIND)};

#define SONAME(library, major) library ".so." AV_STRINGIFY(major)

const char *const drumdub_ffmpeg_format_package = "libavformat" AV_STRINGIFY(LIBAVFORMAT_VERSION_MAJOR);
const char *const drumdub_ffmpeg_codec_package = "libavcodec" AV_STRINGIFY(LIBAVCODEC_VERSION_MAJOR);

const int drumdub_ffmpeg_no_stream = AVERROR_STREAM_NOT_FOUND;
const int drumdub_ffmpeg_bad_content = AVERROR_INVALIDDATA;

char *drumdub_ffmpeg_sound_decoders;

// FFmpeg's messages would appear on the player's screen.
static void say_nothing(void *context, int level, const char *words, va_list arguments) {
  (void)context;
  (void)level;
  (void)words;
  (void)arguments;
}

// avformat_find_stream_info opens decoders of all streams, also of pictures, unless `codec_whitelist` excludes them.
static void list_sound_decoders(void) {
  size_t size = 1;
  void *place = NULL;
  for (const AVCodec *codec; (codec = p_av_codec_iterate(&place));) size += strlen(codec->name) + 1;
  char *names = calloc(1, size);
  if (!names) return;
  char *end = names;
  place = NULL;
  for (const AVCodec *codec; (codec = p_av_codec_iterate(&place));) {
    if (codec->type != AVMEDIA_TYPE_AUDIO || !p_av_codec_is_decoder(codec)) continue;
    if (end > names) *end++ = ',';
    end = stpcpy(end, codec->name);
  }
  drumdub_ffmpeg_sound_decoders = names;
}

/// The message is kept in a static variable, so that LeakSanitizer does not report it.
#define LOAD(soname, symbols)                                                                        \
  {                                                                                                  \
    static const char *words;                                                                        \
    words = drumdub_load_library(soname, symbols, sizeof symbols / sizeof *symbols);                 \
    if (words) return words;                                                                         \
  }

const char *drumdub_ffmpeg_load(void) {
  LOAD(SONAME("libavutil", LIBAVUTIL_VERSION_MAJOR), util_symbols)
  LOAD(SONAME("libavcodec", LIBAVCODEC_VERSION_MAJOR), codec_symbols)
  LOAD(SONAME("libavformat", LIBAVFORMAT_VERSION_MAJOR), format_symbols)
  p_av_log_set_callback(say_nothing);
  p_av_log_set_level(AV_LOG_QUIET);
  list_sound_decoders();
  return NULL;
}

void drumdub_ffmpeg_words(int error, char *buffer, int size) {
  if (p_av_strerror(error, buffer, (size_t)size) < 0 && size > 0) buffer[0] = 0;
}
