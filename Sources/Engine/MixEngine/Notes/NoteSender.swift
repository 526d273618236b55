import AudioBase
import Synchronization
import SystemBase

/// The notes of the pads, which any thread sets and the audio thread reads.
struct PadNoteTable: ~Copyable {
  /// The note of each pad; 128 more if the pad sounds as long as it is held.
  private let entries = InlineArray<128, Atomic<Int>> { pad in Atomic(min(36 + pad, 127)) }

  /// Sets the note of a pad, from 1.
  func set(_ note: Int, isHeld: Bool, ofPad pad: Int) {
    entries[pad - 1].store(note & 0x7F | (isHeld ? 0x80 : 0), ordering: .relaxed)
  }

  func entry(ofPad pad: Int) -> (note: Int, isHeld: Bool) {
    let entry = entries[min(max(pad, 1), 128) - 1].load(ordering: .relaxed)
    return (entry & 0x7F, entry & 0x80 != 0)
  }
}

/// Sends what the pads and the instrument play as MIDI messages, on the frames at which it comes out. Audio thread.
///
/// Pads have the percussion channel of General MIDI, the instrument has the first one.
struct NoteSender: ~Copyable {
  private static let percussion = 9

  private let output: UnsafeMutablePointer<MessageList>
  private let notes: UnsafeMutablePointer<PadNoteTable>
  private var instrument = NoteTranslator()
  private var pads = NoteTranslator(channel: NoteSender.percussion)
  /// The messages that come out later, by output frames.
  private var waiting = MessageList()
  /// The frames of the note of a pad that is not held: 50 ms.
  private let shortNote: Int
  /// The output frame that the frames of the block's notes count from.
  private var start = 0

  init(_ output: MessageOutput, notes: UnsafeMutablePointer<PadNoteTable>, rate: SampleRate) {
    self.output = output.messages
    self.notes = notes
    shortNote = rate.hertz / 20
  }

  /// Begins a block.
  ///
  /// - Parameter mixed: the output frame at which what is mixed first comes out.
  mutating func beginBlock(mixedAt mixed: Int) { start = mixed }

  /// Sends a note of the instrument.
  mutating func play(_ due: DueNote, at outputFrame: Int) {
    var due = due
    due.offset = outputFrame - start
    instrument.add(due, to: &waiting, from: start)
  }

  /// Sends a hit.
  ///
  /// - Parameter heldFrames: for a planned hit, the frames until it is released by itself; 0 if none.
  mutating func strike(
    pad: Int, velocity: Int, gain: Float, heldFrames: Int, isPlanned: Bool, at outputFrame: Int
  ) {
    let entry = notes.pointee.entry(ofPad: pad)
    let held = heldFrames > 0 ? heldFrames : entry.isHeld && !isPlanned ? 0 : shortNote
    let note = NoteEvent(.on, key: entry.note, value: Float(velocity), time: HostTime(nanoseconds: 0))
    pads.add(
      DueNote(note, offset: outputFrame - start, gain: gain, heldFrames: held), to: &waiting, from: start)
  }

  /// Sends the release of a pad that is held.
  mutating func release(pad: Int, at outputFrame: Int) {
    let note = NoteEvent(.off, key: notes.pointee.entry(ofPad: pad).note, time: HostTime(nanoseconds: 0))
    pads.add(DueNote(note, offset: outputFrame - start), to: &waiting, from: start)
  }

  /// Ends all notes.
  mutating func silence() {
    instrument.release(ofString: -1, at: 0, &waiting, from: start)
    pads.release(ofString: -1, at: 0, &waiting, from: start)
  }

  /// Passes on the messages of a block, which replace those of the block before.
  ///
  /// - Parameter outputFrame: the frame at which the block comes out.
  mutating func endBlock(at outputFrame: Int, count: Int) {
    instrument.endPart(of: count, to: &waiting, from: start)
    pads.endPart(of: count, to: &waiting, from: start)
    output.pointee.removeAll()
    var sent = 0
    while sent < waiting.count && waiting[sent].frame < outputFrame + count {
      let message = waiting[sent]
      output.pointee.insert(message.moved(to: message.frame - outputFrame))
      sent += 1
    }
    waiting.removeFirst(sent)
  }
}
