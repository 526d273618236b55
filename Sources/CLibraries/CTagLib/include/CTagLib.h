#pragma once
// A C interface to TagLib. Opening a file reads its tags, pictures and properties; the handle owns copies of them.
// Other functions change tags. The functions throw no C++ exceptions. A handle is used by one thread at a time;
// different handles are independent.
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The formats whose tags can be changed: the name, and TagLib's class with the second argument of its constructor,
/// the factory of ID3v2 frames or whether the properties are read.
#define DRUMDUB_TAGS_WRITABLE(X) \
  X(MPEG, MPEG::File, factory) \
  X(FLAC, FLAC::File, factory) \
  X(OGG_VORBIS, Ogg::Vorbis::File, true) \
  X(OGG_FLAC, Ogg::FLAC::File, true) \
  X(OGG_SPEEX, Ogg::Speex::File, true) \
  X(OGG_OPUS, Ogg::Opus::File, true) \
  X(WAV, drumdub::WaveFile, true) \
  X(AIFF, drumdub::ChunkFile<RIFF::AIFF::File>, true) \
  X(MP4, MP4::File, true) \
  X(ASF, ASF::File, true) \
  X(APE, APE::File, true) \
  X(WAVPACK, WavPack::File, true) \
  X(MUSEPACK, MPC::File, true) \
  X(TRUEAUDIO, TrueAudio::File, factory)

/// Tracker modules, whose tags are only read.
#define DRUMDUB_TAGS_MODULES(X) \
  X(MOD, Mod::File, true) \
  X(S3M, S3M::File, true) \
  X(IT, IT::File, true) \
  X(XM, XM::File, true)

#define DRUMDUB_TAGS_KIND(name, file, argument) DRUMDUB_TAGS_##name,
/// The format of a file, which selects TagLib's reader. The caller detects it by the content, not by the name.
typedef enum {
  DRUMDUB_TAGS_WRITABLE(DRUMDUB_TAGS_KIND)
  DRUMDUB_TAGS_MODULES(DRUMDUB_TAGS_KIND)
  /// An ID3v2 tag at `offset` in a file that TagLib has no reader for.
  DRUMDUB_TAGS_ID3V2
} drumdub_tags_kind;

/// The properties of the sound. Values that the format does not state are 0, and all of MPEG audio.
typedef struct {
  int64_t milliseconds;
  int32_t kilobits;
  int32_t sample_rate;
  int32_t channels;
  int32_t bits;
  /// WAV: the format tag; AIFF-C: the four letters, big-endian; MP4: 1 AAC, 2 ALAC; ASF: 1 to 4 as WMA 1, 2, Pro,
  /// Lossless.
  uint32_t detail;
} drumdub_tags_stream;

/// A property: its name in upper-case ASCII as in TagLib's `PropertyMap`, and one value in valid UTF-8. A property with
/// several values has one field for each value, in order.
typedef struct {
  const char *key;
  size_t key_length;
  const char *value;
  size_t value_length;
  /// Not 0 if the file declares the text as Latin-1. Each character is then one byte of the file, and the real encoding
  /// may be another one.
  int latin1;
  /// Not 0 if a slash separates several values (ID3v2.3, section 4.2.1).
  int slashes;
} drumdub_tags_field;

typedef struct {
  /// The picture type of ID3v2 (APIC) and FLAC; 3 is the front cover.
  int32_t type;
  int32_t width;
  int32_t height;
  const char *mime;
  size_t mime_length;
  const uint8_t *bytes;
  size_t length;
} drumdub_tags_picture;

typedef struct drumdub_tags drumdub_tags;

/// Tags that the library does not find by itself.
typedef struct {
  /// Whole ID3v2 tags, one after the other, that replace those of the file. They are read before its other tags, in
  /// FLAC files after them.
  const uint8_t *id3;
  size_t id3_length;
  /// The file offset of the footer of an APE tag, which is read last; negative if there is none.
  int64_t ape_footer;
} drumdub_tags_extra;

/// Bytes of a file at an offset.
typedef struct {
  int64_t start;
  const uint8_t *bytes;
  size_t length;
} drumdub_tags_block;

/// A regular file that is open for reading, with the blocks that were read of it already.
typedef struct {
  int descriptor;
  int64_t size;
  const drumdub_tags_block *blocks;
  size_t block_count;
} drumdub_tags_file;

/// Reads the tags of a file, whose descriptor stays open. `offset` is the position of the tag for DRUMDUB_TAGS_ID3V2.
/// Returns NULL if the file has another format or is too damaged to be read; errno is ENOMEM if a length field requires
/// more memory than there is.
drumdub_tags *drumdub_tags_open(
    drumdub_tags_file file, drumdub_tags_kind kind, int64_t offset, drumdub_tags_extra extra);

/// Frees the handle.
void drumdub_tags_close(drumdub_tags *tags);

drumdub_tags_stream drumdub_tags_get_stream(const drumdub_tags *tags);
size_t drumdub_tags_field_count(const drumdub_tags *tags);
/// Returns a field. Its pointers are valid until the handle is closed; `index` must be below the count.
drumdub_tags_field drumdub_tags_get_field(const drumdub_tags *tags, size_t index);
size_t drumdub_tags_picture_count(const drumdub_tags *tags);
drumdub_tags_picture drumdub_tags_get_picture(const drumdub_tags *tags, size_t index);

/// New values of properties. Calls with the same handle must not overlap.
typedef struct drumdub_tags_edit drumdub_tags_edit;

/// NULL where memory is short.
drumdub_tags_edit *drumdub_tags_edit_create(void);
void drumdub_tags_edit_destroy(drumdub_tags_edit *edit);
/// Removes all values of a property. Key and value are UTF-8.
void drumdub_tags_edit_remove(drumdub_tags_edit *edit, const char *key);
/// Adds a value to those that a property gets.
void drumdub_tags_edit_add(drumdub_tags_edit *edit, const char *key, const char *value);
/// Sets the picture that replaces those of the file. `mime` is UTF-8; that in `picture` is not read.
void drumdub_tags_edit_set_picture(drumdub_tags_edit *edit, drumdub_tags_picture picture, const char *mime);
/// Sets the bytes of an item of the list INFO of a WAVE file; without bytes the item is removed. A file without such a
/// list gets none. `name` has four letters.
void drumdub_tags_edit_set_info(drumdub_tags_edit *edit, const char *name, const uint8_t *bytes, size_t length);
/// Changes the tags of a regular file that is open for reading and writing. The descriptor is taken and closed in every
/// case. Returns 0; an errno of the system; EBADMSG where TagLib cannot read the file or has no writer for the kind.
int drumdub_tags_edit_apply(const drumdub_tags_edit *edit, int descriptor, drumdub_tags_kind kind);

/// Prepares TagLib for this process; the other functions call it.
void drumdub_tags_set_up(void);

#ifdef __cplusplus
}
#endif
