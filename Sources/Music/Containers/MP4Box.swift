import SystemBase

/// A box of an MP4 file (ISO 14496-12, section 4.2).
struct MP4Box {
  let name: String
  let content: Range<Int>
  /// Whether the box ends after the part of the file.
  let isCut: Bool
}

extension RegularFile {
  /// Returns the boxes in a part of a file; the last one is cut at the end of the part.
  func boxes(in range: Range<Int>) throws(FileError) -> [MP4Box] {
    var found: [MP4Box] = []
    var offset = range.lowerBound
    // The limit bounds the work for damaged files.
    while offset + 8 <= range.upperBound, found.count < 4_096 {
      let bytes = try read(at: offset, count: 16)
      guard let short = bytes.span.big(0, 4), bytes.count >= 8 else { break }
      let header = short == 1 ? 16 : 8
      // Seven bytes are enough for any length, and cannot overflow.
      let length = short == 1 ? bytes.span.big(9, 7) ?? 0 : short == 0 ? range.upperBound - offset : short
      guard length >= header else { break }
      let end = min(offset + length, range.upperBound)
      guard offset + header <= end else { break }
      found.append(
        MP4Box(
          name: String(decoding: bytes[4..<8], as: UTF8.self), content: (offset + header)..<end,
          isCut: offset + length > end))
      offset = end
    }
    return found
  }

  /// Returns the first box at the end of a path of names.
  func box(_ path: String..., in range: Range<Int>) throws(FileError) -> MP4Box? {
    var range = range
    var found: MP4Box?
    for name in path {
      guard let box = try boxes(in: range).first(where: { $0.name == name }) else { return nil }
      found = box
      range = box.content
    }
    return found
  }

  /// Returns the content of each audio track in the content of a movie, and that of the box `mdia` in it.
  func soundTracks(in movie: Range<Int>) throws(FileError) -> [(track: Range<Int>, media: Range<Int>)] {
    var tracks: [(track: Range<Int>, media: Range<Int>)] = []
    for track in try boxes(in: movie) where track.name == "trak" {
      guard let media = try box("mdia", in: track.content)?.content,
        let handler = try box("hdlr", in: media)?.content,
        try read(at: handler.lowerBound + 8, count: 4).elementsEqual("soun".utf8)
      else { continue }
      tracks.append((track.content, media))
    }
    return tracks
  }
}
