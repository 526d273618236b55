import SystemBase

/// The header of a frame of AC-3 or E-AC-3 (ATSC A/52, sections 5.3 and E.1.2).
struct AC3Frame {
  let kind: FileKind
  /// The size in bytes with the header.
  let length: Int

  init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= 6, bytes[0] == 0x0B, bytes[1] == 0x77 else { return nil }
    guard bytes[5] >> 3 <= 10 else {
      (kind, length) = (.eac3, ((Int(bytes[2] & 7) << 8 | Int(bytes[3])) + 1) * 2)
      return
    }
    let rate = Int(bytes[4] >> 6)
    let code = Int(bytes[4] & 63)
    guard rate < 3, code < 38 else { return nil }
    let kilobits = [
      32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
    ][code / 2]
    let words =
      switch rate {
      case 0: kilobits * 2
      case 1: kilobits * 320 / 147 + code % 2
      default: kilobits * 3
      }
    (kind, length) = (.ac3, words * 2)
  }

  /// Returns the kind of the stream in a part of a file; nil if there are no two consecutive frames at its
  /// start.
  ///
  /// - Parameter head: the first bytes of the part.
  static func kind(
    _ head: [UInt8], in part: Range<Int>, of file: borrowing RegularFile
  ) throws(FileError) -> FileKind? {
    guard let first = AC3Frame(head.span) else { return nil }
    let next = part.lowerBound + first.length
    if next == part.upperBound { return first.kind }
    let bytes = try file.read(at: next, count: 6)
    let following = AC3Frame(bytes.span)
    return following?.kind == first.kind ? first.kind : nil
  }
}
