#include "CTagLib.h"

#include "Collector.h"
#include "DescriptorStream.h"

#include <memory>
#include <new>
#include <type_traits>

using namespace TagLib;
using drumdub::Collector;
using drumdub::TagOnlyFile;

namespace {

/// Discards TagLib's debug messages, which would appear on the player's screen.
class Silence : public DebugListener {
  void printMessage(const String &) override {}
};

/// Sets the bits of a sample of a format that states them.
template <class Properties>
auto set_bits(drumdub_tags_stream &stream, const Properties *properties) -> decltype(void(properties->bitsPerSample())) {
  stream.bits = properties->bitsPerSample();
}

void set_bits(drumdub_tags_stream &, const AudioProperties *) {}

uint32_t detail(const RIFF::WAV::Properties *properties) { return properties->format(); }
uint32_t detail(const RIFF::AIFF::Properties *properties) {
  return properties->isAiffC() ? properties->compressionType().toUInt() : 0;
}
uint32_t detail(const MP4::Properties *properties) { return properties->codec(); }
uint32_t detail(const ASF::Properties *properties) { return properties->codec(); }
uint32_t detail(const AudioProperties *) { return 0; }

template <class Properties>
void set_stream(drumdub_tags_stream &stream, const Properties *properties) {
  if (!properties) return;
  stream.milliseconds = properties->lengthInMilliseconds();
  stream.kilobits = properties->bitrate();
  stream.sample_rate = properties->sampleRate();
  stream.channels = properties->channels();
  stream.detail = detail(properties);
  set_bits(stream, properties);
}

template <class Kind, class Argument>
Kind opened(IOStream &stream, Argument argument) {
  // The caller measures MPEG audio itself.
  if constexpr (std::is_same_v<Kind, MPEG::File>) {
    return Kind(&stream, argument, false);
  } else {
    return Kind(&stream, argument);
  }
}

template <class Kind, class Argument>
bool read_as(drumdub_tags &tags, IOStream &stream, bool skips_id3v2, Argument argument) {
  auto file = opened<Kind>(stream, argument);
  if (!file.isValid()) return false;
  set_stream(tags.stream, file.audioProperties());
  Collector all(tags, skips_id3v2);
  drumdub::each_tag(file, [&](auto *tag) { all.add(tag); });
  return true;
}

bool read_id3v2(drumdub_tags &tags, IOStream &stream, int64_t offset) {
  TagOnlyFile file(&stream);
  const ID3v2::Tag tag(&file, long(offset));
  Collector(tags).add(&tag);
  return true;
}

void read_extra_id3v2(drumdub_tags &tags, const drumdub_tags_extra &extra) {
  size_t start = 0;
  while (start + 10 <= extra.id3_length) {
    const uint8_t *head = extra.id3 + start;
    const size_t size = 10 + (size_t(head[6]) << 21 | size_t(head[7]) << 14 | size_t(head[8]) << 7 | head[9]);
    if (size > extra.id3_length - start) return;
    ByteVectorStream stream(ByteVector(reinterpret_cast<const char *>(head), static_cast<unsigned int>(size)));
    read_id3v2(tags, stream, 0);
    start += size;
  }
}

void read_extra_ape(drumdub_tags &tags, IOStream &stream, const drumdub_tags_extra &extra) {
  if (extra.ape_footer < 0) return;
  TagOnlyFile file(&stream);
  const APE::Tag tag(&file, long(extra.ape_footer));
  Collector(tags).add(&tag);
}

bool read(drumdub_tags &tags, IOStream &stream, drumdub_tags_kind kind, int64_t offset, bool skips_id3v2) {
  ID3v2::FrameFactory *factory = ID3v2::FrameFactory::instance();
  switch (kind) {
#define READ(name, file, argument) \
  case DRUMDUB_TAGS_##name: return read_as<file>(tags, stream, skips_id3v2, argument);
    DRUMDUB_TAGS_WRITABLE(READ)
    DRUMDUB_TAGS_MODULES(READ)
    case DRUMDUB_TAGS_ID3V2: return skips_id3v2 || read_id3v2(tags, stream, offset);
  }
  return false;
}

}  // namespace

void drumdub_tags_set_up(void) {
  // Never freed, since another thread may still read tags while the program ends. Static variables keep them
  // reachable, so that LeakSanitizer does not report them.
  static Silence *const silence = new Silence;
  static const bool done = [] {
    setDebugListener(silence);
    return true;
  }();
  (void)done;
}

drumdub_tags *drumdub_tags_open(
    drumdub_tags_file file, drumdub_tags_kind kind, int64_t offset, drumdub_tags_extra extra) {
  drumdub::DescriptorStream stream(file);
  errno = 0;
  try {
    drumdub_tags_set_up();
    auto tags = std::make_unique<drumdub_tags>();
    const bool id3_is_last = kind == DRUMDUB_TAGS_FLAC;
    if (!id3_is_last) read_extra_id3v2(*tags, extra);
    if (!read(*tags, stream, kind, offset, extra.id3_length > 0)) return nullptr;
    if (id3_is_last) read_extra_id3v2(*tags, extra);
    read_extra_ape(*tags, stream, extra);
    return tags.release();
  } catch (const std::bad_alloc &) {
    errno = ENOMEM;
    return nullptr;
  } catch (...) {
    // Damaged files can raise other exceptions inside TagLib. Such a file counts as unreadable.
    return nullptr;
  }
}

void drumdub_tags_close(drumdub_tags *tags) { delete tags; }

drumdub_tags_stream drumdub_tags_get_stream(const drumdub_tags *tags) { return tags->stream; }

size_t drumdub_tags_field_count(const drumdub_tags *tags) { return tags->fields.size(); }

drumdub_tags_field drumdub_tags_get_field(const drumdub_tags *tags, size_t index) {
  const drumdub::Field &field = tags->fields[index];
  return {field.key.data(), field.key.size(), field.value.data(), field.value.size(), field.latin1, field.slashes};
}

size_t drumdub_tags_picture_count(const drumdub_tags *tags) { return tags->pictures.size(); }

drumdub_tags_picture drumdub_tags_get_picture(const drumdub_tags *tags, size_t index) {
  const drumdub::Picture &picture = tags->pictures[index];
  return {picture.type,
          picture.width,
          picture.height,
          picture.mime.data(),
          picture.mime.size(),
          reinterpret_cast<const uint8_t *>(picture.data.data()),
          picture.data.size()};
}
