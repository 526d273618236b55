import AudioBase

/// Frees the times at which a device asks for blocks of their jitter: a delay-locked loop of second order.
///
/// Source: F. Adriaensen, "Using a DLL to filter time", Linux Audio Conference 2005. Audio thread.
struct DeviceClock: BitwiseCopyable {
  private let nominal: Double
  /// The loop's bandwidth in Hz: slow enough to smooth, fast enough to follow a crystal.
  private let bandwidth = 0.5
  private var origin: Int64 = 0
  /// Seconds since `origin` at which the next block should be asked for.
  private var expected = 0.0
  /// The length of a frame in seconds, as measured.
  private(set) var frameLength: Double
  private var isRunning = false

  init(rate: SampleRate) {
    nominal = 1 / Double(rate.hertz)
    frameLength = nominal
  }

  /// - Parameters:
  ///   - asked: when the device asked, with all its jitter.
  ///   - count: the frames of the block.
  /// - Returns: when it should have asked.
  @_noLocks @_noAllocation
  mutating func filter(asked: HostTime, count: Int) -> HostTime {
    let now = Double(asked.nanoseconds - origin) * 1e-9
    let period = Double(count) * frameLength
    let error = now - expected
    // More than two periods away is no jitter: the device was started, starved or suspended.
    if !isRunning || error.magnitude > 2 * period { return restart(asked, count) }
    let filtered = expected
    let omega = 2 * Double.pi * bandwidth * period
    expected += period + 1.414_213_562_373_095_1 * omega * error
    frameLength += omega * omega * error / Double(count)
    // A card that is 1 % off is none; what pretends so is a burst of late wake-ups.
    frameLength = min(max(frameLength, nominal * 0.99), nominal * 1.01)
    return HostTime(nanoseconds: origin + Int64(filtered * 1e9))
  }

  @_noLocks @_noAllocation
  private mutating func restart(_ asked: HostTime, _ count: Int) -> HostTime {
    isRunning = true
    origin = asked.nanoseconds
    frameLength = nominal
    expected = Double(count) * nominal
    return asked
  }
}
