import AudioBase
import SystemBase

/// The handle for events, meters and the timeline. One thread uses it; there it also frees what the audio thread has
/// returned.
package final class EngineEvents {
  private let memory: EngineMemory
  private var received = Timeline()

  init(_ memory: EngineMemory) { self.memory = memory }

  /// Signalled after a block that reported events or changed the sounding pads.
  package var signal: WakeSignal {
    _read { yield memory.signals.events }
  }

  /// Returns the next event, or nil if there is none now. In that case objects that the audio thread has returned are
  /// freed.
  package func next() -> EngineEvent? {
    guard let event = memory.events.reader.pop() else {
      memory.retirement.collect()
      return nil
    }
    received.apply(event)
    return event
  }

  /// The latest report of the output's clock.
  package var clock: ClockReport { memory.clockReports.read() }

  /// The timeline by all events that were received so far.
  package var timeline: Timeline {
    received.follow(clock)
    return received
  }

  /// The levels of the mix.
  package var meters: MeterReading { memory.meterReadings.read() }
}
