import AudioBase
import MixEngine

/// The notes of an instrument of another module, as messages of MIDI in memory that it reads.
package final class ForeignNotes: @unchecked Sendable {
  /// The most messages of a block: each note of a full inbox and each key that is down can need one to end it.
  package static let capacity = 4096

  package let inbox: UnsafeMutablePointer<NoteInbox>
  /// The messages of the block, in the order of their frames: the frame times 2³², plus three bytes, the first one lowest.
  package let messages: UnsafeMutablePointer<UInt64>
  /// The number of messages of the block.
  package let count: UnsafeMutablePointer<Int>
  let writer: UnsafeMutablePointer<MIDINoteWriter>

  package init() {
    inbox = .allocate(capacity: 1)
    inbox.initialize(to: NoteInbox())
    messages = .allocate(capacity: ForeignNotes.capacity)
    messages.initialize(repeating: 0, count: ForeignNotes.capacity)
    count = .allocate(capacity: 1)
    count.initialize(to: 0)
    writer = .allocate(capacity: 1)
    writer.initialize(to: MIDINoteWriter(inbox: inbox, messages: messages, count: count))
  }

  deinit {
    writer.deinitialize(count: 1)
    writer.deallocate()
    inbox.deinitialize(count: 1)
    inbox.deallocate()
    messages.deallocate()
    count.deallocate()
  }
}

/// Writes notes as messages of MIDI on channel 1. Audio thread.
///
/// A key that sounds is released before it begins again, and a string before it plays its next key.
struct MIDINoteWriter: ~Copyable {
  /// What a key of MIDI does.
  private struct Key: BitwiseCopyable {
    var isDown = false
    /// The string that has begun it; −1 if none has.
    var string = -1
    /// The frame of the block at which it is released by itself; negative if it is not.
    var end = -1
  }

  private static var keyCount: Int {
    @_noLocks @_noAllocation get { 128 }
  }
  /// The semitones of the largest bend, which General MIDI sets at the start.
  private static var bendRange: Float {
    @_noLocks @_noAllocation get { 2 }
  }

  private let inbox: UnsafeMutablePointer<NoteInbox>
  private let messages: UnsafeMutablePointer<UInt64>
  private let count: UnsafeMutablePointer<Int>
  private let keys: UnsafeMutablePointer<Key>
  /// The number of keys that are released by themselves.
  private var timedKeys = 0

  init(
    inbox: UnsafeMutablePointer<NoteInbox>, messages: UnsafeMutablePointer<UInt64>,
    count: UnsafeMutablePointer<Int>
  ) {
    (self.inbox, self.messages, self.count) = (inbox, messages, count)
    keys = .allocate(capacity: MIDINoteWriter.keyCount)
    keys.initialize(repeating: Key(), count: MIDINoteWriter.keyCount)
  }

  deinit { keys.deallocate() }

  /// Whether notes begin or end later.
  var hasNotes: Bool {
    @_noLocks @_noAllocation get { inbox.pointee.count > 0 || timedKeys > 0 }
  }

  /// Writes the messages of a block, and empties the inbox.
  @_noLocks @_noAllocation
  mutating func beginBlock(frames: Int) {
    count.pointee = 0
    for index in 0..<inbox.pointee.count {
      let due = inbox.pointee.note(index)
      let frame = min(max(due.offset, 0), frames - 1)
      endTimedKeys(through: frame)
      write(due, at: frame)
    }
    inbox.pointee.removeAll()
    endTimedKeys(through: frames - 1)
    if timedKeys == 0 { return }
    for key in 0..<MIDINoteWriter.keyCount where keys[key].end >= 0 { keys[key].end -= frames }
  }

  @_noLocks @_noAllocation
  private mutating func write(_ due: DueNote, at frame: Int) {
    let note = due.note
    switch note.kind {
    case .on: begin(due, at: frame)
    case .off: release(key: note.key, string: note.string, at: frame)
    case .bend:
      let place = (note.value / MIDINoteWriter.bendRange + 1) * 8192
      // The comparisons are false for NaN.
      let position = place >= 16_383 ? 16_383 : place > 0 ? Int(place + 0.5) : note.value < 0 ? 0 : 8192
      send(0xE0, min(position, 16_383) & 0x7F, min(position, 16_383) >> 7, at: frame)
    case .control: control(note.key, note.value, at: frame)
    }
  }

  @_noLocks @_noAllocation
  private mutating func begin(_ due: DueNote, at frame: Int) {
    let (key, string) = (due.note.key, due.note.string)
    guard key >= 0 && key < MIDINoteWriter.keyCount && due.gain > 0 else { return }
    release(key: key, string: -1, at: frame)
    if string >= 0 { release(key: -1, string: string, at: frame) }
    // Amplitudes grow with the square of the velocity: General MIDI 2, section 4.2.1.
    let gain = due.gain == 1 ? 1 : RealtimeMath.squareRoot(due.gain)
    let velocity = due.note.value * gain
    send(0x90, key, velocity >= 127 ? 127 : velocity > 1 ? Int(velocity + 0.5) : 1, at: frame)
    keys[key].isDown = true
    keys[key].string = string
    if due.heldFrames <= 0 { return }
    keys[key].end = frame + due.heldFrames
    timedKeys += 1
  }

  @_noLocks @_noAllocation
  private mutating func control(_ controller: Int, _ value: Float, at frame: Int) {
    guard controller >= 0 && controller < 128 else { return }
    let isSoundOff = controller == NoteEvent.soundOff
    if isSoundOff || controller == NoteEvent.notesOff { release(key: -1, string: -1, at: frame) }
    // Instruments that do not know the message end their notes by the pedal.
    if isSoundOff { send(0xB0, NoteEvent.hold, 0, at: frame) }
    send(0xB0, controller, value >= 127 ? 127 : value > 0 ? Int(value + 0.5) : 0, at: frame)
  }

  // MARK: Releasing

  /// Releases keys that are down. −1 means all keys or all strings.
  @_noLocks @_noAllocation
  private mutating func release(key: Int, string: Int, at frame: Int) {
    if key >= MIDINoteWriter.keyCount { return }
    for index in (key < 0 ? 0..<MIDINoteWriter.keyCount : key..<key + 1) where keys[index].isDown {
      if string < 0 || keys[index].string == string { end(index, at: frame) }
    }
  }

  /// Releases the keys that end by themselves, in the order of their frames.
  @_noLocks @_noAllocation
  private mutating func endTimedKeys(through frame: Int) {
    while timedKeys > 0 {
      var first = -1
      for key in 0..<MIDINoteWriter.keyCount where keys[key].end >= 0 && keys[key].end <= frame {
        if first < 0 || keys[key].end < keys[first].end { first = key }
      }
      if first < 0 { return }
      end(first, at: keys[first].end)
    }
  }

  @_noLocks @_noAllocation
  private mutating func end(_ key: Int, at frame: Int) {
    send(0x80, key, 64, at: frame)
    if keys[key].end >= 0 { timedKeys -= 1 }
    keys[key] = Key()
  }

  @_noLocks @_noAllocation
  private mutating func send(_ status: Int, _ first: Int, _ second: Int, at frame: Int) {
    if count.pointee >= ForeignNotes.capacity { return }
    messages[count.pointee] = UInt64(frame << 32 | second << 16 | first << 8 | status)
    count.pointee += 1
  }
}
