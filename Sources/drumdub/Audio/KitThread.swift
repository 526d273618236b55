import AudioBase
import CSystem
import Glibc
import MixEngine
import Percussion

/// Loads the kit, then has the keys read: by a thread of its own, whatever becomes of the main thread and its terminal.
final class KitThread: Sendable {
  /// Milliseconds that the first drawing, which would have to wait for a processor otherwise, goes first.
  private static let longestDrawing: Int32 = 100

  private let kit: KitChoice
  private let loader: KitLoader
  private let hasDrawn = WakeSignal()

  init(_ kit: KitChoice, loader: KitLoader) {
    self.kit = kit
    self.loader = loader
  }

  /// To be called once, before the first drawing. Keys are read when their sounds are there: until then they wait in
  /// the terminal.
  func start(_ engine: AudioEngine, _ input: InputThread, _ mailbox: MainMailbox) {
    _ = WorkerThread(name: "kit") { [self] in
      hasDrawn.wait(milliseconds: KitThread.longestDrawing)
      let (program, loaded) = kit.load(with: loader, rate: engine.sampleRate)
      engine.setPads(program)
      input.start(reading: STDIN_FILENO)
      mailbox.post(.kitIsLoaded(loaded))
      // What the samples were decoded in.
      drumdub_trim_heap()
    }
  }

  /// The first drawing is done.
  func goOn() { hasDrawn.wake() }
}
