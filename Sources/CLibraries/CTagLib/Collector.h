#pragma once
// The tags of one file, copied from TagLib's objects to plain values.
#include "CTagLib.h"

#include <cstdio>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <taglib/apetag.h>
#include <taglib/asftag.h>
#include <taglib/attachedpictureframe.h>
#include <taglib/flacpicture.h>
#include <taglib/id3v2tag.h>
#include <taglib/infotag.h>
#include <taglib/mp4tag.h>
#include <taglib/popularimeterframe.h>
#include <taglib/synchronizedlyricsframe.h>
#include <taglib/textidentificationframe.h>
#include <taglib/tpropertymap.h>
#include <taglib/unsynchronizedlyricsframe.h>
#include <taglib/xiphcomment.h>

namespace drumdub {

using namespace TagLib;

struct Field {
  std::string key, value;
  bool latin1 = false, slashes = false;
};

struct Picture {
  int type = 0, width = 0, height = 0;
  std::string mime;
  ByteVector data;
};

}  // namespace drumdub

struct drumdub_tags {
  drumdub_tags_stream stream = {};
  std::vector<drumdub::Field> fields;
  std::vector<drumdub::Picture> pictures;
  /// The names of the fields.
  std::set<std::string> keys;
};

namespace drumdub {

inline void append_scalar(std::string &out, uint32_t scalar) {
  if (scalar < 0x80) {
    out += char(scalar);
  } else if (scalar < 0x800) {
    out += char(0xC0 | scalar >> 6);
    out += char(0x80 | (scalar & 0x3F));
  } else if (scalar < 0x10000) {
    out += char(0xE0 | scalar >> 12);
    out += char(0x80 | (scalar >> 6 & 0x3F));
    out += char(0x80 | (scalar & 0x3F));
  } else {
    out += char(0xF0 | scalar >> 18);
    out += char(0x80 | (scalar >> 12 & 0x3F));
    out += char(0x80 | (scalar >> 6 & 0x3F));
    out += char(0x80 | (scalar & 0x3F));
  }
}

/// Converts TagLib's UTF-16 to UTF-8. `String::to8Bit` returns an empty string for text with a lone surrogate; this
/// function replaces only that unit by U+FFFD.
inline std::string utf8(const String &text) {
  std::string out;
  out.reserve(text.size());
  for (unsigned int i = 0; i < text.size(); i++) {
    const uint32_t unit = uint32_t(text[i]) & 0xFFFF;
    const uint32_t next = i + 1 < text.size() ? uint32_t(text[i + 1]) & 0xFFFF : 0;
    if (unit >= 0xD800 && unit < 0xDC00 && next >= 0xDC00 && next < 0xE000) {
      append_scalar(out, 0x10000 + ((unit - 0xD800) << 10) + (next - 0xDC00));
      i++;
    } else {
      append_scalar(out, unit >= 0xD800 && unit < 0xE000 ? 0xFFFD : unit);
    }
  }
  return out;
}

/// Collects the fields of all tags of one file. Tags are added in order of precedence: a later tag adds only the
/// properties that no earlier tag has.
class Collector {
 public:
  explicit Collector(drumdub_tags &tags) : tags(tags), keys(tags.keys) {}

  /// \param latin1 the names of the properties that the file declares as Latin-1.
  /// \param slashes whether a slash separates several values.
  void add(const PropertyMap &map, const std::set<std::string> &latin1 = {}, bool slashes = false) {
    std::set<std::string> seen;
    for (const auto &property : map) {
      const std::string key = utf8(property.first);
      if (keys.count(key)) continue;
      for (const String &value : property.second) add_value({key, utf8(value), latin1.count(key) > 0, slashes}, seen);
    }
    keys.insert(seen.begin(), seen.end());
  }

  void add(const Tag *tag) {
    if (tag) add(tag->properties());
  }

  /// Adds a tag whose only encoding is Latin-1 (ID3v1).
  void add_latin1(const Tag *tag) {
    if (!tag) return;
    const PropertyMap map = tag->properties();
    std::set<std::string> names;
    for (const auto &property : map) names.insert(utf8(property.first));
    add(map, names);
  }

