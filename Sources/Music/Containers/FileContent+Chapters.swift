import SystemBase

extension FileContent {
  /// Returns whether a file may have chapters. Reads only headers and comments, so that most files need no other reader.
  package func mayHaveChapters(_ file: borrowing RegularFile) throws(FileError) -> Bool {
    switch kind {
    case .mpeg: return try FileContent.hasChapterFrame(file)
    case .flac, .oggVorbis, .oggOpus, .oggFLAC, .oggSpeex:
      return try tagTexts(of: file).contains { $0.name.hasPrefix("CHAPTER") }
    case .mp4, .matroska, .asf: return true
    default: return false
    }
  }

  /// Returns whether an ID3v2 tag at the start has a frame CHAP (ID3v2 Chapter Frame Addendum, section 3.1).
  private static func hasChapterFrame(_ file: borrowing RegularFile) throws(FileError) -> Bool {
    for range in try FileTags.leadingTags(of: file) {
      let head = try file.read(at: range.lowerBound, count: 14)
      guard head.span.has("ID3"), let version = head.span.byte(3), let flags = head.span.byte(5),
        (3...4).contains(version)
      else { continue }
      // Frames of an unsynchronised tag are not where their sizes say.
      if version == 3, flags & 0x80 != 0 { return true }
      var start = range.lowerBound + 10
      if flags & 0x40 != 0,
        let size = version == 4 ? FileTags.synchsafe(head.span, at: 10) : head.span.big(10, 4)
      {
        start += version == 4 ? size : size + 4
      }
      guard start < range.upperBound else { continue }
      let frames = try ID3Frame.all(in: start..<range.upperBound, version: version, .file, file)
      if frames.contains(where: { $0.id == Array("CHAP".utf8) }) { return true }
    }
    return false
  }
}
