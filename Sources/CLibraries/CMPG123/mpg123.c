#include <CLazy.h>

#define FUNCTIONS(X)                                                                              \
  X(mpg123_delete) X(mpg123_format2) X(mpg123_format_none) X(mpg123_framepos) X(mpg123_getformat) \
  X(mpg123_length) X(mpg123_new) X(mpg123_open_handle) X(mpg123_param2) X(mpg123_plain_strerror)  \
  X(mpg123_read) X(mpg123_replace_reader_handle) X(mpg123_scan) X(mpg123_seek) X(mpg123_strerror)

DRUMDUB_LAZY_LIBRARY("libmpg123.so.0", FUNCTIONS)