  void add(const ID3v2::Tag *tag) {
    if (!tag) return;
    add(tag->properties(), latin1_names(*tag), tag->header()->majorVersion() == 3);
    add_rating(*tag);
    const bool has_lyrics = keys.count("SYNCEDLYRICS") > 0;
    for (ID3v2::Frame *frame : tag->frameList("SYLT")) {
      if (has_lyrics) break;
      if (auto *lyrics = dynamic_cast<ID3v2::SynchronizedLyricsFrame *>(frame)) add_lyrics(*lyrics);
    }
    for (ID3v2::Frame *frame : tag->frameList("APIC")) {
      if (auto *art = dynamic_cast<ID3v2::AttachedPictureFrame *>(frame)) {
        add_picture(art->type(), 0, 0, art->mimeType(), art->picture());
      }
    }
  }

  void add(const APE::Tag *tag) {
    if (!tag) return;
    add(tag->properties());
    add_picture(*tag, "COVER ART (FRONT)", 3);
    add_picture(*tag, "COVER ART (BACK)", 4);
  }

  void add(const RIFF::Info::Tag *tag) {
    if (!tag) return;
    PropertyMap map = tag->properties();
    // `properties()` returns these two as numbers, without month and day and without the total of "3/12".
    const String date = tag->fieldText("ICRD"), number = tag->fieldText("ITRK");
    if (!date.isEmpty()) map.replace("DATE", date);
    if (!number.isEmpty()) map.replace("TRACKNUMBER", number);
    add(map);
  }

  void add(Ogg::XiphComment *tag) {
    if (!tag) return;
    add(tag->properties());
    add_pictures(tag->pictureList());
  }

  void add(const MP4::Tag *tag) {
    if (!tag) return;
    PropertyMap map = tag->properties();
    // Freeform items that `properties()` leaves out. Writers differ in upper and lower case.
    const String space("----:com.apple.iTunes:");
    for (const auto &item : tag->itemMap()) {
      const String name = item.first.startsWith(space) ? item.first.substr(space.size()).upper() : String();
      const bool is_wanted = name.startsWith("REPLAYGAIN_") || name == "RATING" || name == "FMPS_RATING" || name == "ITUNSMPB";
      if (!is_wanted) continue;
      map.replace(item.first.substr(space.size()).upper(), item.second.toStringList());
    }
    add(map);
    if (tag->contains("rate")) add_only("rate", String::number(tag->item("rate").toInt()));
    if (!tag->contains("covr")) return;
    for (const MP4::CoverArt &art : tag->item("covr").toCoverArtList()) {
      add_picture(3, 0, 0, String(), art.data());
    }
  }

  void add(const ASF::Tag *tag) {
    if (!tag) return;
    PropertyMap map = tag->properties();
    // Attributes that `properties()` leaves out.
    for (const auto &[name, key] : {std::pair("TotalTracks", "TOTALTRACKS"), std::pair("TotalDiscs", "TOTALDISCS")}) {
      if (!text(*tag, name).isEmpty()) map.replace(key, text(*tag, name));
    }
    add(map);
    add_only("WM/SharedUserRating", text(*tag, "WM/SharedUserRating"));
    if (!tag->contains("WM/Picture")) return;
    for (const ASF::Attribute &attribute : tag->attribute("WM/Picture")) {
      const ASF::Picture art = attribute.toPicture();
      if (art.isValid()) add_picture(art.type(), 0, 0, art.mimeType(), art.picture());
    }
  }

  void add_pictures(const List<FLAC::Picture *> &list) {
    for (FLAC::Picture *art : list) {
      add_picture(art->type(), art->width(), art->height(), art->mimeType(), art->data());
    }
  }

 private:
  /// Returns the names of the properties whose frames are declared as Latin-1 and contain other characters than ASCII.
  static std::set<std::string> latin1_names(const ID3v2::Tag &tag) {
    std::set<std::string> names;
    for (const ID3v2::Frame *frame : tag.frameList()) {
      const auto *text = dynamic_cast<const ID3v2::TextIdentificationFrame *>(frame);
      if (!text || text->textEncoding() != String::Latin1 || text->toString().isAscii()) continue;
      for (const auto &property : text->asProperties()) names.insert(utf8(property.first));
    }
    for (const ID3v2::Frame *frame : tag.frameList("USLT")) {
      const auto *lyrics = dynamic_cast<const ID3v2::UnsynchronizedLyricsFrame *>(frame);
      if (!lyrics || lyrics->textEncoding() != String::Latin1 || lyrics->text().isAscii()) continue;
      for (const auto &property : lyrics->asProperties()) names.insert(utf8(property.first));
    }
    return names;
  }

