import AudioBase
import SystemBase

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
    // Once a second, so that a file whose writer was killed is whole but for its last second.
    if framesSinceHeader < framesBetweenHeaders { return }
    framesSinceHeader = 0
    writer.updateHeader()
  }

  package func close() throws(FileError) { try writer.close() }
}
