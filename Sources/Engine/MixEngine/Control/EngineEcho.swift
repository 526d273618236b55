import AudioBase
import SystemBase

/// A second copy of the engine's events, for a thread that must not wait for the main thread. One thread reads it.
package final class EngineEcho: @unchecked Sendable {
  /// Signalled after a block that reported events.
  package let signal = WakeSignal()
  private let events = RingBuffer<EngineEvent>(capacity: 8192)
  private let clockReports: LatestValue<ClockReport>

  package init(_ rate: SampleRate) { clockReports = LatestValue(ClockReport(rate)) }

  var eventWriter: RingWriter<EngineEvent> { events.writer }
  var clockWriter: LatestValueWriter<ClockReport> { clockReports.writer }

  /// Removes and returns the events since the last call.
  package func allEvents() -> [EngineEvent] {
    var received: [EngineEvent] = []
    while let event = events.reader.pop() { received.append(event) }
    return received
  }

  /// The latest report of the output's clock.
  package var clock: ClockReport { clockReports.read() }
}
