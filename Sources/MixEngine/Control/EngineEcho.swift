import AudioBase
import SystemBase

/// A second copy of the engine's events, for a thread that must not wait for the one that draws.
package final class EngineEcho: @unchecked Sendable {
  /// Woken after a block that reported events.
  package let signal = WakeSignal()
  private let events = RingBuffer<EngineEvent>(capacity: 8192)
  private let clockReports: LatestValue<ClockReport>

  package init(_ rate: SampleRate) { clockReports = LatestValue(ClockReport(rate)) }

  var eventWriter: RingWriter<EngineEvent> { events.writer }
  var clockWriter: LatestValueWriter<ClockReport> { clockReports.writer }

  /// Removes and returns the events since the last call. One thread calls it.
  package func allEvents() -> [EngineEvent] {
    var taken: [EngineEvent] = []
    while let event = events.reader.pop() { taken.append(event) }
    return taken
  }

  /// Where the output is in time. For the same thread.
  package var clock: ClockReport { clockReports.read() }
}
