import AudioBase
import SystemBase

/// A strike on a pad or the release of a held pad, as its producer sends it.
public struct Hit: Sendable, BitwiseCopyable {
  /// The number of the pad, from 1.
  public var pad: Int
  /// The velocity, 1–127.
  public var velocity: Int
  /// The time at which the key, note or message was received.
  public var time: HostTime
  /// Whether the key was released: this ends a gate pad, other pads ignore it.
  public var isRelease: Bool

  @_noLocks @_noAllocation
  public init(pad: Int, velocity: Int, time: HostTime, isRelease: Bool = false) {
    self.pad = pad
    self.velocity = velocity
    self.time = time
    self.isRelease = isRelease
  }
}

/// A sender of hits. Each has a ring of its own, which one thread writes.
package enum HitProducer: Int, CaseIterable, Sendable { case keys, midi, control }

/// A ring of hits as an object, so that an array can hold it.
final class HitRing: Sendable {
  let ring = RingBuffer<Hit>(capacity: 256)
}
