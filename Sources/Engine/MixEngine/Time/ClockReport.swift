import AudioBase
import SystemBase

/// Converts between output frames and host time: states when an output frame is heard.
public struct ClockReport: Hashable, Sendable, BitwiseCopyable {
  /// The first frame of a block, counted since the engine began.
  public var outputFrame: Int
  /// The time at which that frame is heard.
  public var heard: HostTime
  /// Seconds for each output frame, as the device keeps time.
  public var frameLength: Double
  /// The number of restarts of the clock. Reports with different numbers belong to different clocks.
  public var restarts: Int
  /// The frames of the block.
  public var count: Int

  package init(
    outputFrame: Int, heard: HostTime, frameLength: Double, restarts: Int = 0, count: Int = 0
  ) {
    (self.outputFrame, self.heard, self.frameLength) = (outputFrame, heard, frameLength)
    (self.restarts, self.count) = (restarts, count)
  }
}

extension ClockReport {
  /// Creates the report before the first block: frame 0 is heard now.
  package init(_ rate: SampleRate) {
    self.init(outputFrame: 0, heard: .now, frameLength: 1 / Double(rate.hertz))
  }

  /// The time at which the last rendered frame has been heard. After it, a device that accepts no more blocks is
  /// silent.
  package var renderedUntil: HostTime { heard(outputFrame: outputFrame + count) }

  /// Returns the time at which an output frame is or was heard.
  package func heard(outputFrame frame: Int) -> HostTime {
    heard.advanced(bySeconds: Double(frame - outputFrame) * frameLength)
  }

  package func outputFrame(heardAt time: HostTime) -> Int {
    outputFrame + Int((time.seconds(since: heard) / frameLength).rounded(.down))
  }
}
