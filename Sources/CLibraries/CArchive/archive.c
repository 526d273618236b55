#include "CArchive.h"

#define FUNCTIONS(X)                             \
  DRUMDUB_ARCHIVE_FUNCTIONS(X)                   \
  X(struct archive *, archive_read_new, (void))  \
  X(struct archive *, archive_write_new, (void)) \
  X(struct archive_entry *, archive_entry_new, (void))

DRUMDUB_TYPED_LIBRARY(drumdub_archive_load, "libarchive.so.13", FUNCTIONS, (void)0)
DRUMDUB_ARCHIVE_FUNCTIONS(DRUMDUB_FORWARD)
struct archive *drumdub_archive_read_new(void) { return p_archive_read_new(); }
struct archive *drumdub_archive_write_new(void) { return p_archive_write_new(); }
struct archive_entry *drumdub_archive_entry_new(void) { return p_archive_entry_new(); }
