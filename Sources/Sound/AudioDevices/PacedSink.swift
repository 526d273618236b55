import AudioBase
import SystemBase

/// The destination of a paced output's blocks. Used only by the output's thread while it runs.
package protocol PacedSink: AnyObject, Sendable {
  /// Writes one block; must not block longer than the block's duration.
  func write(_ block: UnsafeBufferPointer<Frame>) throws(FileError)
  /// Completes the output; called once, after the last block.
  func close() throws(FileError)
  /// Whether blocks of silence are written during pauses; if false, the output rests.
  var wantsSilence: Bool { get }
  /// Whether what was written last has a receiver.
  var hasReceiver: Bool { get }
}

extension PacedSink {
  package var wantsSilence: Bool { true }
  package var hasReceiver: Bool { true }
}

/// A sink that discards all blocks.
package final class NullSink: PacedSink {
  package let wantsSilence = false

  package init() {}
  package func write(_ block: UnsafeBufferPointer<Frame>) {}
  package func close() {}
}

/// Writes every rendered frame to a sound file.
package final class FileSink: PacedSink, @unchecked Sendable {
  private let writer: any AudioFileWriter
  private let framesBetweenHeaders: Int
  private var framesSinceHeader = 0

  package init(writer: sending any AudioFileWriter, rate: SampleRate) {
    self.writer = writer
    framesBetweenHeaders = rate.hertz
  }

  package func write(_ block: UnsafeBufferPointer<Frame>) throws(FileError) {
    try writer.write(block)
    framesSinceHeader += block.count
    // Once a second, so that the file of a killed program lacks at most its last second.
    if framesSinceHeader < framesBetweenHeaders { return }
    framesSinceHeader = 0
    writer.updateHeader()
  }

  package func close() throws(FileError) { try writer.close() }
}
