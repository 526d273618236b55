import AudioBase
import SystemBase

extension FileKind {
  /// The kind of a file and the offset of its sound, after any tags that stand before it.
  package static func of(
    _ file: borrowing RegularFile
  ) throws(FileError) -> (kind: FileKind, start: Int) {
    let start = try soundStart(file)
    // The first pages tell nearly always; junk before the first frame of an MP3 is worth a longer look.
    for window in [4 << 10, 64 << 10] {
      let head = try file.read(at: start, count: window)
      if let kind = FileKind.detect(head.span, isWhole: start + head.count >= file.size) {
        return (kind, start)
      }
    }
    throw FileError(.notAudio, file.subject, detail: start > 0 ? "a tag without sound" : nil)
  }

  private static func soundStart(_ file: borrowing RegularFile) throws(FileError) -> Int {
    var start = 0
    // Some files have two tags, one before the other; a bound keeps a hostile one from making us walk for long.
    for _ in 0..<8 {
      let bytes = try file.read(at: start, count: 32)
      let length = tagLength(bytes.span)
      guard length > 0 else { break }
      start += length
    }
    return start
  }

  /// The length of the ID3v2 (section 3.1) or APEv2 tag at the start of these bytes; 0 where there is none.
  private static func tagLength(_ bytes: Span<UInt8>) -> Int {
    if bytes.has("APETAGEX"), let size = bytes.little(12, 4), let flags = bytes.little(20, 4) {
      return size + (flags >> 31 & 1 == 1 ? 32 : 0)
    }
    guard bytes.has("ID3"), let flags = bytes.byte(5), let size = bytes.big(6, 4), size & 0x8080_8080 == 0
    else {
      return 0
    }
    let length = [0, 8, 16, 24].reduce(0) { $0 | (size >> $1 & 0x7F) << ($1 / 8 * 7) }
    return 10 + length + (flags & 0x10 != 0 ? 10 : 0)
  }
}
