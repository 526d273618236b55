#pragma once
// Changes items in the bytes of the box `ilst` of an MP4 file. TagLib would write all items again, without those that it
// does not know, and the number of a genre (`gnre`) as a text.
#include <taglib/mp4atom.h>
#include <taglib/mp4coverart.h>

#include "Changer.h"

namespace drumdub {

class ItemEdit {
 public:
  explicit ItemEdit(const Changer &edit) : edit(edit) {}

  /// Replaces the items of the changed properties; all others keep their bytes. Returns false where TagLib cannot write
  /// the file.
  bool apply(MP4::File &file) const {
    ByteVector items, kept, changed;
    if (!read(file, items) || !split(items, kept, changed)) {
      edit.apply(file.tag());
      return file.save();
    }
    ByteVectorStream stream(with_items(changed));
    MP4::File part(&stream, false);
    edit.apply(part.tag());
    if (!part.save() || !read(part, changed)) return false;
    kept.append(changed);
    return write(kept, file);
  }

 private:
  static constexpr unsigned int header_size = 8, cover_size = 24;

  /// Reads the content of the list of items; nothing if there is no list. Returns false for a size of 64 bits.
  static bool read(MP4::File &file, ByteVector &items) {
    items.clear();
    const MP4::Atom *list = MP4::Atoms(&file).find("moov", "udta", "meta", "ilst");
    if (!list) return true;
    file.seek(list->offset);
    const ByteVector box = file.readBlock(static_cast<unsigned long>(list->length));
    if (box.size() < header_size || box.toUInt(0) != box.size()) return false;
    items = box.mid(header_size);
    return true;
  }

  /// Returns false for a list with an item that does not end within it.
  bool split(const ByteVector &items, ByteVector &kept, ByteVector &changed) const {
    for (unsigned int place = 0, size = 0; place < items.size(); place += size) {
      const unsigned int rest = items.size() - place;
      size = rest < header_size ? 0 : items.toUInt(place);
      if (size < header_size || size > rest) return false;
      const ByteVector item = items.mid(place, size);
      (is_touched(item) ? changed : kept).append(item);
    }
    return true;
  }

  bool is_touched(const ByteVector &item) const {
    if (edit.touches_item(String(item.mid(4, 4), String::Latin1))) return true;
    ByteVectorStream stream(with_items(item));
    MP4::File part(&stream, false);
    for (const auto &one : part.tag()->itemMap()) {
      if (edit.touches_item(one.first)) return true;
    }
    return false;
  }

  /// Lets TagLib write a cover of the size of the items, which makes room and corrects the offsets of the sound, and
  /// replaces it by the items.
  static bool write(ByteVector items, MP4::File &file) {
    // A cover without bytes is larger than the smallest items.
    if (!items.isEmpty() && items.size() < cover_size) items.append(box("free", ByteVector(cover_size, '\0')));
    MP4::Tag *tag = file.tag();
    const MP4::ItemMap old = tag->itemMap();
    for (const auto &item : old) tag->removeItem(item.first);
    if (!items.isEmpty()) {
      MP4::CoverArtList covers;
      covers.append(MP4::CoverArt(MP4::CoverArt::Unknown, ByteVector(items.size() - cover_size, '\0')));
      tag->setItem("covr", covers);
    }
    if (!file.save()) return false;
    const MP4::Atoms atoms(&file);
    const MP4::Atom *list = MP4::Atoms(&file).find("moov", "udta", "meta", "ilst");
    if (!list || list->length != long(header_size + items.size())) return false;
    file.insert(items, static_cast<unsigned long>(list->offset) + header_size, items.size());
    return true;
  }

  static ByteVector box(const char *name, const ByteVector &content) {
    return ByteVector::fromUInt(header_size + content.size()) + ByteVector(name) + content;
  }

  /// A file that has items, and nothing else.
  static ByteVector with_items(const ByteVector &items) {
    return box("moov", box("udta", box("meta", ByteVector(4, '\0') + box("ilst", items))));
  }

  const Changer &edit;
};

}  // namespace drumdub
