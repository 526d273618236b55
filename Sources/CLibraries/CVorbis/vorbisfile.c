#include <CLazy.h>

#define FUNCTIONS(X)                                                                          \
  X(ov_clear) X(ov_info) X(ov_open_callbacks) X(ov_pcm_seek) X(ov_pcm_total) X(ov_read_float)

DRUMDUB_LAZY_LIBRARY("libvorbisfile.so.3", FUNCTIONS)
