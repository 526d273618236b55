import SystemBase

/// A message to the instrument, as its producer sends it.
public struct NoteEvent: Hashable, Sendable, BitwiseCopyable {
  public enum Kind: Hashable, Sendable, BitwiseCopyable { case on, off, bend, control }

  public var kind: Kind
  /// The key of a note, 60 for middle C, or the number of a controller, both 0–127. −1 in `off` means all keys.
  public var key: Int
  /// The string that plays the note, from 0 for the lowest one. −1 leaves the choice to the instrument; in `off` it means
  /// all strings.
  public var string: Int
  /// The velocity of a note, 1–127; the value of a controller, 0–127; the bend in semitones.
  public var value: Float
  /// The time at which the key or message was received.
  public var time: HostTime
  /// Seconds after the time at which it is due, at most 10: for the later strings of a strum.
  public var delay: Float

  public init(
    _ kind: Kind, key: Int = -1, string: Int = -1, value: Float = 0, time: HostTime, delay: Float = 0
  ) {
    (self.kind, self.key, self.string) = (kind, key, string)
    (self.value, self.time, self.delay) = (value, time, delay)
  }

  /// Whether it begins a note.
  public var isOn: Bool {
    if case .on = kind { true } else { false }
  }

  /// The steps of a semitone in the bends of takes, which are whole numbers.
  public static var bendSteps: Int { 2048 }

  /// The controller that holds notes after their keys are released: the damper pedal of MIDI.
  public static var hold: Int {
    @_noLocks @_noAllocation get { 64 }
  }

  /// The controller that ends all sound at once.
  public static var soundOff: Int {
    @_noLocks @_noAllocation get { 120 }
  }

  /// The controller that releases all notes.
  public static var notesOff: Int {
    @_noLocks @_noAllocation get { 123 }
  }
}
