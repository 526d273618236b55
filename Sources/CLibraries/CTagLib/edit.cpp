#include "CTagLib.h"

#include "Changer.h"
#include "DescriptorStream.h"
#include "FrameEdit.h"
#include "ItemEdit.h"

#include <new>

using namespace TagLib;
using drumdub::Changer;
using drumdub::FrameEdit;

namespace {

/// The ID3v2 tag at the start of a file; nothing if there is none.
ByteVector id3_at_start(File &file) {
  file.seek(0);
  const ByteVector head = file.readBlock(ID3v2::Header::size());
  if (head.size() < ID3v2::Header::size() || !head.startsWith("ID3")) return ByteVector();
  file.seek(0);
  return file.readBlock(ID3v2::Header(head).completeTagSize());
}

template <class Kind>
void apply(const Changer &edit, Kind &file) {
  drumdub::each_tag(file, [&](auto *tag) { edit.apply(tag); });
}

bool change(MPEG::File &file, const Changer &edit) {
  const ID3v2::Version version = edit.version(file.ID3v2Tag(true));
  const ByteVector old = id3_at_start(file), tag = FrameEdit(edit, version).apply(old);
  apply(edit, file);
  const int kinds = tag.isEmpty() ? MPEG::File::AllTags : MPEG::File::APE | MPEG::File::ID3v1;
  if (!file.save(kinds, File::StripNone, version, File::DoNotDuplicate)) return false;
  if (!tag.isEmpty()) file.insert(tag, 0, old.size());
  return true;
}

bool change(drumdub::WaveFile &file, const Changer &edit) {
  const ID3v2::Version version = edit.version(file.ID3v2Tag());
  if (!file.replace_id3([&](const ByteVector &tag) { return FrameEdit(edit, version).apply(tag); })) {
    apply(edit, file);
    if (!file.save(RIFF::WAV::File::ID3v2, File::StripNone, version)) return false;
  }
  if (!edit.info().empty()) file.replace_info(edit.info());
  return true;
}

bool change(drumdub::ChunkFile<RIFF::AIFF::File> &file, const Changer &edit) {
  const ID3v2::Version version = edit.version(file.tag());
  if (file.replace_id3([&](const ByteVector &tag) { return FrameEdit(edit, version).apply(tag); })) return true;
  apply(edit, file);
  return file.save(version);
}

/// FLAC and True Audio, before which an ID3v2 tag may stand. TagLib would write it as version 4.
template <class Kind>
bool change_behind_id3(Kind &file, const Changer &edit) {
  ByteVector tag;
  if (file.hasID3v2Tag()) tag = FrameEdit(edit, edit.version(file.ID3v2Tag())).apply(id3_at_start(file));
  apply(edit, file);
  if (!file.save()) return false;
  if (!tag.isEmpty()) file.insert(tag, 0, id3_at_start(file).size());
  return true;
}

bool change(FLAC::File &file, const Changer &edit) { return change_behind_id3(file, edit); }
bool change(TrueAudio::File &file, const Changer &edit) { return change_behind_id3(file, edit); }
bool change(MP4::File &file, const Changer &edit) { return drumdub::ItemEdit(edit).apply(file); }

/// Formats whose tags have one version.
template <class Kind>
bool change(Kind &file, const Changer &edit) {
  apply(edit, file);
  edit.apply_picture(file.tag());
  return file.save();
}

template <class Kind, class Argument>
bool change_as(IOStream &stream, const Changer &edit, Argument argument) {
  Kind file(&stream, argument);
  return file.isValid() && change(file, edit);
}

bool change(IOStream &stream, drumdub_tags_kind kind, const Changer &edit) {
  ID3v2::FrameFactory *factory = ID3v2::FrameFactory::instance();
  switch (kind) {
#define CHANGE(name, file, argument) \
  case DRUMDUB_TAGS_##name: return change_as<file>(stream, edit, argument);
    DRUMDUB_TAGS_WRITABLE(CHANGE)
    default: return false;
  }
}

}  // namespace

drumdub_tags_edit *drumdub_tags_edit_create(void) { return new (std::nothrow) drumdub_tags_edit; }

void drumdub_tags_edit_destroy(drumdub_tags_edit *edit) { delete edit; }

void drumdub_tags_edit_remove(drumdub_tags_edit *edit, const char *key) { edit->changes[key].clear(); }

void drumdub_tags_edit_add(drumdub_tags_edit *edit, const char *key, const char *value) {
  edit->changes[key].append(String(value, String::UTF8));
}

void drumdub_tags_edit_set_picture(drumdub_tags_edit *edit, drumdub_tags_picture picture, const char *mime) {
  auto &own = edit->picture;
  own.type = picture.type;
  own.width = picture.width;
  own.height = picture.height;
  own.mime = String(mime, String::UTF8);
  own.bytes = ByteVector(reinterpret_cast<const char *>(picture.bytes), static_cast<unsigned int>(picture.length));
}

void drumdub_tags_edit_set_info(drumdub_tags_edit *edit, const char *name, const uint8_t *bytes, size_t length) {
  edit->info[name] = ByteVector(reinterpret_cast<const char *>(bytes), static_cast<unsigned int>(length));
}

int drumdub_tags_edit_apply(const drumdub_tags_edit *edit, int descriptor, drumdub_tags_kind kind) {
  drumdub::DescriptorStream stream(descriptor);
  try {
    drumdub_tags_set_up();
    const bool is_written = change(stream, kind, Changer(*edit));
    if (stream.error() != 0) return stream.error();
    return is_written ? 0 : EBADMSG;
  } catch (const std::bad_alloc &) {
    return ENOMEM;
  } catch (...) {
    return EBADMSG;
  }
}
