import AudioBase
import SystemBase

/// The levels of a whole track at several scales, read from a mapped file.
///
/// The parts of the finest level have 64 frames, those of each next level four times as many, up to a level of a few
/// parts. The file has a signature, the number of frames and the sample rate (8 bytes each, little-endian), then the
/// parts of all levels, the finest first, as `Waveform.Part` writes them.
package final class PeakPyramid: Sendable {
  static let finest = 64
  static let factor = 4
  /// The last level has at most this many parts.
  static let fewest = 64
  static let mark = Array("DrumDub peaks 1\n".utf8)
  static let headLength = mark.count + 16

  private let file: MappedFile
  package let frames: Int
  package let sampleRate: SampleRate
  /// The first byte and the number of the parts of each level.
  private let levels: [(start: Int, count: Int)]

  /// Opens a file; nil if it is not a file of peaks, is not complete, or contains impossible values.
  package init?(_ path: FilePath) {
    guard let file = try? MappedFile(path), file.bytes.count >= PeakPyramid.headLength,
      file.bytes.prefix(PeakPyramid.mark.count).elementsEqual(PeakPyramid.mark)
    else { return nil }
    func number(_ start: Int) -> UInt64 {
      file.bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self).littleEndian
    }
    let (frames, rate) = (number(PeakPyramid.mark.count), number(PeakPyramid.mark.count + 8))
    guard frames > 0, frames < 1 << 48, rate <= UInt64(Int32.max), SampleRate.playable.contains(Int(rate))
    else {
      return nil
    }
    self.file = file
    (self.frames, sampleRate) = (Int(frames), SampleRate(Int(rate)))
    var start = PeakPyramid.headLength
    levels = PeakPyramid.counts(ofFrames: Int(frames)).map { count in
      defer { start += count * Waveform.Part.length }
      return (start, count)
    }
    if start != file.bytes.count { return nil }
  }

  /// Returns the numbers of the parts of the levels.
  static func counts(ofFrames frames: Int) -> [Int] {
    var counts = [(frames + finest - 1) / finest]
    while let last = counts.last, last > fewest { counts.append((last + factor - 1) / factor) }
    return counts
  }

  /// Returns the levels of ranges of equal length; silence before the start and after the end.
  ///
  /// - Parameters:
  ///   - start: the first frame.
  ///   - length: the frames of a range, more than 0.
  package func parts(from start: Double, length: Double, count: Int) -> [Waveform.Part] {
    let level = (0..<levels.count).last { Double(PeakPyramid.partLength($0)) <= length } ?? 0
    let partLength = Double(PeakPyramid.partLength(level))
    return (0..<count).map { index in
      let (first, end) = (start + Double(index) * length, start + Double(index + 1) * length)
      if end <= 0 || first >= Double(frames) { return .silent }
      let low = max(Int(first / partLength), 0)
      let high = min(max(Int((end / partLength).rounded(.up)), low + 1), levels[level].count)
      return Waveform.Part(joining: (low..<max(high, low)).map { part(at: levels[level].start, $0) })
    }
  }

  private static func partLength(_ level: Int) -> Int { finest << (2 * level) }

  private func part(at start: Int, _ index: Int) -> Waveform.Part {
    let place = start + index * Waveform.Part.length
    return Waveform.Part(bytes: file.bytes[place..<place + Waveform.Part.length])
  }
}

/// Collects the parts of a pyramid while a track is decoded.
struct PeakPyramidBuilder {
  private struct Level {
    var bytes: [UInt8] = []
    /// The sum of the parts that the next level has not got yet, and their number.
    var sum = PartSum()
    var count = 0

    /// Adds a part. Returns whether the next level gets the sum.
    mutating func add(_ part: Waveform.Part, _ sum: PartSum) -> Bool {
      part.append(to: &bytes)
      self.sum = count == 0 ? sum : self.sum.joined(sum)
      count += 1
      return count == PeakPyramid.factor
    }
  }

  private var levels: [Level] = []

  /// Adds the sum and the part of the next 64 frames; of fewer at the end.
  mutating func add(_ sum: PartSum, _ part: Waveform.Part) { add(sum, part, level: 0) }

  private mutating func add(_ sum: PartSum, _ part: Waveform.Part, level: Int) {
    if level == levels.count { levels.append(Level()) }
    if levels[level].add(part, sum) { close(level) }
  }

  /// Gives the next level the sum of a level.
  private mutating func close(_ level: Int) {
    let sum = levels[level].sum
    levels[level].count = 0
    add(sum, sum.part, level: level + 1)
  }

  /// Ends the pyramid. Returns the content of its file.
  mutating func bytes(frames: Int, sampleRate: SampleRate) -> [UInt8] {
    let counts = PeakPyramid.counts(ofFrames: frames)
    for level in 0..<max(counts.count - 1, 0) where level < levels.count && levels[level].count > 0 {
      close(level)
    }
    let head = [UInt64(frames), UInt64(sampleRate.hertz)].flatMap { number in
      (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    return levels.prefix(counts.count).reduce(into: PeakPyramid.mark + head) { $0 += $1.bytes }
  }
}

extension Waveform.Part {
  /// The size of a part in bytes.
  static let length = 6
  static let silent = Waveform.Part(low: 0, high: 0, rms: 0, bands: .zero)

  init(bytes: Slice<UnsafeRawBufferPointer>) {
    let start = bytes.startIndex
    self.init(
      low: Int8(bitPattern: bytes[start]), high: Int8(bitPattern: bytes[start + 1]), rms: bytes[start + 2],
      bands: SIMD3(bytes[start + 3], bytes[start + 4], bytes[start + 5]))
  }

  func append(to bytes: inout [UInt8]) {
    bytes.append(UInt8(bitPattern: low))
    bytes.append(UInt8(bitPattern: high))
    bytes.append(rms)
    for band in 0..<3 { bytes.append(bands[band]) }
  }

  /// Joins parts of equal length; the bands of louder ones count more.
  init(joining parts: [Waveform.Part]) {
    var (low, high, squares, bands) = (Int8(0), Int8(0), Float(0), SIMD3<Float>.zero)
    for part in parts {
      (low, high) = (min(low, part.low), max(high, part.high))
      squares += Float(part.rms) * Float(part.rms)
      bands += SIMD3(Float(part.bands.x), Float(part.bands.y), Float(part.bands.z)) * Float(part.rms)
    }
    let rms = (squares / Float(max(parts.count, 1))).squareRoot()
    let strongest = bands.max()
    let shares = strongest > 0 ? bands / strongest * 255 : .zero
    self.init(
      low: low, high: high, rms: UInt8(min(rms, 255)),
      bands: SIMD3(UInt8(shares.x), UInt8(shares.y), UInt8(shares.z)))
  }
}
