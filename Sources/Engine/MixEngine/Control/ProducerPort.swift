import AudioBase
import SystemBase

/// Sends the hits or the notes of one producer to the engine. One thread uses it; it keeps the memory of the engine alive.
package struct ProducerPort<Event: BitwiseCopyable & Sendable>: Sendable {
  let ring: RingWriter<Event>
  /// Owns the ring and the counters.
  let memory: EngineMemory

  /// Sends an event, without waiting or allocating, and wakes a device that rests.
  ///
  /// - Returns: false if 256 events already wait for the engine; this one is then lost and counted.
  @discardableResult
  package func send(_ event: Event) -> Bool {
    defer { memory.signals.idle.waker.wake() }
    if ring.push(event) { return true }
    memory.status.pointee.add(to: .lostHit)
    return false
  }

  /// Sends events, of which the engine sees all or none in a block: those of one time are due on one frame. Events for which
  /// there is no room are lost and counted.
  package func send(_ events: [Event]) {
    let sent = events.withUnsafeBufferPointer { ring.push($0) }
    memory.status.pointee.add(events.count - sent, to: .lostHit)
    memory.signals.idle.waker.wake()
  }
}

package typealias HitPort = ProducerPort<Hit>
package typealias NotePort = ProducerPort<NoteEvent>

extension HitPort {
  /// Sends the release of a pad, from 1. Returns the same as `send`.
  @discardableResult
  package func release(pad: Int, time: HostTime) -> Bool {
    strike(Hit(pad: pad, velocity: 0, time: time, kind: .release))
  }

  /// Silences a pad, from 1, as a hand that grabs a cymbal does.
  ///
  /// - Parameter seconds: the duration of the fade; 0 uses the choke fade of the pad.
  /// - Returns: the same as `send`.
  @discardableResult
  package func choke(pad: Int, seconds: Float = 0, time: HostTime) -> Bool {
    strike(Hit(pad: pad, velocity: 0, time: time, kind: .choke(seconds: seconds)))
  }

  /// Sends a hit. Returns the same as `send`.
  @discardableResult
  package func strike(_ hit: Hit) -> Bool { send(hit) }
}
