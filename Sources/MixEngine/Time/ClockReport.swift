import AudioBase
import SystemBase

/// What a block's place in time was, for whoever converts between frames and host time.
public struct ClockReport: Hashable, Sendable, BitwiseCopyable {
  /// The first frame of the block, counted since the engine began.
  public var outputFrame: Int
  /// When that frame is heard.
  public var heard: HostTime
  /// Seconds for each output frame, as the device keeps time.
  public var frameLength: Double
  /// How often the device has begun to keep another time: reports of different counts are no one clock.
  public var restarts: Int

  @_noLocks @_noAllocation
  package init(outputFrame: Int, heard: HostTime, frameLength: Double, restarts: Int = 0) {
    self.outputFrame = outputFrame
    self.heard = heard
    self.frameLength = frameLength
    self.restarts = restarts
  }
}

extension ClockReport {
  /// Before the first block: frame 0 is heard now.
  package init(_ rate: SampleRate) {
    self.init(outputFrame: 0, heard: .now, frameLength: 1 / Double(rate.hertz))
  }

  /// When an output frame is heard, or was.
  package func heard(outputFrame frame: Int) -> HostTime {
    heard.advanced(bySeconds: Double(frame - outputFrame) * frameLength)
  }

  /// The output frame that is heard at a time.
  package func outputFrame(heardAt time: HostTime) -> Int {
    outputFrame + Int((time.seconds(since: heard) / frameLength).rounded(.down))
  }
}
