import AudioBase
import SystemBase

/// The destination of a paced output's blocks. Used only by the output's thread while it runs.
package protocol PacedSink: AnyObject, Sendable {
  /// Writes one block; must not block longer than the block's duration.
  func write(_ block: UnsafeBufferPointer<Frame>) throws(FileError)
  func close() throws(FileError)
  /// Whether silence is written during pauses; if false, the output rests meanwhile.
  var wantsSilence: Bool { get }
}

extension PacedSink {
  package var wantsSilence: Bool { true }
}

/// A sink that discards all blocks.
package final class NullSink: PacedSink {
  package let wantsSilence = false

  package init() {}
  package func write(_ block: UnsafeBufferPointer<Frame>) {}
  package func close() {}
}
