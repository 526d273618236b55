import SystemBase

/// Frames of raw streams, which begin with a few bits of their own and tell their size: two in a row are wanted, for
/// noise has one soon.
enum FrameSync {
  /// - Parameter bytes: those at the beginning of a frame; 6 are enough.
  static func kind(_ bytes: [UInt8]) -> (ForeignKind, frameSize: Int)? {
    guard bytes.count >= 6 else { return nil }
    if bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0, (bytes[2] >> 2) & 15 < 13 { return adts(bytes) }
    if bytes[0] == 0x0B, bytes[1] == 0x77 { return ac3(bytes) }
    return nil
  }

  /// ISO/IEC 13818-7, section 6.2: twelve bits of sync, then a layer of 0, which no MPEG audio layer has.
  private static func adts(_ bytes: [UInt8]) -> (ForeignKind, frameSize: Int)? {
    let size = Int(bytes[3] & 3) << 11 | Int(bytes[4]) << 3 | Int(bytes[5]) >> 5
    return size > 7 ? (.adts, size) : nil
  }

  /// ATSC A/52, sections 5.3 and E.1.2.
  private static func ac3(_ bytes: [UInt8]) -> (ForeignKind, frameSize: Int)? {
    guard bytes[5] >> 3 <= 10 else {
      return (.eac3, ((Int(bytes[2] & 7) << 8 | Int(bytes[3])) + 1) * 2)
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
    return (.ac3, words * 2)
  }
}

extension FileWindow {
  /// The raw stream that begins at an offset of the file; nil where none does.
  package func rawStream(at start: Int) throws(FileError) -> ForeignKind? {
    guard let (kind, size) = FrameSync.kind(try bytes(at: start, count: 6)) else { return nil }
    if start + size == fileSize { return kind }
    let following = FrameSync.kind(try bytes(at: start + size, count: 6))
    return following?.0 == kind ? kind : nil
  }
}
