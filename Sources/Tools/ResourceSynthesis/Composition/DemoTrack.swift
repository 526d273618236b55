import SystemBase

/// The demo track: a FLAC file with tags and a cover.
enum DemoTrack {
  static let file = "\(FirstLight.title).flac"

  static let tags = [
    VorbisComment.Tag("TITLE", FirstLight.title), VorbisComment.Tag("ARTIST", "DrumDub"),
    VorbisComment.Tag("ALBUM", "DrumDub"), VorbisComment.Tag("ALBUMARTIST", "DrumDub"),
    VorbisComment.Tag("DATE", "2026"), VorbisComment.Tag("GENRE", "Instrumental"),
    VorbisComment.Tag("TRACKNUMBER", "1"), VorbisComment.Tag("TRACKTOTAL", "1"),
    VorbisComment.Tag("BPM", "104"),
    VorbisComment.Tag("COMMENT", "Composed for DrumDub, without drums: they are yours to play."),
  ]

  static func write(to folder: FilePath, cover: FrontCover) throws(FileError) {
    try FileBytes.makeFolder(folder)
    let frames = SampleFormat.frames16(Mixdown.render(), seed: 0xD17E_4)
    try FLACFile.write(frames, encoding: .flac16, tags: tags, cover: cover, to: folder.appending(file))
  }
}
