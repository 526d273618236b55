#include <CLazy.h>

#define FUNCTIONS(X)                                                                                    \
  X(vorbis_analysis) X(vorbis_analysis_blockout) X(vorbis_analysis_buffer) X(vorbis_analysis_headerout) \
  X(vorbis_analysis_init) X(vorbis_analysis_wrote) X(vorbis_bitrate_addblock)                           \
  X(vorbis_bitrate_flushpacket) X(vorbis_block_clear) X(vorbis_block_init) X(vorbis_comment_clear)      \
  X(vorbis_comment_init) X(vorbis_dsp_clear) X(vorbis_info_clear) X(vorbis_info_init)

DRUMDUB_LAZY_LIBRARY("libvorbis.so.0", FUNCTIONS)
