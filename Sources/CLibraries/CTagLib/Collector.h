#pragma once
// The tags of one file, copied from TagLib's objects to plain values.
#include "CTagLib.h"

#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "TagLibFiles.h"

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

/// Converts a text to UTF-8. A lone surrogate, for which `String::to8Bit` returns nothing, becomes U+FFFD.
inline std::string utf8(String text) {
  const String &units = text;
  for (int i = 0; i < int(text.size()); i++) {
    if ((units[i] & 0xF800) != 0xD800) continue;
    const bool is_pair = units[i] < 0xDC00 && i + 1 < int(text.size()) && (units[i + 1] & 0xFC00) == 0xDC00;
    if (is_pair) {
      i++;
    } else {
      text[i] = 0xFFFD;
    }
  }
  return text.to8Bit(true);
}

/// Collects the fields of all tags of one file. Tags are added in order of precedence: a later tag adds only the
/// properties that no earlier tag has.
class Collector {
 public:
  /// \param skips_id3v2 whether to pass over ID3v2 tags.
  explicit Collector(drumdub_tags &tags, bool skips_id3v2 = false)
      : tags(tags), keys(tags.keys), skips_id3v2(skips_id3v2) {}

  /// Adds the values of a property that no earlier tag has.
  ///
  /// \param latin1 whether the file declares them as Latin-1.
  /// \param slashes whether a slash separates several values.
  void add(const std::string &key, const StringList &values, bool latin1 = false, bool slashes = false) {
    if (keys.count(key)) return;
    for (const String &value : values) {
      if (value.isEmpty()) continue;
      tags.fields.push_back({key, utf8(value), latin1, slashes});
      keys.insert(key);
    }
  }

  /// \param latin1 the names of the properties that the file declares as Latin-1.
  void add(const PropertyMap &map, const std::set<std::string> &latin1 = {}, bool slashes = false) {
    for (const auto &property : map) {
      const std::string key = utf8(property.first);
      add(key, property.second, latin1.count(key) > 0, slashes);
    }
  }

  void add(const Tag *tag) {
    if (tag) add(tag->properties());
  }

  /// Adds a tag whose only encoding is Latin-1.
  void add(const ID3v1::Tag *tag) {
    const PropertyMap map = tag->properties();
    for (const auto &property : map) add(utf8(property.first), property.second, true);
  }

  void add(const ID3v2::Tag *tag) {
    if (!tag || skips_id3v2) return;
    add(tag->properties(), latin1_names(*tag), tag->header()->majorVersion() == 3);
    add_rating(*tag);
    StringList lyrics;
    for (ID3v2::Frame *frame : tag->frameList("SYLT")) {
      if (auto *timed = dynamic_cast<ID3v2::SynchronizedLyricsFrame *>(frame)) lyrics.append(lrc(*timed));
    }
    add("SYNCEDLYRICS", lyrics);
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
      if (is_wanted) map.replace(name, item.second.toStringList());
    }
    add(map);
    if (tag->contains("rate")) add("rate", String::number(tag->item("rate").toInt()));
    if (!tag->contains("covr")) return;
    for (const MP4::CoverArt &art : tag->item("covr").toCoverArtList()) {
      add_picture(3, 0, 0, String(), art.data());
    }
  }

  void add(FLAC::File *file) { add_pictures(file->pictureList()); }

  void add(const ASF::Tag *tag) {
    if (!tag) return;
    PropertyMap map = tag->properties();
    // Attributes that `properties()` leaves out.
    for (const auto &[name, key] : {std::pair("TotalTracks", "TOTALTRACKS"), std::pair("TotalDiscs", "TOTALDISCS")}) {
      if (!text(*tag, name).isEmpty()) map.replace(key, text(*tag, name));
    }
    add(map);
    add("WM/SharedUserRating", text(*tag, "WM/SharedUserRating"));
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
    for (const ID3v2::Frame *frame : tag.frameList("POPM")) {
      const auto *popularity = dynamic_cast<const ID3v2::PopularimeterFrame *>(frame);
      if (popularity && popularity->rating() > 0) add("POPM", String::number(popularity->rating()));
    }
  }

  /// Returns synchronised lyrics in the LRC format; nothing if their times are not in milliseconds. If a text contains
  /// line feeds, its parts are words, and a line begins with a line feed; otherwise each part is a line
  /// (ID3v2.4.0-frames, section 4.9).
  static String lrc(const ID3v2::SynchronizedLyricsFrame &frame) {
    String text;
    if (frame.timestampFormat() != ID3v2::SynchronizedLyricsFrame::AbsoluteMilliseconds) return text;
    const auto parts = frame.synchedText();
    bool has_line_feeds = false;
    for (const auto &part : parts) has_line_feeds = has_line_feeds || part.text.find("\n") >= 0;
    for (const auto &part : parts) {
      String words = part.text;
      if (!has_line_feeds || text.isEmpty() || words.startsWith("\n")) {
        char time[32];
        snprintf(time, sizeof time, "\n[%02u:%02u.%03u]", part.time / 60000, part.time / 1000 % 60, part.time % 1000);
        text += time;
      }
      for (wchar_t &letter : words) {
        if (letter == '\n' || letter == '\r') letter = ' ';
      }
      text += words;
    }
    return text;
  }

  /// The text of an attribute, or its number; empty if there is none.
  static String text(const ASF::Tag &tag, const char *name) {
    if (!tag.contains(name) || tag.attribute(name).isEmpty()) return String();
    const ASF::Attribute attribute = tag.attribute(name).front();
    const bool is_number = attribute.type() == ASF::Attribute::DWordType;
    return is_number ? String::number(int(attribute.toUInt())) : attribute.toString();
  }

  void add_picture(int type, int width, int height, const String &mime, const ByteVector &data) {
    if (data.isEmpty()) return;
    // A tag that was read twice has each picture twice.
    for (const Picture &other : tags.pictures) {
      if (other.type == type && other.data == data) return;
    }
    tags.pictures.push_back({type, width, height, utf8(mime), data});
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
  const bool skips_id3v2;
};

}  // namespace drumdub
