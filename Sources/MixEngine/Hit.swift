import AudioBase

/// A strike on a pad, as whoever struck it sends it.
public struct Hit: Sendable, BitwiseCopyable {
  /// From 1.
  public var pad: Int
  /// 1–127.
  public var velocity: Int
  /// When the key, the note or the message came.
  public var time: HostTime

  @_noLocks @_noAllocation
  public init(pad: Int, velocity: Int, time: HostTime) {
    self.pad = pad
    self.velocity = velocity
    self.time = time
  }
}

/// Where one thread strikes the pads. Each producer has a port of its own.
package struct HitPort: Sendable {
  let ring: RingWriter<Hit>
  let doorbell: DoorbellButton

  /// Neither waits nor allocates; wakes a device that rests.
  ///
  /// - Returns: false where 256 hits already wait for the engine; the hit is lost then.
  @discardableResult
  package func strike(_ hit: Hit) -> Bool {
    defer { doorbell.press() }
    return ring.push(hit)
  }
}
