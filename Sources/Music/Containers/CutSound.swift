import SystemBase

/// Detects files that are shorter than their headers state, of the kinds whose sound has blocks or packets.
enum CutSound {
  /// The number of frames of a True Audio file whose table is read: those of 48 days.
  private static let mostFrames = 1 << 22

  /// Returns whether a file of Monkey's Audio lacks bytes.
  ///
  /// Source: the Monkey's Audio SDK, APE_DESCRIPTOR, since version 3.98; earlier versions state no sizes.
  static func isAPECut(_ file: borrowing RegularFile, start: Int) throws(FileError) -> Bool {
    let head = try file.read(at: start, count: 36)
    guard let version = head.span.little(4, 2), version >= 3_980, let high = head.span.little(28, 4) else {
      return false
    }
    let sizes = [8, 12, 16, 20, 24, 32].compactMap { head.span.little($0, 4) }
    return sizes.count == 6 && start + sizes.reduce(high << 32, +) > file.size
  }

  /// Returns whether a True Audio file lacks frames, whose sizes are in a table behind the header.
  ///
  /// Source: "TTA1 format description", the header of 22 bytes and the seek table.
  static func isTrueAudioCut(_ file: borrowing RegularFile, start: Int) throws(FileError) -> Bool {
    let head = try file.read(at: start, count: 22)
    guard head.span.has("TTA1"), let rate = head.span.little(10, 4), let samples = head.span.little(14, 4),
      rate > 0, rate < 1 << 24
    else { return false }
    let frame = max(rate * 256 / 245, 1)
    let count = (samples + frame - 1) / frame
    let table = start + 22
    let sound = table + 4 * count + 4
    guard sound <= file.size else { return true }
    guard count < mostFrames else { return false }
    let bytes = try file.read(at: table, count: 4 * count)
    let size = stride(from: 0, to: 4 * count, by: 4).reduce(0) { $0 + (bytes.span.little($1, 4) ?? 0) }
    return sound + size > file.size
  }

  /// Returns whether a Musepack file of stream version 8 lacks the packet SE, which ends it and has no content.
  ///
  /// Source: "Musepack SV8 specification", section "Packets".
  static func isMusepackCut(_ file: borrowing RegularFile, end: Int) throws(FileError) -> Bool {
    let bytes = try file.read(at: max(end - 64, 0), count: min(end, 64))
    return bytes.firstRange(of: Array("SE".utf8) + [3]) == nil
  }

  /// Returns whether a Matroska file ends before its segment; false for a segment of unknown size, as in streams.
  ///
  /// Source: RFC 8794, sections 4 to 6; RFC 9559, section 5.1.
  static func isMatroskaCut(_ file: borrowing RegularFile, start: Int) throws(FileError) -> Bool {
    var offset = start
    for _ in 0..<8 {
      let head = try file.read(at: offset, count: 12)
      guard let element = EBMLElement(head.span) else { return false }
      guard let size = element.size else { return false }
      offset += element.header + size
      if element.id == 0x1853_8067 || offset > file.size { return offset > file.size }
    }
    return false
  }
}

/// The header of an element of EBML (RFC 8794, sections 4 and 5).
private struct EBMLElement {
  let id: Int
  /// The number of bytes of the header.
  let header: Int
  /// The number of bytes of the content; nil if it is unknown.
  let size: Int?

  init?(_ bytes: Span<UInt8>) {
    guard let first = bytes.byte(0) else { return nil }
    let idLength = UInt8(first).leadingZeroBitCount + 1
    guard idLength <= 4, let id = bytes.big(0, idLength), let mark = bytes.byte(idLength), mark > 0 else {
      return nil
    }
    let sizeLength = UInt8(mark).leadingZeroBitCount + 1
    let bits = 7 * sizeLength
    // The first byte of a size of eight bytes has no bits of it.
    let value =
      sizeLength == 8
      ? bytes.big(idLength + 1, 7) : bytes.big(idLength, sizeLength).map { $0 & ((1 << bits) - 1) }
    guard let value else { return nil }
    self.id = id
    header = idLength + sizeLength
    size = value == (1 << bits) - 1 ? nil : value
  }
}

/// The last block of a WavPack file.
enum WavPackTail {
  private static let windows = [128 << 10, 2 << 20]

  /// Returns whether a file ends within a block or before the last sample, or within its tags.
  ///
  /// Source: "WavPack 4 & 5 Binary File / Block Format", section "Block Header".
  static func isCut(_ file: borrowing RegularFile, start: Int, end: Int) throws(FileError) -> Bool {
    let head = try file.read(at: start, count: 32)
    guard let low = head.span.little(12, 4), low != 0xFFFF_FFFF, let high = head.span.byte(11) else {
      return false
    }
    let total = low + high << 32 - high
    for window in windows {
      let from = max(end - window, start)
      let bytes = try file.read(at: from, count: end - from)
      var last = bytes.count
      while let offset = lastBlock(in: bytes, before: last) {
        let block = bytes.span
        guard let size = block.little(offset + 4, 4), let first = block.little(offset + 16, 4),
          let upper = block.byte(offset + 10), let samples = block.little(offset + 20, 4)
        else { return true }
        let next = offset + 8 + size
        if next > bytes.count || block.has("APETAGEX", at: next) && last == bytes.count { return true }
        // Blocks without sound follow the last one that has some.
        if samples > 0 { return first + upper << 32 + samples < total }
        last = offset
      }
    }
    return false
  }

  /// Returns the last offset of the name and the version of a block.
  private static func lastBlock(in bytes: [UInt8], before end: Int) -> Int? {
    bytes.withUnsafeBytes { bytes -> Int? in
      var end = end
      while let offset = bytes[..<end].lastIndex(of: 0x77) {
        let isName = offset + 10 <= bytes.count && bytes[offset..<(offset + 4)].elementsEqual("wvpk".utf8)
        if isName, bytes[offset + 9] == 4 { return offset }
        end = offset
      }
      return nil
    }
  }
}
