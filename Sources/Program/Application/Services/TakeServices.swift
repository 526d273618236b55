import AudioBase
import Dubbing
import MixEngine
import Player
import SystemBase
import TrackFeed

/// The controller of takes with its journal and its service, which run on two threads. Main thread.
@MainActor
package struct TakeServices {
  package struct Options {
    /// The folder of takes.
    var folder: FilePath
    /// The folder that relative paths start from.
    var current: FilePath
    /// Beats before a recording while no music plays.
    var countIn: Int
    var recordStart: RecordStart
    var metronome: MetronomeSettings
    /// The recorded sound that the feeder mixes into tracks.
    var clips = TrackClips()
    /// Makes the files of recorded sound.
    var writers: (any AudioWriterMaking)?
    /// Makes the signatures of the tracks of takes.
    var signer: (any TrackSigning)?
    /// Whether takes are read; see `TakeService`.
    package var readsTakes = true

    package init(
      folder: FilePath, current: FilePath, countIn: Int, recordStart: RecordStart,
      metronome: MetronomeSettings, clips: TrackClips = TrackClips(),
      writers: (any AudioWriterMaking)? = nil, signer: (any TrackSigning)? = nil
    ) {
      (self.clips, self.writers, self.signer) = (clips, writers, signer)
      self.metronome = metronome
      (self.folder, self.current) = (folder, current)
      (self.countIn, self.recordStart) = (countIn, recordStart)
    }
  }

  package let controller: TakeController
  private let journal: TakeJournal
  private let service: TakeService

  /// Creates the services of takes.
  ///
  /// - Parameters:
  ///   - engine: has an echo.
  ///   - key: reads a track's key from its file.
  package init(
    engine: AudioEngine, transport: LocalTransport, model: PlayerModel, kit: KitReference?,
    options: Options, key: @escaping @Sendable (FilePath) throws(FileError) -> TrackKey,
    main: MainThread
  ) {
    guard let echo = engine.echo else { preconditionFailure("an engine with an echo") }
    let store = TakeStore(folder: options.folder)
    // The program ends when the last hits are stored.
    let hits = MainThreadChannel<JournalReport>(main, isReceivedAtEnd: true)
    let events = MainThreadChannel<TakeService.Event>(main)
    journal = TakeJournal(echo: echo, writers: options.writers, report: hits.send)
    service = TakeService(
      store: store, readsTakes: options.readsTakes, key: key, signer: options.signer, report: events.send)
    controller = TakeController(
      model: model,
      parts: TakeController.Parts(
        engine: engine.control, events: engine.events, transport: transport, journal: journal,
        service: service, store: store, clips: options.clips, kit: kit, countIn: options.countIn,
        recordStart: options.recordStart,
        metronome: options.metronome,
        folder: options.current),
      awaitsKit: true)
    hits.receive = { [weak controller] in controller?.recording.receive($0) }
    events.receive = { [weak controller] in controller?.list.receive($0) }
    transport.onReport = { [weak controller] in controller?.recording.resumeWaiting() }
    service.recover()
    service.findFree()
  }

  /// Stores the hits of the recording that has ended, on another thread. Its reports come before `done`.
  package func storeJournal(done: @escaping @Sendable () -> Void) {
    let journal = journal
    _ = WorkerThread(name: "sleep") {
      journal.finish()
      done()
    }
  }

  /// Calls a function on another thread when the takes that wait are saved or cannot be saved.
  package func storeTakes(done: @escaping @Sendable () -> Void) { service.whenSaved(done) }

  /// Stores all hits and ends the threads. Called after the output has stopped.
  ///
  /// - Parameter deliver: applies the reports that have arrived.
  /// - Returns: the takes that could not be saved.
  package func stop(_ shutdown: inout Shutdown, _ deliver: () -> Void) -> [UnsavedTake] {
    let (journal, service) = (journal, service)
    // The end of a recording may start the next one.
    repeat {
      shutdown.run(.journal, by: .recording) { journal.finish() }
      deliver()
    } while controller.recording.isStoring && !shutdown.unfinished.contains(.journal)
    let recording = controller.recording.recordedTake
    shutdown.start(.journal) { journal.stop() }
    shutdown.run(.takes, by: .last) { service.stop() }
    return service.unsavedAtEnd(recording: recording)
  }
}
