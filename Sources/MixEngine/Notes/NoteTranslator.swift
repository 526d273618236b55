import AudioBase

/// Translates notes to MIDI messages on their frames, and releases notes that are due to end. Audio thread.
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

  /// - Parameter channel: from 0.
  package init(channel: Int = 0) {
    self.channel = channel
    keys = .allocate(capacity: 128)
    keys.initialize(repeating: Key(), count: 128)
  }

  deinit { keys.deallocate() }

  /// Adds the messages of a note.
  ///
  /// - Parameter start: where the part begins that the frame of the note counts from.
  @_noLocks @_noAllocation
  package mutating func add(_ due: DueNote, to list: inout MessageList, from start: Int) {
    let (note, frame) = (due.note, due.offset)
    switch note.kind {
    case .on:
      let velocity = Int(note.value * due.gain + 0.5)
      guard (0..<128).contains(note.key), velocity > 0 else { return }
      // A string plays one note at a time.
      if note.string >= 0 { release(ofString: note.string, at: frame, &list, from: start) }
      release(note.key, at: frame, &list, from: start)
      let end = due.heldFrames > 0 ? frame + due.heldFrames : -1
      (keys + note.key).initialize(to: Key(end: end, string: note.string))
      downCount += 1
      list.insert(.noteOn(note.key, velocity: min(velocity, 127), channel: channel, at: start + frame))
    case .off:
      if note.key >= 0 {
        release(note.key, at: frame, &list, from: start)
      } else {
        release(ofString: note.string, at: frame, &list, from: start)
      }
    case .bend: list.insert(.bend(note.value, channel: channel, at: start + frame))
    case .control:
      if note.key == NoteEvent.soundOff || note.key == NoteEvent.notesOff {
        release(ofString: -1, at: frame, &list, from: start)
      }
      list.insert(.control(note.key, Int(note.value), channel: channel, at: start + frame))
    }
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

  @_noLocks @_noAllocation
  private mutating func release(_ key: Int, at frame: Int, _ list: inout MessageList, from start: Int) {
    guard (0..<128).contains(key), let end = keys[key].end else { return }
    keys[key].end = nil
    downCount -= 1
    let last = end < 0 ? frame : min(end, frame)
    list.insert(.noteOff(key, channel: channel, at: start + last))
  }
}
