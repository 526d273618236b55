#pragma once
// Changes properties in the tags of one file. Only the frames, items and fields of these properties are touched.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "TagLibFiles.h"

/// The new values of properties by name; a property without values is removed.
struct drumdub_tags_edit {
  std::map<std::string, TagLib::StringList> changes;
  /// The picture that replaces those of the file; without bytes it keeps them.
  struct {
    int type = 0, width = 0, height = 0;
    TagLib::String mime;
    TagLib::ByteVector bytes;
  } picture;
  /// The items of the list INFO of a WAVE file by name.
  std::map<std::string, TagLib::ByteVector> info;
};

namespace drumdub {

using namespace TagLib;

class Changer {
 public:
  explicit Changer(const drumdub_tags_edit &edit) : edit(edit) {
    for (const auto &change : edit.changes) changes.push_back({String(change.first, String::UTF8), change.second});
  }

  const std::map<std::string, ByteVector> &info() const { return edit.info; }

  bool changes_date() const { return edit.changes.count("DATE") > 0; }

  /// Whether a frame has a property that is changed, or a picture where the pictures are.
  bool touches(const ID3v2::Frame *frame) const {
    const ByteVector name = frame->frameID();
    if (name == "APIC") return !edit.picture.bytes.isEmpty();
    if (name == "POPM") return edit.changes.count("POPM") > 0;
    const PropertyMap map = properties(frame);
    return std::any_of(changes.begin(), changes.end(), [&](const auto &change) { return map.contains(change.first); });
  }

  /// Replaces the frames of the properties; `POPM` stands for the rating of the first popularimeter, 0 to 255.
  void apply(ID3v2::Tag *tag) const {
    for (const auto &[key, values] : changes) {
      if (key == "POPM") {
        set_rating(*tag, values);
        continue;
      }
      std::vector<ID3v2::Frame *> old;
      for (ID3v2::Frame *frame : tag->frameList()) {
        if (properties(frame).contains(key)) old.push_back(frame);
      }
      for (ID3v2::Frame *frame : old) tag->removeFrame(frame);
      if (!values.isEmpty()) tag->addFrame(ID3v2::Frame::createTextualFrame(key, values));
    }
    if (edit.picture.bytes.isEmpty()) return;
    tag->removeFrames("APIC");
    auto *frame = new ID3v2::AttachedPictureFrame();
    frame->setType(static_cast<ID3v2::AttachedPictureFrame::Type>(edit.picture.type));
    frame->setMimeType(edit.picture.mime);
    frame->setPicture(edit.picture.bytes);
    tag->addFrame(frame);
  }

  /// The pictures of a FLAC file are not in its comment.
  void apply(FLAC::File *file) const {
    if (edit.picture.bytes.isEmpty()) return;
    file->removePictures();
    file->addPicture(picture());
  }

  /// Replaces the pictures in the comment of an Ogg file.
  void apply_picture(Ogg::XiphComment *tag) const {
    if (edit.picture.bytes.isEmpty()) return;
    tag->removeAllPictures();
    tag->addPicture(picture());
  }

  /// Other tags keep their pictures.
  void apply_picture(Tag *) const {}

  /// The version to write a tag in: that of the file, unless ID3v2.3 cannot hold the values.
  ID3v2::Version version(const ID3v2::Tag *tag) const {
    if (tag->header()->majorVersion() >= 4) return ID3v2::v4;
    for (const auto &[key, values] : changes) {
      if (values.size() > 1) return ID3v2::v4;
      // ID3v2.3 has a year, or a year and a day.
      if (key == "DATE" && !values.isEmpty() && values.front().size() != 4 && values.front().size() != 10) {
        return ID3v2::v4;
      }
    }
    return ID3v2::v3;
  }

  void apply(Ogg::XiphComment *tag) const {
    for (const auto &[key, values] : changes) {
      tag->removeFields(key);
      for (const String &value : values) tag->addField(key, value, false);
    }
  }

