import AudioBase
import Dubbing
import MixEngine
import Player
import SystemBase

/// The controller of takes and the two threads behind it. Main thread.
@MainActor
package struct TakeServices {
  package struct Options {
    /// Where takes are kept.
    var folder: FilePath
    /// Where relative paths start from.
    var current: FilePath
    /// Beats before the music, where a recording begins paused.
    var countIn: Int
    var recordStart: RecordStart

    package init(folder: FilePath, current: FilePath, countIn: Int, recordStart: RecordStart) {
      (self.folder, self.current) = (folder, current)
      (self.countIn, self.recordStart) = (countIn, recordStart)
    }
  }

  package let controller: TakeController
  private let journal: TakeJournal
  private let service: TakeService

  /// - Parameters:
  ///   - engine: made with an echo.
  ///   - key: reads a track's key from its file.
  package init(
    engine: AudioEngine, transport: LocalTransport, model: PlayerModel, kit: KitReference?,
    options: Options, key: @escaping @Sendable (FilePath) throws(FileError) -> TrackKey,
    report: @escaping ReportSink
  ) {
    guard let echo = engine.echo else { preconditionFailure("an engine with an echo") }
    let store = TakeStore(folder: options.folder)
    journal = TakeJournal(echo: echo) { report(.journal($0)) }
    service = TakeService(store: store, key: key) { report(.takes($0)) }
    controller = TakeController(
      model: model,
      tools: TakeController.Tools(
        engine: engine, transport: transport, journal: journal, service: service, store: store, kit: kit,
        countIn: options.countIn, recordStart: options.recordStart, folder: options.current),
      awaitsKit: true)
    service.recover()
    service.findFree()
  }

  /// Stores what was played to the end; to be called when the output has stopped.
  ///
  /// - Parameter deliver: hands the main thread what was told meanwhile.
  /// - Returns: the takes that could not be saved.
  package func stop(_ ending: inout Shutdown, _ deliver: () -> Void) -> [UnsavedTake] {
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
