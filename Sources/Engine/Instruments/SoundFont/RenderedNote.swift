import AudioBase

/// The sound of a note that was rendered. Compiled with this module, since its loops are optimised in every build.
package struct RenderedNote: Sendable {
  /// The softest frame at the end, −90 dBFS.
  private static let softest: Float = 0.000_03

  package let frames: [Frame]

  /// Creates a sound without the silence at its end.
  init(_ frames: [Frame]) {
    let last = frames.lastIndex { max($0.x.magnitude, $0.y.magnitude) > RenderedNote.softest }
    self.frames = Array(frames.prefix((last ?? -1) + 1))
  }

  /// Returns whether the difference to another sound is below a part of the other one's level.
  package func isSame(_ other: RenderedNote, tolerance: Float) -> Bool {
    var (difference, energy) = (0 as Float, 0 as Float)
    for index in 0..<min(frames.count, other.frames.count) {
      let (change, sound) = (frames[index] - other.frames[index], other.frames[index])
      difference += (change * change).sum()
      energy += (sound * sound).sum()
    }
    return difference <= energy * tolerance * tolerance
  }

  /// The magnitude of the loudest sample; 1 is full scale.
  package var peak: Float { frames.reduce(0) { max($0, $1.x.magnitude, $1.y.magnitude) } }

  /// Returns the bytes of a WAV file of 24 bits, with the sound times a linear gain.
  package func wav(rate: SampleRate, gain: Float = 1) -> [UInt8] {
    let size = frames.count * 6
    var bytes: [UInt8] = []
    bytes.reserveCapacity(44 + size)
    func append(_ value: Int, _ count: Int) {
      for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (index * 8))) }
    }
    bytes += "RIFF".utf8
    append(size + 36, 4)
    bytes += "WAVEfmt ".utf8
    for (value, count) in [(16, 4), (1, 2), (2, 2), (rate.hertz, 4), (rate.hertz * 6, 4), (6, 2), (24, 2)] {
      append(value, count)
    }
    bytes += "data".utf8
    append(size, 4)
    for frame in frames {
      for side in 0..<2 { append(Int((min(max(frame[side] * gain, -1), 1) * 8_388_607).rounded()), 3) }
    }
    return bytes
  }
}
