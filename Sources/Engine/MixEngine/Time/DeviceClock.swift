import AudioBase
import SystemBase

/// Removes the jitter from the times that a device states for its blocks: a delay-locked loop of second order.
///
/// Source: F. Adriaensen, "Using a DLL to filter time", Linux Audio Conference 2005. Audio thread.
package struct DeviceClock: BitwiseCopyable {
  private let nominal: Double
  /// The loop's bandwidth in Hz: slow enough to smooth, fast enough to follow a crystal.
  private let bandwidth = 0.5
  private var origin: Int64 = 0
  /// The time at which the next block should come, in seconds since `origin`.
  private var expected = 0.0
  /// The length of a frame in seconds, as measured.
  package private(set) var frameLength: Double
  private var isRunning = false

  /// Blocks since the last restart.
  private var age = 0
  /// The number of restarts of the loop.
  private(set) var restarts = 0

  package init(rate: SampleRate) {
    nominal = 1 / Double(rate.hertz)
    frameLength = nominal
  }

  /// Filters the time of a block.
  ///
  /// - Parameters:
  ///   - time: the stated time, with its jitter.
  ///   - count: the frames of the block.
  ///   - restart: whether the device keeps another time than before.
  /// - Returns: the time without jitter.
  package mutating func filter(_ time: HostTime, count: Int, restart: Bool = false) -> HostTime {
    let now = Double(time.nanoseconds - origin) * 1e-9
    let period = Double(count) * frameLength
    let error = now - expected
    // More than two periods is not jitter: the device was started, starved or suspended.
    if restart || !isRunning || error.magnitude > 2 * period { return begin(time, count) }
    let filtered = expected
    let omega = min(2 * Double.pi * bandwidth * period, 0.5)
    // The jitter of the first block would be followed for seconds: the mean is taken until the loop is as slow.
    age += 1
    let pull = max(1.414_213_562_373_095_1 * omega, 1 / Double(age + 1))
    expected += period + pull * error
    frameLength += omega * omega * error / Double(count)
    // No card is 1 % off: a larger deviation is a burst of late wake-ups.
    frameLength = min(max(frameLength, nominal * 0.99), nominal * 1.01)
    return HostTime(nanoseconds: origin + Int64(filtered * 1e9))
  }

  private mutating func begin(_ time: HostTime, _ count: Int) -> HostTime {
    isRunning = true
    restarts += 1
    age = 0
    origin = time.nanoseconds
    frameLength = nominal
    expected = Double(count) * nominal
    return time
  }
}