  void apply(APE::Tag *tag) const {
    // The names of items differ from those of properties.
    PropertyMap map = tag->properties();
    for (const auto &[key, values] : changes) {
      if (key != "POPM") map.replace(key, values);
    }
    tag->setProperties(map);
  }

  /// Whether an item of MP4 has a property that is changed.
  bool touches_item(const String &name) const {
    return std::any_of(changes.begin(), changes.end(), [&](const auto &change) {
      const char *item = item_name(change.first);
      return item ? name == item : is_free_form(name, change.first);
    });
  }

  void apply(MP4::Tag *tag) const {
    for (const auto &[key, values] : changes) {
      const char *item = item_name(key);
      const String name = item ? String(item) : remove_free_form(*tag, key);
      tag->removeItem(name);
      if (values.isEmpty()) continue;
      const String &text = values.front();
      if (name == "trkn" || name == "disk") {
        tag->setItem(name, pair(text));
      } else if (name == "tmpo" || name == "rate") {
        tag->setItem(name, MP4::Item(text.toInt()));
      } else {
        tag->setItem(name, MP4::Item(values));
      }
    }
  }

  void apply(ASF::Tag *tag) const {
    static const std::map<std::string, const char *> names = {
        {"ALBUM", "WM/AlbumTitle"},     {"ALBUMARTIST", "WM/AlbumArtist"}, {"TRACKNUMBER", "WM/TrackNumber"},
        {"DISCNUMBER", "WM/PartOfSet"}, {"DATE", "WM/Year"},               {"GENRE", "WM/Genre"},
        {"BPM", "WM/BeatsPerMinute"},   {"ARTISTS", "WM/ARTISTS"},
    };
    for (const auto &[key, values] : changes) {
      const auto found = names.find(key.to8Bit());
      if (key == "TITLE") {
        tag->setTitle(values.toString(" ; "));
      } else if (key == "ARTIST") {
        tag->setArtist(values.toString(" ; "));
      } else if (key == "WM/SharedUserRating") {
        tag->removeItem(key);
        // A number, as Windows writes it.
        if (!values.isEmpty()) tag->addAttribute(key, ASF::Attribute(static_cast<unsigned int>(values.front().toInt())));
      } else if (found != names.end()) {
        tag->removeItem(found->second);
        for (const String &value : values) tag->addAttribute(found->second, ASF::Attribute(value));
      }
    }
  }

  /// Has short texts in Latin-1; a text in other letters is left out.
  void apply(ID3v1::Tag *tag) const {
    for (const auto &[key, values] : changes) {
      const String text = values.toString(", ");
      if (key == "TITLE") tag->setTitle(text);
      if (key == "ARTIST") tag->setArtist(text);
      if (key == "ALBUM") tag->setAlbum(text);
      if (key == "GENRE") tag->setGenre(text);
      if (key == "DATE") tag->setYear(static_cast<unsigned int>(text.substr(0, 4).toInt()));
      if (key == "TRACKNUMBER") tag->setTrack(static_cast<unsigned int>(text.toInt()));
    }
  }

 private:
  /// Returns the name of the item of MP4 that has a property; null for one that has a free-form item.
  static const char *item_name(const String &key) {
    static const std::map<std::string, const char *> names = {
        {"TITLE", "\251nam"},   {"ARTIST", "\251ART"},    {"ALBUM", "\251alb"},     {"ALBUMARTIST", "aART"},
        {"GENRE", "\251gen"},   {"DATE", "\251day"},      {"COMPOSER", "\251wrt"},  {"COMMENT", "\251cmt"},
        {"TRACKNUMBER", "trkn"}, {"DISCNUMBER", "disk"}, {"BPM", "tmpo"},         {"LYRICS", "\251lyr"},
        {"rate", "rate"},
    };
    const auto found = names.find(key.to8Bit());
    return found == names.end() ? nullptr : found->second;
  }

