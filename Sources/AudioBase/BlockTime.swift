import SystemBase

/// When a block is, seen from the device.
public struct BlockTime: Sendable, BitwiseCopyable {
  /// When the device asked for the block.
  public let asked: HostTime
  /// Frames queued before the block: what a listener still hears before its first frame.
  public let delay: Int
  /// What was learnt of the device's pace no longer holds: it was started, starved or suspended, or cannot tell yet.
  public let isRestart: Bool

  @inlinable public init(asked: HostTime, delay: Int, isRestart: Bool = false) {
    self.asked = asked
    self.delay = delay
    self.isRestart = isRestart
  }
}
