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
#include <taglib/infotag.h>
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

namespace drumdub {

using namespace TagLib;

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

template <class Visit>
void each_tag(RIFF::WAV::File &file, Visit visit) {
  visit(file.ID3v2Tag());
  if (file.hasInfoTag()) visit(file.InfoTag());
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
