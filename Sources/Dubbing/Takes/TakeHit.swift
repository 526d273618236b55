/// A recorded hit on a pad, or a recorded note of the instrument.
package struct TakeHit: Hashable, Sendable {
  /// The frame of the track that was heard at the hit; in a free take, counted from its start.
  package var frame: Int
  /// The number of the pad, from 1, or that of a note: see `TakeNote`.
  package var pad: Int
  /// The velocity, 1–127.
  package var velocity: Int
  /// Frames for which a gate or toggle pad or a note sounded; 0 for what sounds to its end.
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

/// A note of the instrument as the number that a hit has in place of a pad: greater than those of all pads.
package struct TakeNote: Hashable, Sendable {
  package static let keys = 0...127
  /// −1 if the instrument has chosen the string.
  package static let strings = -1...14
  private static let first = 256
  static let numbers = first...(first + 128 * 16 - 1)

  package var key: Int
  package var string: Int

  /// Creates a note. Keys and strings out of range are limited.
  package init(key: Int, string: Int) {
    self.key = min(max(key, TakeNote.keys.lowerBound), TakeNote.keys.upperBound)
    self.string = min(max(string, TakeNote.strings.lowerBound), TakeNote.strings.upperBound)
  }

  /// Reads the number of a hit; nil if it is that of a pad.
  package init?(number: Int) {
    guard TakeNote.numbers.contains(number) else { return nil }
    (key, string) = ((number - TakeNote.first) / 16, (number - TakeNote.first) % 16 - 1)
  }

  package var number: Int { TakeNote.first + key * 16 + string + 1 }
}

extension TakeHit {
  /// The note; nil for a hit on a pad.
  package var note: TakeNote? { TakeNote(number: pad) }
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

  /// The same hits but those at places, which are in ascending order.
  func without(_ places: [Int]) -> HitColumns {
    if places.isEmpty { return self }
    let left = Set(places)
    return HitColumns((0..<count).filter { !left.contains($0) }.map { self[$0] })
  }

  /// Inserts hits so that they are at places, which are in ascending order. - Returns: false if a place is beyond the end.
  mutating func insert(_ hits: [TakeHit], at places: [Int]) -> Bool {
    var all = (0..<count).map { self[$0] }
    for (hit, place) in zip(hits, places) {
      guard (0...all.count).contains(place) else { return false }
      all.insert(hit, at: place)
    }
    self = HitColumns(all)
    return true
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
      (frames, HitColumns.frameRange), (velocities, HitColumns.velocityRange),
      (lengths, HitColumns.frameRange), (samples, HitColumns.sampleRange),
    ]
    for (column, range) in columns {
      guard column.count == frames.count, column.allSatisfy(range.contains) else { return nil }
    }
    guard pads.count == frames.count,
      pads.allSatisfy({ HitColumns.padRange.contains($0) || TakeNote.numbers.contains($0) })
    else { return nil }
    self.frames = frames
    self.pads = pads
    self.velocities = velocities
    self.lengths = lengths
    self.samples = samples
  }
}
