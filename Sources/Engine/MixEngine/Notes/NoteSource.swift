import AudioBase
import SystemBase

/// A unit that makes sound of notes: the first one of the instrument's bus. Its input is silent.
package protocol NoteSource: PlanUnit {
  /// The notes of the part that is rendered next, in memory that the unit owns. The unit's function reads and removes them.
  var inbox: UnsafeMutablePointer<NoteInbox> { get }
}

/// A note with its place in the part that is being rendered.
package struct DueNote: BitwiseCopyable, Sendable {
  package var note: NoteEvent
  /// Frames from the part's beginning.
  package var offset: Int
  /// The linear gain of a planned note.
  package var gain: Float
  /// Frames after which the note is released by itself; 0 if it sounds to its end.
  package var heldFrames: Int

  package init(_ note: NoteEvent, offset: Int = 0, gain: Float = 1, heldFrames: Int = 0) {
    (self.note, self.offset, self.gain, self.heldFrames) = (note, offset, gain, heldFrames)
  }
}

/// The notes of a part of a block, in the order of their frames. Audio thread.
package struct NoteInbox: ~Copyable {
  private static var capacity: Int { 1024 }

  private let notes: UnsafeMutablePointer<DueNote>
  package private(set) var count = 0

  package init() { notes = .allocate(capacity: NoteInbox.capacity) }

  deinit { notes.deallocate() }

  @_noLocks @_noAllocation
  package func note(_ index: Int) -> DueNote { notes[index] }

  /// Adds a note, which is not before those that were added. Returns false if there is no room.
  @discardableResult
  package mutating func add(_ note: DueNote) -> Bool {
    if count == NoteInbox.capacity { return false }
    (notes + count).initialize(to: note)
    count += 1
    return true
  }

  @_noLocks @_noAllocation
  package mutating func removeAll() { count = 0 }
}

/// Adds the sound of a source that another one has replaced, while it fades out.
package final class FormerSource: PlanUnit, @unchecked Sendable {
  /// Keeps the memory of the source.
  private let source: any NoteSource
  private let state: PinnedValue<FormerSourceState>

  package init(_ source: any NoteSource) {
    self.source = source
    state = PinnedValue(FormerSourceState(source.unit))
  }

  deinit { state.pointee.block.deallocate() }

  package var unit: RenderUnit { RenderUnit(context: state.pointer, process: unitProcessFormerSource) }
}

/// What the context of a former source points to. Audio thread.
private struct FormerSourceState: BitwiseCopyable {
  let source: RenderUnit
  let block: UnsafeMutablePointer<Frame>

  init(_ source: RenderUnit) {
    self.source = source
    block = .allocate(capacity: FrameBlock.capacity)
    block.initialize(repeating: .zero, count: FrameBlock.capacity)
  }
}

@_noLocks @_noAllocation
private func unitProcessFormerSource(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  let state = context.assumingMemoryBound(to: FormerSourceState.self).pointee
  if state.source.run(state.block, count, isSilent: true) { return isSilent }
  FrameBlock.add(state.block, to: inputBlock(frames, count, isSilent), count: count)
  return false
}
