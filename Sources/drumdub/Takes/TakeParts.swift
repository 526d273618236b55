import Containers
import Dubbing
import MixEngine
import Player

/// What keeps takes: the desk of the main thread, and the two threads behind it.
@MainActor
struct TakeParts {
  let desk: TakeDesk
  private let journal: TakeJournal
  private let keeper: TakeKeeper

  init(
    engine: AudioEngine, transport: LocalTransport, model: PlayerModel, kit: KitReference?,
    settings: Settings,
    mailbox: MainMailbox
  ) {
    guard let echo = engine.echo else { preconditionFailure("an engine with an echo") }
    let store = TakeStore(folder: BaseFolders.takes)
    journal = TakeJournal(echo: echo) { mailbox.post(.journal($0)) }
    keeper = TakeKeeper(store: store, key: TrackKeyReader.key) { mailbox.post(.takes($0)) }
    desk = TakeDesk(
      model: model,
      tools: TakeDesk.Tools(
        engine: engine, transport: transport, journal: journal, keeper: keeper, store: store, kit: kit,
        countIn: settings.countIn, recordStart: settings.recordStart, folder: BaseFolders.current),
      awaitsKit: true)
    keeper.recover()
    keeper.findFree()
  }

  /// Stores what was played to the end; to be called when the output has stopped.
  ///
  /// - Parameter deliver: hands the main thread what was told meanwhile.
  /// - Returns: the takes that could not be saved.
  func stop(_ ending: inout Ending, _ deliver: () -> Void) -> [UnsavedTake] {
    let (journal, keeper) = (journal, keeper)
    // Each recording that ends may let the next one begin.
    repeat {
      ending.store { journal.finish() }
      deliver()
    } while desk.hasRecording && ending.isComplete
    ending.store { journal.stop() }
    ending.store { keeper.stop() }
    return keeper.unsavedAtEnd
  }
}
