import Application
import Containers
import Dubbing
import MixEngine
import Player

/// What keeps takes: the desk of the main thread, and the two threads behind it.
@MainActor
struct TakeServices {
  let controller: TakeController
  private let journal: TakeJournal
  private let service: TakeService

  init(
    engine: AudioEngine, transport: LocalTransport, model: PlayerModel, kit: KitReference?,
    settings: Settings,
    mailbox: MainQueue
  ) {
    guard let echo = engine.echo else { preconditionFailure("an engine with an echo") }
    let store = TakeStore(folder: BaseFolders.takes)
    journal = TakeJournal(echo: echo) { mailbox.post(.journal($0)) }
    service = TakeService(store: store, key: TrackKeyReader.key) { mailbox.post(.takes($0)) }
    controller = TakeController(
      model: model,
      tools: TakeController.Tools(
        engine: engine, transport: transport, journal: journal, service: service, store: store, kit: kit,
        countIn: settings.countIn, recordStart: settings.recordStart, folder: BaseFolders.current),
      awaitsKit: true)
    service.recover()
    service.findFree()
  }

  /// Stores what was played to the end; to be called when the output has stopped.
  ///
  /// - Parameter deliver: hands the main thread what was told meanwhile.
  /// - Returns: the takes that could not be saved.
  func stop(_ ending: inout Shutdown, _ deliver: () -> Void) -> [UnsavedTake] {
    let (journal, service) = (journal, service)
    // Each recording that ends may let the next one begin.
    repeat {
      ending.store { journal.finish() }
      deliver()
    } while controller.hasRecording && ending.isComplete
    ending.store { journal.stop() }
    ending.store { service.stop() }
    return service.unsavedAtEnd
  }
}
