import AudioBase
import Synchronization
import SystemBase

/// Captures the clicks of a calibration and finds their delay, on a thread of its own.
package final class LatencyMeasurement: Sendable {
  package enum Event: Sendable {
    /// Reported ten times a second while the input captures.
    case captures
    /// All clicks were captured: `find` is to be called.
    case captured
    /// The delay in seconds.
    case ended(Result<Double, ClickSearch.Failure>)
  }

  /// The seconds without clicks after which the measurement fails, because the output does not play.
  private static let longest = 12.0
  private static let interval: Int32 = 100

  private struct State {
    var end: HostTime?
    var heard: [HostTime]?
  }

  private let buffer: CaptureBuffer
  private let rate: SampleRate
  private let report: @Sendable (Event) -> Void
  private let state = Mutex(State())
  private let cancellation = CancelFlag()
  private let signal = WakeSignal()

  /// Starts a measurement on its thread, which calls `report`. Only this object reads the buffer of the input.
  package init(_ buffer: CaptureBuffer, rate: SampleRate, report: @escaping @Sendable (Event) -> Void) {
    (self.buffer, self.rate, self.report) = (buffer, rate, report)
    _ = WorkerThread(name: "calibration") { [self] in run() }
  }

  package func capture(until end: HostTime) {
    state.withLock { $0.end = end }
    signal.wake()
  }

  /// Finds the clicks. `heard` states when each was heard, as the output states it.
  package func find(heardAt heard: [HostTime]) {
    state.withLock { $0.heard = heard }
    signal.wake()
  }

  /// Ends the thread, which reports nothing more.
  package func stop() {
    cancellation.cancel()
    signal.wake()
  }

  private var stopped: Bool { cancellation.isCancelled }

  private func run() {
    guard let sound = capture() else { return stopped ? () : report(.ended(.failure(.notFound))) }
    report(.captured)
    while !stopped {
      if let heard = state.withLock({ $0.heard }) {
        let result = Result { () throws(ClickSearch.Failure) in try ClickSearch.delay(of: heard, in: sound) }
        return stopped ? () : report(.ended(result))
      }
      signal.wait(milliseconds: nil)
    }
  }

  /// Captures the input while the clicks play; nil if it was stopped, no click was played or nothing was captured.
  private func capture() -> CapturedSound? {
    var history = CaptureHistory(rate)
    var marks: [(place: Int, time: HostTime)] = []
    let limit = HostTime.now.advanced(bySeconds: LatencyMeasurement.longest)
    while !stopped, HostTime.now < limit {
      buffer.read { frames, block in
        history.append(frames, block)
        if block != nil, let mark = history.latest { marks.append(mark) }
      }
      if let end = state.withLock({ $0.end }), let captured = history.endTime, captured >= end {
        return CapturedSound(sampleRate: rate, frames: history.frames, marks: marks)
      }
      report(.captures)
      signal.wait(milliseconds: LatencyMeasurement.interval)
    }
    return nil
  }
}
