import SystemBase

extension FileContent {
  /// Returns `endsEarly` for a file that is shorter than its headers state, or whose last Ogg page is missing; nil
  /// otherwise. Decodes nothing.
  package func damage(of file: borrowing RegularFile) throws(FileError) -> FileError? {
    guard try isCut(file) else { return nil }
    return FileError(.endsEarly, file.subject)
  }

  private func isCut(_ file: borrowing RegularFile) throws(FileError) -> Bool {
    switch kind {
    case .wav, .waveBigEndian, .rf64, .bw64, .wave64, .aiff, .caf, .au:
      guard start == 0, let chunk = try SoundChunk(of: file, kind: kind) else { return false }
      return chunk.isCut(fileSize: file.size)
    case .mpeg:
      // Some encoders include the tags in the number.
      guard let frames, let claimed = frames.claimedBytes else { return false }
      return claimed > file.size && claimed > frames.range.count + 4_096
    case .mp4: return try isMP4Cut(file)
    case .asf: return try isASFCut(file)
    case .flac: return try FLACTail.isCut(file, start: start, sound: sound(of: file))
    case .oggVorbis, .oggOpus, .oggFLAC: return try OggPage.end(of: file) == nil
    default: return false
    }
  }

  /// Returns whether the file is shorter than its file properties object states (Microsoft, "Advanced Systems Format
  /// Specification", section 3.2). A broadcast states no size.
  private func isASFCut(_ file: borrowing RegularFile) throws(FileError) -> Bool {
    let name: [UInt8] = [
      0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11, 0x8E, 0xE4, 0, 0xC0, 0x0C, 0x20, 0x53, 0x65,
    ]
    var offset = 30
    for _ in 0..<100 {
      let bytes = try file.read(at: offset, count: 92)
      guard bytes.count == 92, let length = bytes.span.little(16, 7), length >= 24 else { return false }
      if bytes.starts(with: name) {
        let isBroadcast = bytes[88] & 1 == 1
        return !isBroadcast && bytes.span.little(40, 7) ?? 0 > file.size
      }
      offset += length
    }
    return false
  }

  /// Returns whether a top-level box ends after the end of the file.
  private func isMP4Cut(_ file: borrowing RegularFile) throws(FileError) -> Bool {
    var offset = 0
    for _ in 0..<1_000 {
      let bytes = try file.read(at: offset, count: 16)
      guard bytes.count >= 8, let short = bytes.span.big(0, 4) else { return false }
      let length = short == 1 ? bytes.span.big(9, 7) ?? 0 : short
      guard length >= 8 else { return false }
      offset += length
      if offset > file.size { return true }
    }
    return false
  }
}
