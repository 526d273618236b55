import Application
import AudioAnalysis
import AudioBase
import AudioFiles
import Configuration
import Containers
import Dubbing
import KitEditing
import MixEngine
import Percussion
import Player
import Subcommands
import SystemBase
import TakeExchange

/// The controller of takes with its journal and its service, which run on two threads. Main thread.
@MainActor
struct TakeServices {
  let controller: TakeController
  private let journal: TakeJournal
  private let service: TakeService

  init(_ settings: Settings, _ playing: EngineServices, kit: Kit?, main: MainThread) {
    guard let echo = playing.engine.echo else { preconditionFailure("an engine with an echo") }
    let store = TakeStore(folder: BaseFolders.takes)
    // The program ends when the last hits are stored.
    let hits = MainThreadChannel<JournalReport>(main, isReceivedAtEnd: true)
    let events = MainThreadChannel<TakeService.Event>(main)
    journal = TakeJournal(echo: echo, writers: AudioEncoderMaker(), report: hits.send)
    service = TakeService(
      store: store, songs: SongStore(folder: BaseFolders.songs), readsTakes: !settings.isSafe,
      key: { (path: FilePath) throws(FileError) -> TrackKey in
        guard let address = path.address else { return try TrackKeyReader.key(of: path) }
        guard let key = RemoteKey.key(of: address) else {
          throw FileError(.noAnswer, address.shown, detail: "the server does not answer as one of files")
        }
        return key
      },
      signer: TrackSigner(decoders: DecoderRegistry(), converters: SampleRateConverterMaker()),
      decoders: DecoderRegistry(),
      report: events.send)
    controller = TakeController(
      model: playing.model,
      parts: TakeController.Parts(
        engine: playing.engine.control, events: playing.engine.events, transport: playing.transport,
        journal: journal, service: service, store: store, clips: playing.clips,
        kit: kit.map(playing.kit.reference), countIn: settings.countIn, recordStart: settings.recordStart,
        metronome: settings.metronome, folder: BaseFolders.current, levels: playing.levels),
      awaitsKit: true)
    hits.receive = { [weak controller] in controller?.recording.receive($0) }
    events.receive = { [weak controller] in controller?.list.receive($0) }
    playing.transport.onReport = { [weak controller] in controller?.recording.resumeWaiting() }
    service.recover()
    service.findFree()
  }

  /// Stores the hits of the recording that has ended, on another thread. Its reports come before `done`.
  func storeJournal(done: @escaping @Sendable () -> Void) {
    let journal = journal
    _ = WorkerThread(name: "sleep") {
      journal.finish()
      done()
    }
  }

  /// Calls a function on another thread when the takes that wait are saved or cannot be saved.
  func storeTakes(done: @escaping @Sendable () -> Void) { service.whenSaved(done) }

  /// Stores all hits and ends the threads. Called after the output has stopped. `deliver`: applies the reports that
  /// have arrived. Returns the takes that could not be saved.
  func stop(_ shutdown: inout Shutdown, _ deliver: () -> Void) -> [UnsavedTake] {
    let (journal, service) = (journal, service)
    controller.followEngine = {}
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

extension SamplingTools {
  /// Returns what writes samples to the user's kits, by the decoders and encoders of the program.
  static func standard(_ exports: ExportService) -> SamplingTools {
    SamplingTools(
      KitSampling(
        OwnKits(folder: KitFolders.user, current: BaseFolders.current),
        SampleWriter(
          decoders: DecoderRegistry(), converters: SampleRateConverterMaker(), writers: AudioEncoderMaker(),
          stretchers: TimeStretcherMaker())),
      exports: exports, cache: BaseFolders.cache)
  }
}
