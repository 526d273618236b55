#pragma once
// libarchive. It is loaded at first use, since only archives of kits and takes need it.
#include <CLoader.h>
#include <archive.h>
#include <archive_entry.h>

/// Loads the library. The other functions may be called after this has returned NULL. Any thread.
/// Returns NULL, or the loader's message if the library is missing.
const char *drumdub_archive_load(void);

// The functions of the library, under its names with the prefix drumdub_. See its documentation.
//
// Filters and formats are named one by one: others run external programs or are seldom tested.
#define DRUMDUB_ARCHIVE_FUNCTIONS(X)                                                \
  X(int, archive_read_support_filter_gzip, (struct archive *))                      \
  X(int, archive_read_support_filter_bzip2, (struct archive *))                     \
  X(int, archive_read_support_filter_xz, (struct archive *))                        \
  X(int, archive_read_support_filter_lzma, (struct archive *))                      \
  X(int, archive_read_support_filter_zstd, (struct archive *))                      \
  X(int, archive_read_support_filter_compress, (struct archive *))                  \
  X(int, archive_read_support_format_tar, (struct archive *))                       \
  X(int, archive_read_support_format_zip, (struct archive *))                       \
  X(int, archive_read_support_format_7zip, (struct archive *))                      \
  X(int, archive_read_free, (struct archive *))                                     \
  X(int, archive_read_open_fd, (struct archive *, int, size_t))                     \
  X(int, archive_read_next_header, (struct archive *, struct archive_entry **))     \
  X(la_ssize_t, archive_read_data, (struct archive *, void *, size_t))              \
  X(const char *, archive_error_string, (struct archive *))                         \
  X(const char *, archive_entry_pathname, (struct archive_entry *))                 \
  X(const char *, archive_entry_pathname_utf8, (struct archive_entry *))            \
  X(const char *, archive_entry_hardlink, (struct archive_entry *))                 \
  X(const char *, archive_entry_symlink, (struct archive_entry *))                  \
  X(mode_t, archive_entry_filetype, (struct archive_entry *))                       \
  X(void, archive_entry_free, (struct archive_entry *))                             \
  X(void, archive_entry_set_pathname, (struct archive_entry *, const char *))       \
  X(void, archive_entry_set_filetype, (struct archive_entry *, unsigned))           \
  X(void, archive_entry_set_perm, (struct archive_entry *, mode_t))                 \
  X(void, archive_entry_set_size, (struct archive_entry *, int64_t))                \
  X(int, archive_write_free, (struct archive *))                                    \
  X(int, archive_write_set_format_pax_restricted, (struct archive *))               \
  X(int, archive_write_add_filter_gzip, (struct archive *))                         \
  X(int, archive_write_open_fd, (struct archive *, int))                            \
  X(int, archive_write_header, (struct archive *, struct archive_entry *))          \
  X(la_ssize_t, archive_write_data, (struct archive *, const void *, size_t))       \
  X(int, archive_write_close, (struct archive *))

struct archive *drumdub_archive_read_new(void);
struct archive *drumdub_archive_write_new(void);
struct archive_entry *drumdub_archive_entry_new(void);
DRUMDUB_ARCHIVE_FUNCTIONS(DRUMDUB_DECLARE)
