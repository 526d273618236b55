import AudioBase

/// Translates notes to MIDI messages on their frames, and releases notes that are due to end. Audio thread.
///
/// A key that sounds is released before it begins again, and a string before it plays its next key.
package struct NoteTranslator: ~Copyable {
  /// A key that is down.
  private struct Key: BitwiseCopyable {
    /// The frame of the part at which it is released; -1 if a message releases it; nil if it is up.
    var end: Int?
    /// The string that plays it; -1 if it is not known.
    var string = -1
  }

  private let channel: Int
  private let keys: UnsafeMutablePointer<Key>
  /// The number of keys that are down.
  private var downCount = 0
  /// The number of those that are released by themselves.
  private var timedCount = 0

  /// Creates a translator to messages of a channel.
  ///
  /// - Parameter channel: from 0.
  package init(channel: Int = 0) {
    self.channel = channel
    keys = .allocate(capacity: 128)
    keys.initialize(repeating: Key(), count: 128)
  }

  deinit { keys.deallocate() }

  /// Whether a key is released by itself later.
  package var hasTimedKeys: Bool {
    @_noLocks @_noAllocation get { timedCount > 0 }
  }

  /// Adds the messages of a note.
  ///
  /// - Parameter start: where the part begins that the frame of the note counts from.
  @_noLocks @_noAllocation
  package mutating func add(_ due: DueNote, to list: inout MessageList, from start: Int) {
    let (note, frame) = (due.note, due.offset)
    switch note.kind {
    case .on: begin(due, to: &list, from: start)
    case .off:
      if note.key >= 0 {
        release(note.key, at: frame, &list, from: start)
      } else {
        release(ofString: note.string, at: frame, &list, from: start)
      }
    case .bend: list.insert(.bend(note.value, channel: channel, at: start + frame))
    case .control:
      guard (0..<128).contains(note.key) else { return }
      let isSoundOff = note.key == NoteEvent.soundOff
      if isSoundOff || note.key == NoteEvent.notesOff {
        release(ofString: -1, at: frame, &list, from: start)
      }
      // Instruments that do not know the message end their notes by the pedal.
      if isSoundOff { list.insert(.control(NoteEvent.hold, 0, channel: channel, at: start + frame)) }
      let value = NoteTranslator.value(note.value)
      list.insert(.control(note.key, value, channel: channel, at: start + frame))
    }
  }

  private mutating func begin(_ due: DueNote, to list: inout MessageList, from start: Int) {
    let (note, frame) = (due.note, due.offset)
    guard (0..<128).contains(note.key) && due.gain > 0 else { return }
    // A string plays one note at a time.
    if note.string >= 0 { release(ofString: note.string, at: frame, &list, from: start) }
    release(note.key, at: frame, &list, from: start)
    let end = due.heldFrames > 0 ? frame + due.heldFrames : -1
    (keys + note.key).initialize(to: Key(end: end, string: note.string))
    downCount += 1
    if end >= 0 { timedCount += 1 }
    let velocity = NoteTranslator.velocity(note.value, gain: due.gain)
    list.insert(.noteOn(note.key, velocity: velocity, channel: channel, at: start + frame))
  }

  /// Returns the velocity, from 1, whose amplitude is a multiple of that of another one. Amplitudes grow with the
  /// square of the velocity: General MIDI 2, section 4.2.1.
  private static func velocity(_ velocity: Float, gain: Float) -> Int {
    let square = velocity * velocity * gain
    var nearest = 1
    while nearest < 127 && (Float(nearest) + 0.5) * (Float(nearest) + 0.5) < square { nearest += 1 }
    return nearest
  }

  /// Returns the whole number from 0 to 127; NaN is 0.
  private static func value(_ value: Float) -> Int {
    // The comparisons are false for NaN.
    value >= 127 ? 127 : value > 0 ? Int(value + 0.5) : 0
  }

  /// Releases the keys that end in a part, and counts the others down.
  @_noLocks @_noAllocation
  package mutating func endPart(of count: Int, to list: inout MessageList, from start: Int) {
    if downCount == 0 { return }
    for key in 0..<128 {
      guard let end = keys[key].end, end >= 0 else { continue }
      if end < count {
        release(key, at: end, &list, from: start)
      } else {
        keys[key].end = end - count
      }
    }
  }

  /// Releases all keys of a string; of all strings if it is negative.
  @_noLocks @_noAllocation
  package mutating func release(
    ofString string: Int, at frame: Int, _ list: inout MessageList, from start: Int
  ) {
    if downCount == 0 { return }
    for key in 0..<128 where string < 0 || keys[key].string == string {
      release(key, at: frame, &list, from: start)
    }
  }

  private mutating func release(_ key: Int, at frame: Int, _ list: inout MessageList, from start: Int) {
    guard (0..<128).contains(key), let end = keys[key].end else { return }
    keys[key].end = nil
    downCount -= 1
    if end >= 0 { timedCount -= 1 }
    let last = end < 0 ? frame : min(end, frame)
    list.insert(.noteOff(key, channel: channel, at: start + last))
  }
}
