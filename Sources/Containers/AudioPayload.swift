import SystemBase

/// Where in a file the sound lies, its tags left out.
enum AudioPayload {
  /// - Parameter start: where the tags at the file's start end.
  static func find(
    in file: borrowing RegularFile, kind: FileKind, start: Int
  ) throws(FileError) -> Range<Int> {
    switch kind {
    case .flac: try flac(file, start: start)
    case .mpeg: try mpeg(file, start: start)
    case .wav, .rf64, .aiff: try chunk(of: file, kind: kind)
    case .mp4: try MP4Sound.data(of: file)
    case .asf: try asf(file)
    case .dsf: try dsf(file)
    case .adts, .ape, .wavPack, .musepack, .trueAudio: start..<(try TrailingTags.start(in: file, from: start))
    default: 0..<file.size
    }
  }

  /// Behind the metadata blocks (RFC 9639, section 8).
  private static func flac(_ file: borrowing RegularFile, start: Int) throws(FileError) -> Range<Int> {
    var blocks = try FLACBlocks(file, start: start)
    while try blocks.next(in: file) != nil {}
    let end = try TrailingTags.start(in: file, from: start)
    return min(blocks.end, end)..<end
  }

  /// Without the frame that counts the others (Xing, Info, VBRI): programs that copy the sound write their own.
  private static func mpeg(_ file: borrowing RegularFile, start: Int) throws(FileError) -> Range<Int> {
    let end = try TrailingTags.start(in: file, from: start)
    let head = try file.read(at: start, count: 4_096)
    let bytes = head.span
    // Some pad their tag with zeros that its length leaves out.
    let first = (0..<head.count).first { bytes[$0] != 0 } ?? 0
    guard let frame = MPEGFrame(bytes, at: first) else { return start..<end }
    let side = frame.version == 3 ? (frame.channels == 1 ? 17 : 32) : (frame.channels == 1 ? 9 : 17)
    let counts =
      bytes.has("Xing", at: first + 4 + side) || bytes.has("Info", at: first + 4 + side)
      || bytes.has("VBRI", at: first + 36)
    let sound = start + first + (counts ? frame.length : 0)
    return min(sound, end)..<end
  }

  /// `data` of RIFF, `SSND` of AIFF.
  private static func chunk(of file: borrowing RegularFile, kind: FileKind) throws(FileError) -> Range<Int> {
    let name: StaticString = kind == .aiff ? "SSND" : "data"
    var offset = 12
    for _ in 0..<1_000 {
      let head = try file.read(at: offset, count: 8)
      guard let length = kind == .aiff ? head.span.big(4, 4) : head.span.little(4, 4) else { break }
      let start = offset + 8
      if head.span.has(name) {
        // A length of all ones stands for one that is written elsewhere; 0 for one that was never written.
        let isKnown = length != 0xFFFF_FFFF && length > 0
        return start..<(isKnown ? min(start + length, file.size) : file.size)
      }
      offset = start + length + length & 1
    }
    return 0..<file.size
  }

  /// Behind the header object, whose length follows its name.
  private static func asf(_ file: borrowing RegularFile) throws(FileError) -> Range<Int> {
    let head = try file.read(at: 0, count: 24)
    return min(head.span.little(16, 7) ?? 0, file.size)..<file.size
  }

  /// Up to the tag, whose place the header tells (version 1.01).
  private static func dsf(_ file: borrowing RegularFile) throws(FileError) -> Range<Int> {
    let head = try file.read(at: 0, count: 28)
    let tag = head.span.little(20, 7) ?? 0
    return 28..<(tag > 28 && tag <= file.size ? tag : max(file.size, 28))
  }
}
