import AudioBase
import MixEngine
import Synchronization
import SystemBase

/// Plays the music slower or faster at its own pitch, by a thread of its own that starts at the first such speed.
///
/// The thread sleeps until the audio thread asks for frames: about every 10 ms while music plays at another speed
/// than 1, and never else.
package final class StretchService: Sendable {
  private struct Order {
    var speed = 1.0
    var isStopping = false
    var thread: WorkerThread?
  }

  private let engine: EngineControl
  private let makers: any TimeStretcherMaking
  private let report: @Sendable (FileError) -> Void
  private let order = Mutex(Order())

  /// - Parameters:
  ///   - engine: whose stretched ring is filled.
  ///   - report: called on the service's thread if no other speed is available.
  package init(
    engine: AudioEngine, makers: any TimeStretcherMaking, report: @escaping @Sendable (FileError) -> Void
  ) {
    self.engine = engine.control
    self.makers = makers
    self.report = report
  }

  /// Any thread.
  package func setSpeed(_ speed: Double) {
    precondition(TimeStretch.speeds.contains(speed))
    order.withLock { order in
      order.speed = speed
      if order.thread != nil || speed == 1 || order.isStopping { return }
      order.thread = WorkerThread(name: "speed") { [self] in run() }
    }
    engine.stretchSignal.wake()
  }

  /// Ends the thread and waits for it.
  package func stop() {
    let thread = order.withLock { order in
      order.isStopping = true
      return order.thread.take()
    }
    engine.stretchSignal.wake()
    thread?.join()
  }

  private func run() {
    let filler = StretchFiller(engine: engine.stream, rate: engine.sampleRate, makers: makers)
    var speed = 1.0
    while true {
      let (wanted, isStopping) = order.withLock { ($0.speed, $0.isStopping) }
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
      order.withLock { $0.speed = 1 }
      report(error)
    }
  }
}
