#include <CLazy.h>

#define FUNCTIONS(X) X(vorbis_encode_init_vbr)

DRUMDUB_LAZY_LIBRARY("libvorbisenc.so.2", FUNCTIONS)
