#include "library.h"
#include "CFFmpeg.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#define DRUMDUB_DEFINE(name) __typeof__(&name) p_##name;
DRUMDUB_FORMAT_FUNCTIONS(DRUMDUB_DEFINE)
DRUMDUB_CODEC_FUNCTIONS(DRUMDUB_DEFINE)
DRUMDUB_UTIL_FUNCTIONS(DRUMDUB_DEFINE)

#define SONAME(library, major) library ".so." AV_STRINGIFY(major)

const char *const drumdub_ffmpeg_format_package = "libavformat" AV_STRINGIFY(LIBAVFORMAT_VERSION_MAJOR);
const char *const drumdub_ffmpeg_codec_package = "libavcodec" AV_STRINGIFY(LIBAVCODEC_VERSION_MAJOR);

const int drumdub_ffmpeg_no_stream = AVERROR_STREAM_NOT_FOUND;

char *drumdub_ffmpeg_sound_decoders;

// Whatever is printed would land on the screen that the player draws.
static void say_nothing(void *context, int level, const char *words, va_list arguments) {
  (void)context;
  (void)level;
  (void)words;
  (void)arguments;
}

// Looking into a file is to open no decoder of pictures: FFmpeg takes a list of those it may open.
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

static const char *words_of_loader(void) {
  const char *words = dlerror();
  return strdup(words ? words : "dlopen failed");
}

const char *drumdub_ffmpeg_load(void) {
  void *util = dlopen(SONAME("libavutil", LIBAVUTIL_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
  if (!util) return words_of_loader();
  void *codec = dlopen(SONAME("libavcodec", LIBAVCODEC_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
  if (!codec) return words_of_loader();
  void *format = dlopen(SONAME("libavformat", LIBAVFORMAT_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
  if (!format) return words_of_loader();
#define FIND(library, name) \
  if (!(p_##name = (__typeof__(&name))dlsym(library, #name))) return words_of_loader();
#define FIND_FORMAT(name) FIND(format, name)
#define FIND_CODEC(name) FIND(codec, name)
#define FIND_UTIL(name) FIND(util, name)
  DRUMDUB_UTIL_FUNCTIONS(FIND_UTIL)
  DRUMDUB_CODEC_FUNCTIONS(FIND_CODEC)
  DRUMDUB_FORMAT_FUNCTIONS(FIND_FORMAT)
  p_av_log_set_callback(say_nothing);
  p_av_log_set_level(AV_LOG_QUIET);
  list_sound_decoders();
  return NULL;
}

void drumdub_ffmpeg_words(int error, char *buffer, int size) {
  if (p_av_strerror(error, buffer, (size_t)size) < 0 && size > 0) buffer[0] = 0;
}
