#pragma once
// The classes of TagLib that are used.
#include <taglib/aifffile.h>
#include <taglib/apefile.h>
#include <taglib/apetag.h>
#include <taglib/asffile.h>
#include <taglib/asftag.h>
#include <taglib/attachedpictureframe.h>
#include <taglib/commentsframe.h>
#include <taglib/flacfile.h>
#include <taglib/flacpicture.h>
#include <taglib/id3v1tag.h>
#include <taglib/id3v2tag.h>
#include <taglib/itfile.h>
#include <taglib/modfile.h>
#include <taglib/mp4file.h>
#include <taglib/mp4tag.h>
#include <taglib/mpcfile.h>
#include <taglib/mpegfile.h>
#include <taglib/oggflacfile.h>
#include <taglib/opusfile.h>
#include <taglib/popularimeterframe.h>
#include <taglib/s3mfile.h>
#include <taglib/speexfile.h>
#include <taglib/synchronizedlyricsframe.h>
#include <taglib/tbytevectorstream.h>
#include <taglib/tdebuglistener.h>
#include <taglib/textidentificationframe.h>
#include <taglib/tpropertymap.h>
#include <taglib/trueaudiofile.h>
#include <taglib/unsynchronizedlyricsframe.h>
#include <taglib/vorbisfile.h>
#include <taglib/wavfile.h>
#include <taglib/wavpackfile.h>
#include <taglib/xiphcomment.h>
#include <taglib/xmfile.h>

#include <map>
#include <set>
#include <string>

namespace drumdub {

using namespace TagLib;

/// A file for reading a tag alone, in a container that TagLib has no reader for.
class TagOnlyFile : public File {
 public:
  explicit TagOnlyFile(IOStream *stream) : File(stream) {}
  Tag *tag() const override { return nullptr; }
  AudioProperties *audioProperties() const override { return nullptr; }
  bool save() override { return false; }
};

/// A file of chunks whose ID3v2 tag can be changed as bytes.
template <class Kind>
class ChunkFile : public Kind {
 public:
  using Kind::Kind;

  /// Replaces the tag by what `change` returns for it. Returns false, and changes nothing, if that is nothing or if there
  /// is no tag.
  template <class Change>
  bool replace_id3(Change change) {
    for (unsigned int i = 0; i < this->chunkCount(); i++) {
      if (this->chunkName(i) != "ID3 " && this->chunkName(i) != "id3 ") continue;
      const ByteVector tag = change(this->chunkData(i));
      if (!tag.isEmpty()) this->setChunkData(i, tag);
      return !tag.isEmpty();
    }
    return false;
  }
};

/// A WAVE file whose list INFO is changed as bytes, since its encoding is not known here.
class WaveFile : public ChunkFile<RIFF::WAV::File> {
 public:
  using ChunkFile<RIFF::WAV::File>::ChunkFile;

  /// Replaces items of the first list INFO by their names; an item without bytes is removed. Other items keep their
  /// bytes and their order.
  void replace_info(const std::map<std::string, ByteVector> &items) {
    for (unsigned int i = 0; i < chunkCount(); i++) {
      if (chunkName(i) != "LIST") continue;
      const ByteVector list = chunkData(i);
      if (!list.startsWith("INFO")) continue;
      setChunkData(i, replaced(list, items));
      return;
    }
  }

 private:
  static ByteVector replaced(const ByteVector &list, const std::map<std::string, ByteVector> &items) {
    ByteVector result("INFO");
    std::set<std::string> written;
    for (unsigned int place = 4; place + 8 <= list.size();) {
      const unsigned int size = list.toUInt(place + 4, false), rest = list.size() - place - 8;
      if (size > rest) break;
      const unsigned int length = 8 + size + (size < rest ? size & 1 : 0);
      const std::string name(list.data() + place, 4);
      const auto found = items.find(name);
      if (found == items.end()) {
        result.append(list.mid(place, length));
        if (result.size() & 1) result.append('\0');
      } else if (written.insert(name).second) {
        append(result, name, found->second);
      }
      place += length;
    }
    for (const auto &[name, bytes] : items) {
      if (written.count(name) == 0) append(result, name, bytes);
    }
    return result;
  }

  static void append(ByteVector &list, const std::string &name, const ByteVector &bytes) {
    if (bytes.isEmpty()) return;
    list.append(ByteVector(name.data(), 4));
    list.append(ByteVector::fromUInt(bytes.size() + 1, false));
    list.append(bytes);
    list.append('\0');
    if (list.size() & 1) list.append('\0');
  }
};

// Calls `visit` with each tag that a file has, and with the usual one of its format, in the order of precedence.

template <class Visit>
void each_tag(MPEG::File &file, Visit visit) {
  visit(file.ID3v2Tag(true));
  if (file.hasAPETag()) visit(file.APETag());
  if (file.hasID3v1Tag()) visit(file.ID3v1Tag());
}

/// The file itself has the pictures.
template <class Visit>
void each_tag(FLAC::File &file, Visit visit) {
  visit(&file);
  visit(file.xiphComment(true));
  if (file.hasID3v2Tag()) visit(file.ID3v2Tag());
  if (file.hasID3v1Tag()) visit(file.ID3v1Tag());
}

/// The list INFO is read and written as bytes.
template <class Visit>
void each_tag(WaveFile &file, Visit visit) {
  visit(file.ID3v2Tag());
}

template <class Visit>
void each_tag(TrueAudio::File &file, Visit visit) {
  visit(file.ID3v2Tag(true));
  if (file.hasID3v1Tag()) visit(file.ID3v1Tag());
}

/// Monkey's Audio, WavPack and Musepack.
template <class Kind, class Visit>
void each_ape_tag(Kind &file, Visit visit) {
  visit(file.APETag(true));
  if (file.hasID3v1Tag()) visit(file.ID3v1Tag());
}

template <class Visit> void each_tag(APE::File &file, Visit visit) { each_ape_tag(file, visit); }
template <class Visit> void each_tag(WavPack::File &file, Visit visit) { each_ape_tag(file, visit); }
template <class Visit> void each_tag(MPC::File &file, Visit visit) { each_ape_tag(file, visit); }

/// Formats with one tag.
template <class Kind, class Visit>
void each_tag(Kind &file, Visit visit) {
  visit(file.tag());
}

}  // namespace drumdub
