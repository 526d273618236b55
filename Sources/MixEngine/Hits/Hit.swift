import AudioBase
import SystemBase

/// A strike on a pad or the release of a held pad, as its producer sends it.
public struct Hit: Sendable, BitwiseCopyable {
  /// From 1.
  public var pad: Int
  /// 1–127.
  public var velocity: Int
  /// When the key, the note or the message came.
  public var time: HostTime
  /// The key was released: a gate pad falls silent, other pads ignore it.
  public var isRelease: Bool

  @_noLocks @_noAllocation
  public init(pad: Int, velocity: Int, time: HostTime, isRelease: Bool = false) {
    self.pad = pad
    self.velocity = velocity
    self.time = time
    self.isRelease = isRelease
  }
}

/// Sends hits to the engine. Each producer has a port of its own, which one thread uses.
package struct HitPort: Sendable {
  package let ring: RingWriter<Hit>
  let idleWaker: IdleWaker
  /// Whose status and rings are written; kept alive by the port.
  let memory: EngineMemory

  /// Sends the release of a pad. - Returns: as `strike` does.
  @discardableResult
  package func release(pad: Int, time: HostTime) -> Bool {
    strike(Hit(pad: pad, velocity: 0, time: time, isRelease: true))
  }

  /// Sends a hit, without waiting or allocating, and wakes a device that rests.
  ///
  /// - Returns: false where 256 hits already wait for the engine; the hit is lost then, and counted.
  @discardableResult
  package func strike(_ hit: Hit) -> Bool {
    defer { idleWaker.press() }
    if ring.push(hit) { return true }
    memory.status.pointee.lostHits.add(1, ordering: .relaxed)
    return false
  }
}
