#include "CArchive.h"

#include <CLoader.h>
#include <archive.h>
#include <archive_entry.h>
#include <locale.h>

// Filters and formats are named one by one: others run external programs or are seldom tested.
#define FILTERS(X)                        \
  X(archive_read_support_filter_gzip)     \
  X(archive_read_support_filter_bzip2)    \
  X(archive_read_support_filter_xz)       \
  X(archive_read_support_filter_lzma)     \
  X(archive_read_support_filter_zstd)     \
  X(archive_read_support_filter_compress)

#define FORMATS(X)                    \
  X(archive_read_support_format_tar)  \
  X(archive_read_support_format_zip)  \
  X(archive_read_support_format_7zip)

#define FUNCTIONS(X)                         \
  X(archive_read_new)                        \
  X(archive_read_free)                       \
  X(archive_read_open_fd)                    \
  X(archive_read_next_header)                \
  X(archive_read_data)                       \
  X(archive_error_string)                    \
  X(archive_entry_pathname)                  \
  X(archive_entry_pathname_utf8)             \
  X(archive_entry_hardlink)                  \
  X(archive_entry_symlink)                   \
  X(archive_entry_filetype)                  \
  X(archive_entry_new)                       \
  X(archive_entry_free)                      \
  X(archive_entry_set_pathname)              \
  X(archive_entry_set_filetype)              \
  X(archive_entry_set_perm)                  \
  X(archive_entry_set_size)                  \
  X(archive_write_new)                       \
  X(archive_write_free)                      \
  X(archive_write_set_format_pax_restricted) \
  X(archive_write_add_filter_gzip)           \
  X(archive_write_open_fd)                   \
  X(archive_write_header)                    \
  X(archive_write_data)                      \
  X(archive_write_close)                     \
  FILTERS(X)                                 \
  FORMATS(X)

// libarchive converts names that an archive states in UTF-8 to the encoding of the thread's locale.
static locale_t utf8;

static void prepare(void) { utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0); }

DRUMDUB_LIBRARY(drumdub_archive_load, "libarchive.so.13", FUNCTIONS, prepare())

drumdub_archive *drumdub_archive_open(int descriptor) {
  struct archive *raw = p_archive_read_new();
  if (!raw) return NULL;
#define SUPPORT(name) p_##name(raw);
  FILTERS(SUPPORT)
  FORMATS(SUPPORT)
  // After a failure, reading the first header fails with the same message.
  p_archive_read_open_fd(raw, descriptor, 1 << 16);
  return (drumdub_archive *)raw;
}

static drumdub_archive_kind kind_of(struct archive_entry *entry) {
  if (p_archive_entry_hardlink(entry) || p_archive_entry_symlink(entry)) return DRUMDUB_ARCHIVE_LINK;
  switch (p_archive_entry_filetype(entry)) {
    case AE_IFREG: return DRUMDUB_ARCHIVE_FILE;
    case AE_IFDIR: return DRUMDUB_ARCHIVE_FOLDER;
    case AE_IFLNK: return DRUMDUB_ARCHIVE_LINK;
    default: return DRUMDUB_ARCHIVE_OTHER;
  }
}

static int next(struct archive *archive, drumdub_archive_entry *entry) {
  struct archive_entry *found = NULL;
  int result = p_archive_read_next_header(archive, &found);
  if (result == ARCHIVE_EOF) return 0;
  // A warning means that a name is not valid in the encoding that the archive states.
  if (result != ARCHIVE_OK && result != ARCHIVE_WARN) return -1;
  const char *path = p_archive_entry_pathname(found);
  if (!path) path = p_archive_entry_pathname_utf8(found);
  entry->path = path ? path : "";
  entry->kind = kind_of(found);
  return 1;
}

int drumdub_archive_next(drumdub_archive *archive, drumdub_archive_entry *entry) {
  locale_t before = utf8 ? uselocale(utf8) : (locale_t)0;
  int result = next((struct archive *)archive, entry);
  if (before) uselocale(before);
  return result;
}

ptrdiff_t drumdub_archive_read(drumdub_archive *archive, void *buffer, size_t size) {
  ptrdiff_t count = p_archive_read_data((struct archive *)archive, buffer, size);
  return count < 0 ? -1 : count;
}

const char *drumdub_archive_error(drumdub_archive *archive) {
  const char *message = p_archive_error_string((struct archive *)archive);
  return message ? message : "the archive cannot be read";
}

void drumdub_archive_close(drumdub_archive *archive) { p_archive_read_free((struct archive *)archive); }

drumdub_archive_writer *drumdub_archive_create(int descriptor) {
  struct archive *raw = p_archive_write_new();
  if (!raw) return NULL;
  if (p_archive_write_set_format_pax_restricted(raw) == ARCHIVE_OK &&
      p_archive_write_add_filter_gzip(raw) == ARCHIVE_OK &&
      p_archive_write_open_fd(raw, descriptor) == ARCHIVE_OK)
    return (drumdub_archive_writer *)raw;
  p_archive_write_free(raw);
  return NULL;
}

int drumdub_archive_begin(drumdub_archive_writer *writer, const char *path, int64_t size) {
  struct archive_entry *entry = p_archive_entry_new();
  if (!entry) return 0;
  p_archive_entry_set_pathname(entry, path);
  p_archive_entry_set_filetype(entry, AE_IFREG);
  p_archive_entry_set_perm(entry, 0644);
  p_archive_entry_set_size(entry, size);
  locale_t before = utf8 ? uselocale(utf8) : (locale_t)0;
  int result = p_archive_write_header((struct archive *)writer, entry);
  if (before) uselocale(before);
  p_archive_entry_free(entry);
  // A warning means that the name is not UTF-8; its bytes are stored.
  return result == ARCHIVE_OK || result == ARCHIVE_WARN;
}

int drumdub_archive_write(drumdub_archive_writer *writer, const void *bytes, size_t size) {
  return p_archive_write_data((struct archive *)writer, bytes, size) == (la_ssize_t)size;
}

int drumdub_archive_finish(drumdub_archive_writer *writer) {
  return p_archive_write_close((struct archive *)writer) == ARCHIVE_OK;
}

const char *drumdub_archive_writer_error(drumdub_archive_writer *writer) {
  const char *message = p_archive_error_string((struct archive *)writer);
  return message ? message : "the archive cannot be written";
}

void drumdub_archive_discard(drumdub_archive_writer *writer) { p_archive_write_free((struct archive *)writer); }
