import AudioBase
import MixEngine
import Synchronization
import SystemBase

/// Fills the music ring of an engine on a thread of its own, so that no other thread waits for disks and decoders.
///
/// Commands may be sent from any thread and are applied in their order; reports come on the feeder's thread. The
/// thread keeps the feeder and the memory of the engine alive until `stop`.
package final class StreamFeeder: Sendable {
  private struct Mailbox {
    var commands: [FeederCommand] = []
    var isStopping = false
  }

  private let mailbox = Mutex(Mailbox())
  private let engine: EngineControl
  private let thread = Mutex<WorkerThread?>(nil)

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - engine: whose music ring is filled.
  ///   - crossfade: seconds for which the end of a track overlaps the beginning of the next one; 0 joins them
  ///     exactly.
  ///   - clips: what is heard with tracks.
  package init(
    engine: AudioEngine, decoders: any DecoderOpening, converters: any RateConverterMaking,
    crossfade: Double = 0, clips: TrackClips? = nil,
    report: @escaping @Sendable (FeederReport) -> Void
  ) {
    let engine = engine.control
    self.engine = engine
    let worker = WorkerThread(name: "feeder") { [self] in
      WorkerThread.goFirst()
      run(
        StreamFiller(
          engine: engine, decoders: decoders, converters: converters, crossfade: crossfade, clips: clips,
          report: report))
    }
    thread.withLock { $0 = worker }
  }

  /// Sends commands, which are all applied before the next frames are fed.
  package func send(_ commands: [FeederCommand]) {
    mailbox.withLock { $0.commands += commands }
    engine.feederSignal.wake()
  }

  /// Ends the thread and waits for it; does nothing if it has ended.
  package func stop() {
    mailbox.withLock { $0.isStopping = true }
    engine.feederSignal.wake()
    thread.withLock { $0.take() }?.join()
  }

  private func run(_ filler: StreamFiller) {
    while true {
      let (commands, isStopping) = mailbox.withLock { box in
        defer { box.commands = [] }
        return (box.commands, box.isStopping)
      }
      if isStopping { return }
      for command in commands { filler.handle(command) }
      switch filler.fill() {
      case .more: break
      case .waitForRoom(let frames):
        if filler.requestRoom(frames) { engine.feederSignal.wait(milliseconds: nil) }
      case .idle: engine.feederSignal.wait(milliseconds: nil)
      }
    }
  }
}
