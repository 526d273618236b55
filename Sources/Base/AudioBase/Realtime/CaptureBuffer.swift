import Synchronization

/// Passes captured blocks with their times from the thread of an input to a thread that writes or converts them.
///
/// If the buffer is full, frames are lost and counted until the reader has emptied it, so that the gap is at one place.
package final class CaptureBuffer: Sendable {
  /// A block that was captured.
  package struct Block: BitwiseCopyable, Sendable {
    package let time: CaptureTime
    /// The frames that were lost before the block.
    package let lost: Int
    package let count: Int
  }

  /// Full scale; a sample that reaches it was limited, or is by an integer format.
  private static let clipping: Float = 0.9999

  private let frames: RingBuffer<Frame>
  private let blocks: RingBuffer<Block>
  private let isOverrun = Atomic<Bool>(false)
  /// Used by the device's thread alone.
  private let lost = Atomic<Int>(0)
  private let total = Atomic<Int>(0)
  private let leftPeak = Atomic<UInt32>(0)
  private let rightPeak = Atomic<UInt32>(0)
  private let clipped = Atomic<Bool>(false)

  package init(capacity: FrameCount) {
    frames = RingBuffer(capacity: max(capacity.value, 1))
    // Devices deliver blocks of 64 frames and more.
    blocks = RingBuffer(capacity: max(capacity.value / 64, 16))
  }

  /// The number of frames that were ever captured.
  package var captured: FrameCount { FrameCount(total.load(ordering: .relaxed)) }

  // MARK: The device's thread

  package func receive(_ block: UnsafeBufferPointer<Frame>, at time: CaptureTime) {
    if block.isEmpty { return }
    measure(block)
    total.add(block.count, ordering: .relaxed)
    if isOverrun.load(ordering: .acquiring) || frames.writer.space < block.count || blocks.writer.space == 0 {
      lost.add(block.count, ordering: .relaxed)
      isOverrun.store(true, ordering: .releasing)
      return
    }
    let missing = lost.exchange(0, ordering: .relaxed)
    let time = CaptureTime(time.captured, isRestart: time.isRestart || missing > 0)
    _ = frames.writer.push(block)
    _ = blocks.writer.push(Block(time: time, lost: missing, count: block.count))
  }

  private func measure(_ block: UnsafeBufferPointer<Frame>) {
    var peak = Frame.zero
    for frame in block { peak = pointwiseMax(peak, pointwiseMax(frame, -frame)) }
    // The bits of numbers that are not negative have their order.
    leftPeak.max(peak.x.bitPattern, ordering: .relaxed)
    rightPeak.max(peak.y.bitPattern, ordering: .relaxed)
    if peak.max() >= CaptureBuffer.clipping { clipped.store(true, ordering: .relaxed) }
  }

  // MARK: Other threads

  /// Returns the peaks since the last call, full scale 1, and whether a sample has reached full scale. One thread.
  package func takeLevels() -> InputLevels {
    InputLevels(
      left: Float(bitPattern: leftPeak.exchange(0, ordering: .relaxed)),
      right: Float(bitPattern: rightPeak.exchange(0, ordering: .relaxed)),
      isClipped: clipped.exchange(false, ordering: .relaxed))
  }

  /// Passes the captured frames to a closure. The reading thread.
  ///
  /// - Parameter body: receives frames, and the block that begins with them; nil for the rest of a block that comes in
  ///   two pieces. What it has received is removed, even if it throws.
  package func read<Failure: Error>(
    _ body: (UnsafeBufferPointer<Frame>, Block?) throws(Failure) -> Void
  ) throws(Failure) {
    while let block = blocks.reader.pop() {
      var rest = block.count
      while rest > 0 {
        let piece = UnsafeBufferPointer(rebasing: frames.reader.contiguous.prefix(rest))
        defer { frames.reader.drop(piece.count) }
        try body(piece, rest == block.count ? block : nil)
        rest -= piece.count
      }
    }
    isOverrun.store(false, ordering: .releasing)
  }
}

/// The peaks of an input, full scale 1.
package struct InputLevels: Hashable, Sendable {
  package var left: Float
  package var right: Float
  /// Whether a sample has reached full scale.
  package var isClipped: Bool

  package init(left: Float = 0, right: Float = 0, isClipped: Bool = false) {
    (self.left, self.right, self.isClipped) = (left, right, isClipped)
  }
}
