import CSystem
import Glibc
import MixEngine
import Percussion
import SystemBase

/// Loads the kit, then has the keys read: by a thread of its own, whatever becomes of the main thread and its terminal.
final class KitLoadingThread: Sendable {
  /// Milliseconds that the first drawing, which would have to wait for a processor otherwise, goes first.
  private static let longestDrawing: Int32 = 100
  /// Seconds after which keys are read though the kit is still being loaded: a file of it may hang.
  private static let patience = 3.0

  private let kit: KitChoice
  private let loader: KitLoader
  private let hasDrawn = WakeSignal()

  init(_ kit: KitChoice, loader: KitLoader) {
    self.kit = kit
    self.loader = loader
  }

  /// To be called once, before the first drawing. Keys are read when their sounds are there: until then they wait in
  /// the terminal.
  func start(_ engine: AudioEngine, _ input: InputThread, _ queue: MainQueue) {
    let engine = engine.control
    _ = WorkerThread(name: "keys") { [self] in
      hasDrawn.wait(milliseconds: KitLoadingThread.longestDrawing)
      let loading = WorkerThread(name: "kit") { [self] in load(engine, queue) }
      _ = loading.join(until: .now.advanced(bySeconds: KitLoadingThread.patience))
      input.start(reading: STDIN_FILENO)
    }
  }

  private func load(_ engine: EngineControl, _ queue: MainQueue) {
    let (program, loaded) = kit.load(with: loader, rate: engine.sampleRate)
    engine.setPads(program)
    queue.post(.report(.kitLoaded(loaded)))
    // What the samples were decoded in.
    drumdub_trim_heap()
  }

  /// The first drawing is done.
  func goOn() { hasDrawn.wake() }
}