  FLAC::Picture *picture() const {
    auto *picture = new FLAC::Picture();
    picture->setType(static_cast<FLAC::Picture::Type>(edit.picture.type));
    picture->setMimeType(edit.picture.mime);
    picture->setWidth(edit.picture.width);
    picture->setHeight(edit.picture.height);
    picture->setData(edit.picture.bytes);
    return picture;
  }

  /// The properties of a frame with text; none of other frames, and of lists of people, which are one frame for several
  /// properties.
  static PropertyMap properties(const ID3v2::Frame *frame) {
    if (frame->frameID() == "TIPL" || frame->frameID() == "TMCL") return PropertyMap();
    // Not virtual in TagLib.
    const auto *named = dynamic_cast<const ID3v2::UserTextIdentificationFrame *>(frame);
    if (named) return named->asProperties();
    if (const auto *comment = dynamic_cast<const ID3v2::CommentsFrame *>(frame)) return comment->asProperties();
    const auto *lyrics = dynamic_cast<const ID3v2::UnsynchronizedLyricsFrame *>(frame);
    if (lyrics) return lyrics->asProperties();
    const auto *text = dynamic_cast<const ID3v2::TextIdentificationFrame *>(frame);
    return text ? text->asProperties() : PropertyMap();
  }

  /// Sets the rating that is read, that of the first popularimeter that has one. Play counts are kept.
  static void set_rating(ID3v2::Tag &tag, const StringList &values) {
    std::vector<ID3v2::PopularimeterFrame *> frames;
    for (ID3v2::Frame *frame : tag.frameList("POPM")) {
      if (auto *popularity = dynamic_cast<ID3v2::PopularimeterFrame *>(frame)) frames.push_back(popularity);
    }
    if (!values.isEmpty()) {
      const auto rated = [](const ID3v2::PopularimeterFrame *frame) { return frame->rating() > 0; };
      auto found = std::find_if(frames.begin(), frames.end(), rated);
      if (found == frames.end()) found = frames.begin();
      auto *frame = found == frames.end() ? new ID3v2::PopularimeterFrame() : *found;
      if (found == frames.end()) tag.addFrame(frame);
      frame->setRating(values.front().toInt());
      return;
    }
    for (ID3v2::PopularimeterFrame *frame : frames) {
      frame->setRating(0);
      if (frame->counter() == 0) tag.removeFrame(frame);
    }
  }

  /// Removes the free-form items of a property, which may have several. Returns the name of the first one, or a new one.
  static String remove_free_form(MP4::Tag &tag, const String &key) {
    std::vector<String> names;
    for (const auto &item : tag.itemMap()) {
      if (is_free_form(item.first, key)) names.push_back(item.first);
    }
    for (const String &name : names) tag.removeItem(name);
    return names.empty() ? "----:com.apple.iTunes:" + key : names.front();
  }

  /// Whether an item, as `----:com.apple.iTunes:ARTISTS`, is of a property. Its case varies from writer to writer, and
  /// MusicBrainz Picard writes `MusicBrainz Artist Id` for MUSICBRAINZ_ARTISTID.
  static bool is_free_form(const String &item, const String &key) {
    if (!item.startsWith("----:")) return false;
    const String name = item.substr(static_cast<unsigned int>(item.rfind(":") + 1)).upper();
    if (name == key.upper()) return true;
    return key.startsWith("MUSICBRAINZ_") && letters(name) == letters(key);
  }

  static String letters(const String &name) {
    String result;
    for (const wchar_t letter : name) {
      if (letter != ' ' && letter != '_') result += letter;
    }
    return result;
  }

  /// Reads `3` or `3/12`.
  static MP4::Item pair(const String &text) {
    const int slash = text.find("/");
    if (slash < 0) return MP4::Item(text.toInt(), 0);
    return MP4::Item(text.substr(0, static_cast<unsigned int>(slash)).toInt(),
                     text.substr(static_cast<unsigned int>(slash) + 1).toInt());
  }

  const drumdub_tags_edit &edit;
  std::vector<std::pair<String, StringList>> changes;
};

}  // namespace drumdub
