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
