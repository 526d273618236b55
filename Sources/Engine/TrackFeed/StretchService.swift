import AudioBase
import MixEngine
import Synchronization
import SystemBase

/// Plays the music of an engine slower or faster, and higher or lower, on a thread that starts with the first speed or
/// pitch other than 1.
///
/// The audio thread wakes the thread about every 10 ms while music plays at another speed or pitch than 1, and at no
/// other time. The thread keeps the service and the memory of the engine alive until `stop`.
package final class StretchService: Sendable {
  private struct State {
    var speed = 1.0
    /// The factor of all frequencies.
    var pitch = 1.0
    var isStopping = false
    var thread: WorkerThread?
  }

  private let engine: EngineControl
  private let makers: any TimeStretcherMaking
  private let report: @Sendable (FileError) -> Void
  private let state = Mutex(State())

  /// Creates a service that changes the speed and the pitch.
  ///
  /// - Parameters:
  ///   - engine: whose stretched ring is filled.
  ///   - report: called on the service's thread if no stretcher can be made.
  package init(
    engine: AudioEngine, makers: any TimeStretcherMaking, report: @escaping @Sendable (FileError) -> Void
  ) {
    self.engine = engine.control
    self.makers = makers
    self.report = report
  }

  /// Sets the speed, within `TimeStretch.speeds`. Any thread.
  package func setSpeed(_ speed: Double) {
    precondition(TimeStretch.speeds.contains(speed))
    change { $0.speed = speed }
  }

  /// Sets the pitch. Any thread.
  package func transpose(_ transposition: Transposition) { change { $0.pitch = transposition.factor } }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      if state.thread != nil || state.isStopping || (state.speed == 1 && state.pitch == 1) { return }
      state.thread = WorkerThread(name: "speed") { [self] in run() }
    }
    engine.stretchSignal.wake()
  }

  /// Ends the thread and waits for it; does nothing if it is not running.
  package func stop() {
    let thread = state.withLock { state in
      state.isStopping = true
      return state.thread.take()
    }
    engine.stretchSignal.wake()
    thread?.join()
  }

  private func run() {
    let filler = StretchFiller(engine: engine, makers: makers)
    var isStretched = false
    while true {
      let (speed, pitch, isStopping) = state.withLock { ($0.speed, $0.pitch, $0.isStopping) }
      if isStopping { return }
      let wantsStretching = speed != 1 || pitch != 1
      if wantsStretching || isStretched { work(filler, speed, pitch) }
      isStretched = wantsStretching
      engine.stretchSignal.wait(milliseconds: nil)
    }
  }

  private func work(_ filler: StretchFiller, _ speed: Double, _ pitch: Double) {
    do throws(FileError) {
      try filler.work(speed: speed, pitch: pitch)
    } catch {
      state.withLock { ($0.speed, $0.pitch) = (1, 1) }
      report(error)
    }
  }
}
