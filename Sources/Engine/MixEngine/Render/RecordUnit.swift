import AudioBase
import Synchronization
import SystemBase

/// Copies the frames that pass into a ring, from which a thread writes them to a file.
///
/// If the ring is full, frames are lost and counted until the reader has emptied it: the recording then has a gap at one
/// place, whose length is known.
package final class RecordUnit: PlanUnit, @unchecked Sendable {
  /// The state that the audio thread and the reader share.
  struct State: ~Copyable {
    let ring: RingBuffer<Frame>
    /// Whether frames are lost until the reader has emptied the ring.
    let isOverrun = Atomic<Bool>(false)
    /// The frames that were lost since the reader asked last.
    let lost = Atomic<Int>(0)

    init(capacity: Int) { ring = RingBuffer(capacity: capacity) }
  }

  private let state: PinnedValue<State>

  /// Creates a unit with an empty ring.
  ///
  /// - Parameter capacity: the frames that fit into the ring.
  package init(capacity: FrameCount) { state = PinnedValue(State(capacity: max(capacity.value, 1))) }

  package var unit: RenderUnit { RenderUnit(context: state.pointer, process: unitProcessRecord) }

  /// Passes the recorded frames to a closure, in one or two pieces. The reading thread.
  ///
  /// - Parameter body: writes frames; what it has received is removed from the ring, even if it throws.
  /// - Returns: the number of frames that were lost after these, 0 if none.
  package func read<Failure: Error>(
    _ body: (UnsafeBufferPointer<Frame>) throws(Failure) -> Void
  ) throws(Failure) -> FrameCount {
    let reader = state.pointee.ring.reader
    while reader.available > 0 {
      let frames = reader.contiguous
      defer { reader.drop(frames.count) }
      try body(frames)
    }
    guard state.pointee.isOverrun.exchange(false, ordering: .acquiringAndReleasing) else { return .zero }
    return FrameCount(state.pointee.lost.exchange(0, ordering: .acquiringAndReleasing))
  }
}

@_noLocks @_noAllocation
private func unitProcessRecord(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  let state = context.assumingMemoryBound(to: RecordUnit.State.self)
  let block = inputBlock(frames, count, isSilent)
  let writer = state.pointee.ring.writer
  if state.pointee.isOverrun.load(ordering: .acquiring) || writer.space < count {
    state.pointee.lost.add(count, ordering: .relaxed)
    state.pointee.isOverrun.store(true, ordering: .releasing)
  } else {
    _ = writer.push(UnsafeBufferPointer(start: block, count: count))
  }
  return isSilent
}
