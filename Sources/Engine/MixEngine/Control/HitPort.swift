import AudioBase
import SystemBase

/// Sends the hits of one producer to the engine. One thread uses it; it keeps the memory of the engine alive.
package struct HitPort: Sendable {
  let ring: RingWriter<Hit>
  let deviceWaker: IdleWaker
  /// Owns the ring and the counters.
  let memory: EngineMemory

  /// Sends the release of a pad, from 1. Returns the same as `strike`.
  @discardableResult
  package func release(pad: Int, time: HostTime) -> Bool {
    strike(Hit(pad: pad, velocity: 0, time: time, kind: .release))
  }

  /// Silences a pad, from 1, as a hand that grabs a cymbal does.
  ///
  /// - Parameter seconds: the duration of the fade; 0 uses the choke fade of the pad.
  /// - Returns: the same as `strike`.
  @discardableResult
  package func choke(pad: Int, seconds: Float = 0, time: HostTime) -> Bool {
    strike(Hit(pad: pad, velocity: 0, time: time, kind: .choke(seconds: seconds)))
  }

  /// Sends a hit, without waiting or allocating, and wakes a device that rests.
  ///
  /// - Returns: false if 256 hits already wait for the engine; the hit is then lost and counted.
  @discardableResult
  package func strike(_ hit: Hit) -> Bool {
    defer { deviceWaker.wake() }
    if ring.push(hit) { return true }
    memory.status.pointee.lostHits.add(1, ordering: .relaxed)
    return false
  }
}
