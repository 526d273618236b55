#include <CLazy.h>

#define FUNCTIONS(X)                                                                                   \
  X(sf_close) X(sf_command) X(sf_error) X(sf_open) X(sf_open_fd) X(sf_open_virtual) X(sf_readf_double) \
  X(sf_readf_float) X(sf_seek) X(sf_set_string) X(sf_strerror) X(sf_writef_float) X(sf_writef_int)     \
  X(sf_writef_short)

DRUMDUB_LAZY_LIBRARY("libsndfile.so.1", FUNCTIONS)
