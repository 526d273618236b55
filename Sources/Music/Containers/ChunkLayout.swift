import SystemBase

/// The layout of the chunks of a family of files.
struct ChunkLayout {
  enum Family { case wave, aiff, caf }

  let family: Family
  var first = 12
  var nameSize = 4
  var sizeSize = 4
  var bigEndian = false
  /// The alignment of chunks in bytes.
  var alignment = 2
  /// Whether the size of a chunk includes its header.
  var countsHeader = false

  static let wave = ChunkLayout(family: .wave)
  static let waveBigEndian = ChunkLayout(family: .wave, bigEndian: true)
  static let wave64 = ChunkLayout(
    family: .wave, first: 40, nameSize: 16, sizeSize: 8, alignment: 8, countsHeader: true)
  static let aiff = ChunkLayout(family: .aiff, bigEndian: true)
  /// Returns the layout for the numbers in an AU header, which has no chunks.
  static func au(_ header: [UInt8]) -> ChunkLayout {
    ChunkLayout(family: .aiff, bigEndian: header.span.has(".snd"))
  }
  static let caf = ChunkLayout(family: .caf, first: 8, sizeSize: 8, bigEndian: true, alignment: 1)

  var headerSize: Int { nameSize + sizeSize }
  var soundName: String { family == .aiff ? "SSND" : "data" }

  var formatName: String {
    switch family {
    case .wave: "fmt "
    case .aiff: "COMM"
    case .caf: "desc"
    }
  }

  /// Reads a number in the file's byte order; 0 if the bytes end before it.
  func number(_ bytes: [UInt8], _ size: Int, at offset: Int) -> Int {
    (bigEndian ? bytes.span.big(offset, size) : bytes.span.little(offset, size)) ?? 0
  }

  func bytes(_ value: Int, size: Int) -> [UInt8] {
    let little = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return bigEndian ? little.reversed() : little
  }
}

extension ChunkLayout {
  /// Returns the number of bytes in the sound chunk before the first sample.
  func prefix(_ body: [UInt8]) -> Int {
    switch family {
    case .wave: 0
    case .aiff: 8 + number(body, 4, at: 0)
    case .caf: 4
    }
  }

  /// Returns the WAVE format tag; for WAVE_FORMAT_EXTENSIBLE the one in its sub-format.
  func waveTag(_ format: [UInt8]) -> Int {
    guard family == .wave else { return 0 }
    let tag = number(format, 2, at: 0)
    return tag == 0xFFFE ? number(format, 2, at: 24) : tag
  }

  /// Returns the size of a frame in bytes; nil for compressed samples.
  func bytesPerFrame(_ format: [UInt8]) -> Int? {
    switch family {
    // PCM, float, A-law and µ-law.
    case .wave: [1, 3, 6, 7].contains(waveTag(format)) ? number(format, 2, at: 12) : nil
    case .aiff: aiffFrame(format)
    case .caf: number(format, 4, at: 20) == 1 ? number(format, 4, at: 16) : nil
    }
  }

  private func aiffFrame(_ format: [UInt8]) -> Int? {
    let channels = number(format, 2, at: 0)
    let bytes = (number(format, 2, at: 6) + 7) / 8
    guard format.count >= 22 else { return channels * bytes }
    switch String(decoding: format[18..<22], as: UTF8.self).lowercased() {
    case "alaw", "ulaw": return channels
    case "none", "sowt", "twos", "raw ", "in24", "42ni", "in32", "23ni", "fl32", "fl64":
      return channels * bytes
    default: return nil
    }
  }
}
