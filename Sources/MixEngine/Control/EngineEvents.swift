import AudioBase
import SystemBase

/// The engine as one thread listens to it: events, meters and the timeline. It frees what the audio thread returns.
package final class EngineEvents {
  private let memory: EngineMemory
  private var told = Timeline()

  init(_ memory: EngineMemory) { self.memory = memory }

  /// Woken when there are events or the sounding pads have changed.
  package var news: WakeSignal {
    _read { yield memory.news }
  }

  /// The next event; nil if there is none for now. What the audio thread no longer uses is released then.
  package func next() -> EngineEvent? {
    guard let event = memory.events.reader.pop() else {
      memory.retirement.collect()
      return nil
    }
    told.apply(event)
    return event
  }

  /// Where the output is in time.
  package var clock: ClockReport { memory.clockReports.read() }

  /// What is heard when, by all events so far.
  package var timeline: Timeline {
    told.follow(clock)
    return told
  }

  /// How loud the mix is.
  package var meters: MeterReading { memory.meterReadings.read() }
}
