import SystemBase

/// What a WAV file states of its use as a sample: the key of its pitch, and its first loop.
///
/// Source: chunk `smpl` of Multimedia Data Standards Update (Microsoft, 1994), with ends of loops in frames, as programs write
/// them.
struct SampleNote: Hashable {
  /// The key, with a fraction.
  var key: Double
  /// The frames of a forward loop without end: from the lower bound, before the upper one.
  var loop: Range<Int>?
  /// Whether the first loop is of another kind.
  var hasOtherLoop = false

  /// The most chunks that are looked at.
  private static let mostChunks = 64
  /// The sizes of the chunk in front of its loops, and of a loop.
  private static let (headSize, loopSize) = (36, 24)

  /// Reads the chunk of a file; nil without one, and for a file of another kind.
  init?(_ path: FilePath) {
    guard ["wav", "wave"].contains(path.fileExtension), let file = try? RegularFile(path),
      let head = try? file.read(at: 0, count: 12), head.count == 12, head.starts(with: "RIFF".utf8),
      head[8...].elementsEqual("WAVE".utf8)
    else { return nil }
    var offset = 12
    for _ in 0..<SampleNote.mostChunks {
      guard let header = try? file.read(at: offset, count: 8), header.count == 8 else { return nil }
      let size = SampleNote.number(header, at: 4)
      if header.starts(with: "smpl".utf8) {
        let most = SampleNote.headSize + SampleNote.loopSize
        guard let bytes = try? file.read(at: offset + 8, count: min(size, most)) else { return nil }
        self.init(bytes)
        return
      }
      offset += 8 + size + size % 2
    }
    return nil
  }

  /// Reads the content of the chunk; nil if it is too short.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= SampleNote.headSize else { return nil }
    func number(_ offset: Int) -> Int { SampleNote.number(bytes, at: offset) }
    key = Double(min(number(12), 127)) + Double(number(16)) / 0x1p32
    let start = SampleNote.headSize
    guard number(28) > 0, bytes.count >= start + SampleNote.loopSize else { return }
    let (first, last) = (number(start + 8), number(start + 12))
    // The kind, 0 for forward, and how often it plays, 0 for without end.
    hasOtherLoop = number(start + 4) != 0 || number(start + 20) != 0
    if !hasOtherLoop, first <= last, last < Int(Int32.max) { loop = first..<last + 1 }
  }

  /// Returns a little-endian number of four bytes.
  private static func number(_ bytes: [UInt8], at offset: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }
}
