#pragma once
// libarchive. It is loaded at first use, since only archives of kits and takes need it.
#include <stddef.h>
#include <stdint.h>

typedef struct drumdub_archive drumdub_archive;

typedef enum {
  DRUMDUB_ARCHIVE_FILE,
  DRUMDUB_ARCHIVE_FOLDER,
  /// A symbolic or hard link.
  DRUMDUB_ARCHIVE_LINK,
  /// A device, a pipe or a socket.
  DRUMDUB_ARCHIVE_OTHER,
} drumdub_archive_kind;

typedef struct {
  /// The path in the archive. Valid until the next entry.
  const char *path;
  drumdub_archive_kind kind;
} drumdub_archive_entry;

/// Loads the library. The other functions may be called after this has returned NULL. Any thread.
/// Returns NULL, or the loader's message if the library is missing.
const char *drumdub_archive_load(void);

/// Opens an archive: tar or 7-Zip or ZIP, tar also compressed by gzip, bzip2, xz, lzma, Zstandard or compress.
/// `descriptor` stays open until the archive is closed, and belongs to the caller.
/// Returns NULL if memory is short. Errors of opening are those of the first entry.
drumdub_archive *drumdub_archive_open(int descriptor);

/// Finds the next entry. Returns 1, 0 at the end, or -1 on an error.
int drumdub_archive_next(drumdub_archive *archive, drumdub_archive_entry *entry);

/// Reads the content of the entry. Returns the number of bytes, 0 at its end, or -1 on an error.
ptrdiff_t drumdub_archive_read(drumdub_archive *archive, void *buffer, size_t size);

/// The message of the last error. Valid until the next call.
const char *drumdub_archive_error(drumdub_archive *archive);

void drumdub_archive_close(drumdub_archive *archive);

typedef struct drumdub_archive_writer drumdub_archive_writer;

/// Begins a tar archive that is compressed by gzip. `descriptor` stays open until the archive is discarded, and belongs to
/// the caller. Returns NULL if memory is short or the library cannot write such archives.
drumdub_archive_writer *drumdub_archive_create(int descriptor);

// These functions return 0 on an error.
/// Begins a file of this size.
int drumdub_archive_begin(drumdub_archive_writer *writer, const char *path, int64_t size);
/// Writes the next bytes of the file.
int drumdub_archive_write(drumdub_archive_writer *writer, const void *bytes, size_t size);
/// Writes the end of the archive.
int drumdub_archive_finish(drumdub_archive_writer *writer);

/// The message of the last error. Valid until the next call.
const char *drumdub_archive_writer_error(drumdub_archive_writer *writer);

void drumdub_archive_discard(drumdub_archive_writer *writer);
