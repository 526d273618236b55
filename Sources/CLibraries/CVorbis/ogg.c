#include <CLazy.h>

#define FUNCTIONS(X)                                                                \
  X(ogg_page_granulepos) X(ogg_stream_clear) X(ogg_stream_flush) X(ogg_stream_init) \
  X(ogg_stream_packetin) X(ogg_stream_pageout)

DRUMDUB_LAZY_LIBRARY("libogg.so.0", FUNCTIONS)
