import AudioBase
import SystemBase

/// A strike on a pad, or the end of one that was held, as whoever struck it sends it.
public struct Hit: Sendable, BitwiseCopyable {
  /// From 1.
  public var pad: Int
  /// 1–127.
  public var velocity: Int
  /// When the key, the note or the message came.
  public var time: HostTime
  /// The key came up: a gate pad falls silent, others take no notice.
  public var isRelease: Bool

  @_noLocks @_noAllocation
  public init(pad: Int, velocity: Int, time: HostTime, isRelease: Bool = false) {
    self.pad = pad
    self.velocity = velocity
    self.time = time
    self.isRelease = isRelease
  }
}

/// Where one thread strikes the pads. Each producer has a port of its own.
package struct HitPort: Sendable {
  package let ring: RingWriter<Hit>
  let doorbell: IdleWaker
  /// Of the engine, which outlives its ports.
  let status: EngineStatusPointer

  /// The key that struck the pad came up. - Returns: as `strike` does.
  @discardableResult
  package func release(pad: Int, time: HostTime) -> Bool {
    strike(Hit(pad: pad, velocity: 0, time: time, isRelease: true))
  }

  /// Neither waits nor allocates; wakes a device that rests.
  ///
  /// - Returns: false where 256 hits already wait for the engine; the hit is lost then, and counted.
  @discardableResult
  package func strike(_ hit: Hit) -> Bool {
    defer { doorbell.press() }
    if ring.push(hit) { return true }
    status.pointer.pointee.lostHits.add(1, ordering: .relaxed)
    return false
  }
}
