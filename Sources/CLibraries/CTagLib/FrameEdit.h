#pragma once
// Changes frames in the bytes of an ID3v2 tag. TagLib would write all frames again, without their flags, and leave out
// those that it does not know in version 3, as TSOP.
#include <algorithm>

#include "Changer.h"

namespace drumdub {

class FrameEdit {
 public:
  FrameEdit(const Changer &edit, ID3v2::Version version) : edit(edit), version(version) {}

  /// Returns a tag in which the frames of the changed properties are replaced, and all others keep their bytes; nothing
  /// for a tag with flags, of another version, or with a frame that does not end within it.
  ByteVector apply(const ByteVector &tag) const {
    const int major = tag.size() < header_size ? 0 : tag[3];
    if (!tag.startsWith("ID3") || tag[5] != 0 || major != (version == ID3v2::v3 ? 3 : 4)) return ByteVector();
    const unsigned int end = std::min(tag.size(), header_size + number(tag, 6, 7));
    ByteVector kept, changed;
    for (unsigned int place = header_size; place + header_size <= end && tag[place] != 0;) {
      const unsigned int size = number(tag, place + 4, major == 4 ? 7 : 8);
      if (size > end - place - header_size) return ByteVector();
      const ByteVector frame = tag.mid(place, header_size + size);
      (is_touched(frame, major) ? changed : kept).append(frame);
      place += header_size + size;
    }
    ByteVectorStream stream(header(major, changed.size()) + changed);
    TagOnlyFile file(&stream);
    ID3v2::Tag part(&file, 0);
    edit.apply(&part);
    const ByteVector rendered = part.render(version);
    unsigned int place = header_size;
    while (place + header_size <= rendered.size() && rendered[place] != 0) {
      place += header_size + number(rendered, place + 4, major == 4 ? 7 : 8);
    }
    kept.append(rendered.mid(header_size, place - header_size));
    // The tag keeps its size, so that the sound stays where it is, unless too little or too much would be left.
    const unsigned int room = end - header_size, used = kept.size();
    kept.resize(room >= used && room - used <= most_padding ? room : used + usual_padding);
    return header(major, kept.size()) + kept;
  }

 private:
  static constexpr unsigned int header_size = 10, usual_padding = 1024, most_padding = 64 << 10;

  bool is_touched(const ByteVector &frame, int major) const {
    // Version 3 has day and time in other frames than the year.
    const ByteVector name = frame.mid(0, 4);
    if (major == 3 && edit.changes_date() && (name == "TDAT" || name == "TIME" || name == "TYER")) return true;
    ByteVectorStream stream(header(major, frame.size()) + frame);
    TagOnlyFile file(&stream);
    const ID3v2::Tag alone(&file, 0);
    for (const ID3v2::Frame *one : alone.frameList()) {
      if (edit.touches(one)) return true;
    }
    return false;
  }

  static ByteVector header(int major, unsigned int size) {
    ByteVector bytes("ID3");
    bytes.append(char(major)).append('\0').append('\0');
    for (const int shift : {21, 14, 7, 0}) bytes.append(char(size >> shift & 0x7F));
    return bytes;
  }

  /// Reads a number of four bytes with seven or eight bits each. Some programs write eight for seven.
  static unsigned int number(const ByteVector &bytes, unsigned int place, int bits) {
    unsigned int number = 0, high = 0;
    for (unsigned int i = 0; i < 4; i++) {
      number = number << bits | static_cast<unsigned char>(bytes[place + i]);
      high |= static_cast<unsigned char>(bytes[place + i]);
    }
    return bits == 7 && high >= 0x80 ? bytes.toUInt(place, true) : number;
  }

  const Changer &edit;
  const ID3v2::Version version;
};

}  // namespace drumdub
