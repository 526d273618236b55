/// A recorded hit on a pad.
package struct TakeHit: Hashable, Sendable {
  /// The frame of the track that was heard at the hit; in a free take, counted from its start.
  package var frame: Int
  /// The number of the pad, from 1.
  package var pad: Int
  /// The velocity, 1–127.
  package var velocity: Int
  /// Frames for which a gate or toggle pad sounded; 0 for other pads.
  package var length: Int
  /// The index of the sample that was played, from 0; a number that the pad does not have lets the pad choose.
  package var sample: Int

  /// The stored number of a hit without a chosen sample; greater than the number of samples of any pad.
  package static let anySample = HitColumns.sampleRange.upperBound

  package init(frame: Int, pad: Int, velocity: Int, length: Int = 0, sample: Int) {
    self.frame = frame
    self.pad = pad
    self.velocity = velocity
    self.length = length
    self.sample = sample
  }
}

/// Hits in columns of equal length, one for each member, as in files.
package struct HitColumns: Hashable, Sendable {
  package private(set) var frames: [Int] = []
  package private(set) var pads: [Int] = []
  package private(set) var velocities: [Int] = []
  package private(set) var lengths: [Int] = []
  package private(set) var samples: [Int] = []

  package init() {}

  package init(_ hits: some Sequence<TakeHit>) { for hit in hits { append(hit) } }

  package var count: Int { frames.count }
  package var isEmpty: Bool { frames.isEmpty }

  package subscript(index: Int) -> TakeHit {
    TakeHit(
      frame: frames[index], pad: pads[index], velocity: velocities[index], length: lengths[index],
      sample: samples[index])
  }

  package mutating func append(_ hit: TakeHit) {
    frames.append(hit.frame)
    pads.append(hit.pad)
    velocities.append(hit.velocity)
    lengths.append(hit.length)
    samples.append(hit.sample)
  }

  /// Notes for how long a hit's pad was held.
  package mutating func setLength(_ length: Int, at index: Int) {
    if lengths.indices.contains(index) { lengths[index] = length }
  }
}

extension HitColumns {
  package static let padRange = 1...128
  package static let velocityRange = 1...127
  /// The valid indices of samples of a pad.
  package static let sampleRange = 0...65_535
  package static let frameRange = 0...(1 << 52)

  /// Fails if the columns differ in length or contain invalid values.
  package init?(frames: [Int], pads: [Int], velocities: [Int], lengths: [Int], samples: [Int]) {
    let columns = [
      (frames, HitColumns.frameRange), (pads, HitColumns.padRange), (velocities, HitColumns.velocityRange),
      (lengths, HitColumns.frameRange), (samples, HitColumns.sampleRange),
    ]
    for (column, range) in columns {
      guard column.count == frames.count, column.allSatisfy(range.contains) else { return nil }
    }
    self.frames = frames
    self.pads = pads
    self.velocities = velocities
    self.lengths = lengths
    self.samples = samples
  }
}
