import AudioBase
import MixEngine
import Synchronization
import SystemBase

/// Plays the music of an engine slower or faster at its own pitch, on a thread that starts with the first speed other
/// than 1.
///
/// The audio thread wakes the thread about every 10 ms while music plays at another speed than 1, and at no other
/// time. The thread keeps the service and the memory of the engine alive until `stop`.
package final class StretchService: Sendable {
  private struct State {
    var speed = 1.0
    var isStopping = false
    var thread: WorkerThread?
  }

  private let engine: EngineControl
  private let makers: any TimeStretcherMaking
  private let report: @Sendable (FileError) -> Void
  private let state = Mutex(State())

  /// Creates a service that changes the speed.
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
    state.withLock { state in
      state.speed = speed
      if state.thread != nil || speed == 1 || state.isStopping { return }
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
    var speed = 1.0
    while true {
      let (wanted, isStopping) = state.withLock { ($0.speed, $0.isStopping) }
      if isStopping { return }
      if wanted != speed || speed != 1 { work(filler, wanted) }
      speed = wanted
      engine.stretchSignal.wait(milliseconds: nil)
    }
  }

  private func work(_ filler: StretchFiller, _ speed: Double) {
    do throws(FileError) {
      try filler.work(speed: speed)
    } catch {
      state.withLock { $0.speed = 1 }
      report(error)
    }
  }
}
