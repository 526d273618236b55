import AudioBase
import MixEngine
import SystemBase

/// The notes of an instrument of another module, as MIDI messages in memory that it reads.
package final class ForeignNotes: @unchecked Sendable {
  private let notes = PinnedValue(NoteInbox())
  private let translator: PinnedValue<ForeignNoteWriter>

  package init() { translator = PinnedValue(ForeignNoteWriter(inbox: notes.pointer)) }

  package var inbox: UnsafeMutablePointer<NoteInbox> { notes.pointer }
  var writer: UnsafeMutablePointer<ForeignNoteWriter> { translator.pointer }

  /// The messages of the block, as `FrameMessage` stores them.
  package var messages: UnsafeRawPointer { UnsafeRawPointer(writer.pointee.messages) }
  /// The number of messages of the block.
  package var count: UnsafePointer<Int> { UnsafePointer(writer.pointee.count.pointer) }
}

/// Writes the notes of an inbox as MIDI messages on channel 1. Audio thread.
struct ForeignNoteWriter: ~Copyable {
  private let inbox: UnsafeMutablePointer<NoteInbox>
  private var list = MessageList()
  private var translator = NoteTranslator()
  fileprivate let count = PinnedValue(0)

  init(inbox: UnsafeMutablePointer<NoteInbox>) { self.inbox = inbox }

  fileprivate var messages: UnsafeMutablePointer<FrameMessage> { list.messages }

  /// Whether notes begin or end later.
  var hasNotes: Bool { inbox.pointee.count > 0 || translator.hasTimedKeys }

  /// Writes the messages of a block, and empties the inbox.
  mutating func beginBlock(frames: Int) {
    list.removeAll()
    for index in 0..<inbox.pointee.count {
      var due = inbox.pointee.note(index)
      due.offset = min(max(due.offset, 0), frames - 1)
      translator.add(due, to: &list, from: 0)
    }
    inbox.pointee.removeAll()
    translator.endPart(of: frames, to: &list, from: 0)
    count.pointer.pointee = list.count
  }
}
