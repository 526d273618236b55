import AudioBase
import SystemBase

/// A device without a clock, which renders on the caller's thread as fast as it can.
package final class OfflineDevice {
  package var sampleRate: SampleRate { engine.sampleRate }
  /// Keeps the memory alive that `source` points to.
  private let engine: AudioEngine
  private let source: RenderSource
  private var rendered = 0
  private var start: HostTime

  /// Creates a device that renders an engine when it is asked to.
  ///
  /// - Parameter start: the host time of its first frame.
  package init(_ engine: AudioEngine, start: HostTime = HostTime(nanoseconds: 1_000_000_000)) {
    self.engine = engine
    source = engine.source
    self.start = start
  }

  /// The host time for which the next block is rendered.
  package var now: HostTime { start.advanced(bySeconds: FrameCount(rendered).seconds(at: sampleRate)) }

  /// Lets time pass without a block, as of a device that is starved.
  package func starve(seconds: Double) { start = start.advanced(bySeconds: seconds) }

  /// Renders one block into the caller's memory.
  package func render(into block: UnsafeMutableBufferPointer<Frame>) {
    source.render(into: block, at: BlockTime(asked: now, delay: 0))
    source.blockWasDelivered()
    rendered += block.count
  }

  package func render(_ frames: FrameCount, block: FrameCount = FrameCount(256)) -> [Frame] {
    var out = [Frame](repeating: .zero, count: frames.value)
    out.withUnsafeMutableBufferPointer { buffer in
      var done = 0
      while done < buffer.count {
        let end = min(done + block.value, buffer.count)
        render(into: UnsafeMutableBufferPointer(rebasing: buffer[done..<end]))
        done = end
      }
    }
    return out
  }
}
