#pragma once
// Changes items in the bytes of the box `ilst` of an MP4 file. TagLib would write all items again, without those that it
// does not know, and the number of a genre (`gnre`) as a text.
#include <taglib/mp4coverart.h>

#include "Changer.h"

namespace drumdub {

class ItemEdit {
 public:
  explicit ItemEdit(const Changer &edit) : edit(edit) {}

  /// Replaces the items of the changed properties; all others keep their bytes. A file without a list of items gets one.
  /// Returns false where TagLib cannot write the file.
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

  /// Returns the offset of the list of items in a file; -1 if there is none. TagLib's own reader of boxes is private.
  static long find_list(MP4::File &file) {
    long start = 0, end = file.length();
    for (const char *name : {"moov", "udta", "meta", "ilst"}) {
      for (long long length = 0;; start += static_cast<long>(length)) {
        file.seek(start);
        const ByteVector head = file.readBlock(2 * header_size);
        if (head.size() < header_size) return -1;
        length = head.toUInt();
        if (length == 1 && head.size() == 2 * header_size) length = head.mid(header_size).toLongLong();
        if (length < 8 || length > end - start) return -1;
        if (head.mid(4, 4) != ByteVector(name)) continue;
        end = start + static_cast<long>(length);
        break;
      }
      // The version and flags of `meta` precede its boxes.
      if (ByteVector(name) != "ilst") start += ByteVector(name) == "meta" ? header_size + 4 : header_size;
    }
    return start;
  }

  /// Reads the content of the list of items. Returns false if there is none, or if its size is a number of 64 bits.
  static bool read(MP4::File &file, ByteVector &items) {
    const long place = find_list(file);
    if (place < 0) return false;
    file.seek(place);
    const unsigned int size = file.readBlock(header_size).toUInt();
    if (size < header_size) return false;
    items = file.readBlock(size - header_size);
    return items.size() == size - header_size;
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
    ByteVector cover;
    if (!read(file, cover) || cover.size() != items.size()) return false;
    if (!items.isEmpty()) file.insert(items, static_cast<unsigned long>(find_list(file)) + header_size, items.size());
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
