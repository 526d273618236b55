#include <CLazy.h>

#define FUNCTIONS(X)                                                                               \
  X(soxr_clear) X(soxr_create) X(soxr_delete) X(soxr_io_spec) X(soxr_process) X(soxr_quality_spec) \
  X(soxr_runtime_spec)

DRUMDUB_LAZY_LIBRARY("libsoxr.so.0", FUNCTIONS)
