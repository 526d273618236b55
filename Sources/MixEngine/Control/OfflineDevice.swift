import AudioBase
import SystemBase

/// A device without a clock: it renders when it is told to, as fast as it can, on the caller's thread.
package final class OfflineDevice {
  package let sampleRate: SampleRate
  private let source: RenderSource
  private var rendered = 0
  private let start: HostTime

  /// - Parameter start: the host time that its first frame stands for.
  package init(_ engine: AudioEngine, start: HostTime = HostTime(nanoseconds: 1_000_000_000)) {
    sampleRate = engine.sampleRate
    source = engine.source
    self.start = start
  }

  /// The host time for which the next block is rendered.
  package var now: HostTime { start.advanced(bySeconds: FrameCount(rendered).seconds(at: sampleRate)) }

  /// Renders one block into memory of the caller's.
  package func render(into block: UnsafeMutableBufferPointer<Frame>) {
    source.render(into: block, at: BlockTime(asked: now, delay: 0))
    source.blockWasDelivered()
    rendered += block.count
  }

  /// Renders so many frames in blocks.
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
