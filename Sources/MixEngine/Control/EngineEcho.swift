import AudioBase
import SystemBase

/// The engine's events once more, for a thread besides the one that takes them: it may be stuck in a stalled terminal.
package final class EngineEcho: @unchecked Sendable {
  /// Woken after a block that has told something.
  package let signal = WakeSignal()
  private let events = RingBuffer<EngineEvent>(capacity: 8192)
  private let clockReports: LatestValue<ClockReport>

  package init(_ rate: SampleRate) { clockReports = LatestValue(ClockReport(rate)) }

  var eventWriter: RingWriter<EngineEvent> { events.writer }
  var clockWriter: LatestValueWriter<ClockReport> { clockReports.writer }

  /// What was told since the last time. One thread takes.
  package func allEvents() -> [EngineEvent] {
    var taken: [EngineEvent] = []
    while let event = events.reader.pop() { taken.append(event) }
    return taken
  }

  /// Where the output is in time. Of the same thread.
  package var clock: ClockReport { clockReports.read() }
}