  /// Adds the rating of the first popularimeter that has one, 1 to 255, as a field `POPM`.
  void add_rating(const ID3v2::Tag &tag) {
    std::set<std::string> seen;
    for (const ID3v2::Frame *frame : tag.frameList("POPM")) {
      const auto *popularity = dynamic_cast<const ID3v2::PopularimeterFrame *>(frame);
      if (!popularity || popularity->rating() <= 0 || keys.count("POPM") > 0) continue;
      add_value({"POPM", std::to_string(popularity->rating()), false, false}, seen);
      break;
    }
    keys.insert(seen.begin(), seen.end());
  }

  /// Adds synchronised lyrics as a field `SYNCEDLYRICS` in the LRC format. If a text contains line feeds, its parts are
  /// words, and a line begins with a line feed; otherwise each part is a line (ID3v2.4.0-frames, section 4.9).
  void add_lyrics(const ID3v2::SynchronizedLyricsFrame &frame) {
    if (frame.timestampFormat() != ID3v2::SynchronizedLyricsFrame::AbsoluteMilliseconds) return;
    const auto parts = frame.synchedText();
    bool has_line_feeds = false;
    for (const auto &part : parts) has_line_feeds = has_line_feeds || part.text.find("\n") >= 0;
    std::string text;
    for (const auto &part : parts) {
      const std::string words = utf8(part.text);
      const bool begins = !has_line_feeds || text.empty() || words[0] == '\n';
      if (begins) {
        char time[32];
        snprintf(time, sizeof time, "\n[%02u:%02u.%03u]", part.time / 60000, part.time / 1000 % 60, part.time % 1000);
        text += time;
      }
      for (const char letter : words) text += letter == '\n' || letter == '\r' ? ' ' : letter;
    }
    std::set<std::string> seen;
    add_value({"SYNCEDLYRICS", text, false, false}, seen);
    keys.insert(seen.begin(), seen.end());
  }

  /// Adds a field that only one format has, under its own name: names of a property map are in capitals.
  void add_only(const char *name, const String &value) {
    std::set<std::string> seen;
    if (!keys.count(name)) add_value({name, utf8(value), false, false}, seen);
    keys.insert(seen.begin(), seen.end());
  }

  /// The text of an attribute, or its number; empty if there is none.
  static String text(const ASF::Tag &tag, const char *name) {
    if (!tag.contains(name) || tag.attribute(name).isEmpty()) return String();
    const ASF::Attribute attribute = tag.attribute(name).front();
    const bool is_number = attribute.type() == ASF::Attribute::DWordType;
    return is_number ? String::number(int(attribute.toUInt())) : attribute.toString();
  }

  void add_value(Field field, std::set<std::string> &seen) {
    if (field.value.empty()) return;
    seen.insert(field.key);
    tags.fields.push_back(std::move(field));
  }

  void add_picture(int type, int width, int height, const String &mime, const ByteVector &data) {
    if (data.isEmpty()) return;
    // A tag that was read twice has each picture twice.
    for (const Picture &other : tags.pictures) {
      if (other.type == type && other.data == data) return;
    }
    Picture picture;
    picture.type = type;
    picture.width = width;
    picture.height = height;
    picture.mime = utf8(mime);
    picture.data = data;
    tags.pictures.push_back(std::move(picture));
  }

  /// Adds the picture of an APE item, which contains a file name, a zero byte and the image.
  void add_picture(const APE::Tag &tag, const char *key, int type) {
    const APE::ItemListMap &items = tag.itemListMap();
    if (!items.contains(key)) return;
    const APE::Item &item = items[key];
    if (item.type() != APE::Item::Binary) return;
    const ByteVector data = item.binaryData();
    const int end = data.find('\0');
    if (end >= 0) add_picture(type, 0, 0, String(), data.mid(end + 1));
  }

  drumdub_tags &tags;
  std::set<std::string> &keys;
};

}  // namespace drumdub
