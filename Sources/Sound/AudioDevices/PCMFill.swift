import AudioBase

/// How far the buffer of a PCM is filled, in frames.
///
/// That of a sound card has room for a long buffer. While a short one is wanted, only a part of the room is filled, so that
/// the length changes while the PCM runs.
struct PCMFill: Hashable {
  let period: Int
  /// The frames that the buffer of the PCM holds.
  let capacity: Int
  private let short: Int
  private let long: Int
  var length = BufferLength.short

  /// Describes the buffer that a driver has accepted.
  ///
  /// - Parameter short: the frames of a short buffer. If they are all of it, there is no long one.
  init(capacity: Int, short: Int, period: Int, rate: SampleRate) {
    (self.capacity, self.period) = (capacity, period)
    self.short = min(short, capacity)
    let wanted = PCMFill.capacity(short: short, period: period, rate: rate)
    long = max(self.short, min(capacity, wanted) / period * period)
  }

  /// Returns the frames that the buffer of a sound card needs: room for a long buffer, in whole periods.
  static func capacity(short: Int, period: Int, rate: SampleRate) -> Int {
    let frames = BufferLength.longSeconds * Double(rate.hertz)
    return max(short, Int((frames / Double(period)).rounded(.up)) * period)
  }

  var hasLongBuffer: Bool { long > short }

  /// The most frames that are queued.
  var target: Int { length == .short ? short : long }

  /// The frames that are still queued when the next blocks are due: of a long buffer the half, but no less than of a short
  /// one, which is as long as the device needs.
  var refillLevel: Int {
    let shortLevel = short - period
    return length == .short ? shortLevel : max(long / 2 / period * period, shortLevel)
  }

  /// The room with which the PCM wakes its thread.
  var wakeRoom: Int { capacity - refillLevel }

  /// The seconds between two requests of a long buffer.
  func refillSeconds(at rate: SampleRate) -> Double { Double(target - refillLevel) / Double(rate.hertz) }

  /// Returns the number of blocks that are due. A long buffer is filled at once.
  ///
  /// - Parameter room: the frames of the PCM's buffer that are free.
  func dueBlocks(room: Int) -> Int {
    if room < wakeRoom { return 0 }
    return length == .short ? 1 : (target - (capacity - room)) / period
  }
}
