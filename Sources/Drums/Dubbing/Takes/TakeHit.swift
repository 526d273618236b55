import MixEngine

/// A recorded hit on a pad, a recorded note of the instrument, or a recorded movement of its pedal, bend or controllers.
package struct TakeHit: Hashable, Sendable {
  /// The frame of the track that was heard at the hit; in a free take, counted from its start.
  package var frame: Int
  /// The number of the pad, from 1, that of a note, or that of a controller: see `TakeNote` and `TakeControl`.
  package var pad: Int
  /// The velocity, 1–127.
  package var velocity: Int
  /// Frames for which a gate or toggle pad or a note sounded; 0 for what sounds to its end.
  package var length: Int
  /// The index of the played sample, from 0; the pad chooses for one that it does not have. For a controller, its value.
  package var sample: Int

  /// The stored number of a hit without a chosen sample; greater than the number of samples of any pad.
  package static let anySample = HitColumns.sampleRange.upperBound

  /// The numbers that `pad` may have, and some that it never has.
  static let numbers = 0...TakeControl.numbers.upperBound

  package init(frame: Int, pad: Int, velocity: Int, length: Int = 0, sample: Int) {
    (self.frame, self.pad, self.velocity, self.length, self.sample) = (frame, pad, velocity, length, sample)
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
  package var note: TakeNote? { TakeNote(number: pad) }

  /// The movement of a controller; nil for a hit or a note.
  package var control: TakeControl? { TakeControl(number: pad, stored: sample) }

  package init(frame: Int, _ control: TakeControl) {
    self.init(frame: frame, pad: control.number, velocity: 127, sample: control.stored)
  }

  /// Whether the file of a take has all of the hit: it has no sample of a note, and no velocity and no length of a movement.
  var isStored: Bool {
    if note != nil { return sample == 0 }
    return control.map { self == TakeHit(frame: frame, $0) } ?? true
  }
}

/// A movement of a controller of the instrument, or a bend, as the numbers that a hit has in place of a pad and a sample.
package struct TakeControl: Hashable, Sendable {
  /// The numbers of controllers; −1 for the bend.
  package static let controllers = -1...127
  private static let first = 4096
  static let numbers = first...(first + controllers.count - 1)
  /// The largest bend: 12 semitones to each side.
  private static let largestBend = 12 * NoteEvent.bendSteps

  package let controller: Int
  /// 0–127; for the bend, a number of steps: see `NoteEvent.bendSteps`.
  package let value: Int

  /// Creates a movement. Values out of range are limited.
  package init(controller: Int, value: Int) {
    let range = controller < 0 ? -TakeControl.largestBend...TakeControl.largestBend : 0...127
    self.controller = min(max(controller, -1), 127)
    self.value = min(max(value, range.lowerBound), range.upperBound)
  }

  /// Reads the numbers of a hit; nil if they are those of a pad or a note.
  init?(number: Int, stored: Int) {
    guard TakeControl.numbers.contains(number) else { return nil }
    let controller = number - TakeControl.first - 1
    self.init(controller: controller, value: controller < 0 ? stored - TakeControl.largestBend : stored)
  }

  var number: Int { TakeControl.first + 1 + controller }
  var stored: Int { controller < 0 ? value + TakeControl.largestBend : value }
}
