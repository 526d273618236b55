import Dubbing
import Artwork
import AudioAnalysis
import AudioFiles
import MixEngine
import Percussion
import Player
import SystemBase
import TerminalKit
import TerminalUI
import TrackFeed
import TrackTags

/// The only place that picks implementations: makes the parts and ties them together.
@MainActor
final class Wiring {
  let mailbox = MainQueue()
  let engine: AudioEngine
  let view: PlayerScreen
  let settings: Settings
  let output: OutputController
  private let feeder: StreamFeeder
  private let speeds: StretchService
  let transport: LocalTransport
  let model: PlayerModel
  let input: InputThread
  let tags: TrackLoader
  let takes: TakeServices
  let library: LibraryServices
  var asksForMusic = false
  /// Whether what is to be played is still looked for.
  var isFinding = false
  let saver: SessionSaver
  /// Writes playlists, one after the other.
  let files = SerialWorker(name: "files")
  var sessions: SessionController
  var waveforms: WaveformStore?
  let tagWorkers: TagWorkerPool
  var artwork: ArtworkStore?
  let kitThread: KitLoadingThread
  var trace: HitTraceWriter?
  var hits = 0
  private var subscription: EventStream<PlayerEvent>.Subscription?

  /// - Parameter colours: those of the terminal.
  init(_ settings: Settings, colours: Int, tagWorkers: TagWorkerPool) {
    let mailbox = mailbox
    self.settings = settings
    self.tagWorkers = tagWorkers
    output = OutputController(
      opener: OutputOpener(choice: settings.output, rate: settings.rate, period: settings.period),
      memory: DeviceMemory(path: BaseFolders.deviceFile), mailbox: mailbox)
    let index = LibraryService(settings.library ?? BaseFolders.libraryFile) {
      mailbox.post(.library($0))
    }
    let folder = BaseFolders.current
    let decoders = DecoderRegistry()
    let converters = SampleRateConverterMaker()
    let kitLoader = KitLoader(decoders: decoders, converters: converters)
    let kit = KitChoice(settings.kit, loader: kitLoader)
    kitThread = KitLoadingThread(kit, loader: kitLoader)
    let engine = AudioEngine(sampleRate: output.sampleRate, timing: settings.timing, hasEcho: true)
    self.engine = engine
    let feeder = StreamFeeder(
      engine: engine, decoders: decoders, converters: converters, crossfade: settings.crossfade
    ) { mailbox.post(.feeder($0)) }
    self.feeder = feeder
    let speeds = StretchService(engine: engine, makers: TimeStretcherMaker()) {
      mailbox.post(.speedFailed($0))
    }
    self.speeds = speeds
    transport = LocalTransport(engine: engine, feed: { feeder.send($0) }, stretch: { speeds.setSpeed($0) })
    model = PlayerModel(
      transport: transport, mixer: engine.control,
      levels: MixLevels(music: settings.musicLevel, pads: settings.padsLevel),
      replayGain: settings.replayGain)
    model.readsTags = true
    model.findGain = { item in
      index.findGain(of: folder.appending(item.path), item.section) { mailbox.post(.gainFound($0, item.id)) }
    }
    let keys = settings.keyMap
    view = PlayerScreen(
      model: model, keys: keys, pads: kit.padContents(keys),
      theme: ThemeChoice.theme(settings.theme, colours: colours),
      direction: settings.direction)
    input = InputThread(
      port: engine.port(for: .keys),
      router: KeyRouter(keys: keys, heldKeys: HeldKeyFilter(ignoresRepeats: settings.heldKey == .ignore)),
      mailbox: mailbox, escapeDelay: EscapeDelay.milliseconds)
    tags = TrackLoader(read: { try? tagWorkers.read($0) }) { mailbox.post(.tracksWereRead($0)) }
    takes = TakeServices(
      engine: engine, transport: transport, model: model, kit: kit.reference, settings: settings,
      mailbox: mailbox)
    view.takes = takes.controller
    library = LibraryServices(index, model: model)
    view.library = library.controller
    saver = SessionSaver(path: BaseFolders.sessionFile) { mailbox.post(.sessionNotSaved($0)) }
    sessions = SessionController()
    model.readTracks = { [weak self] in self?.readTags(of: $0) }
    subscription = model.events.subscribe { [weak self] event in
      if event == .state(.playing) { self?.retryOutput() }
    }
  }

  // MARK: The end

  /// In the order in which each needs the next. What stores the session and the takes is waited for; what reads files
  /// is let go where one hangs.
  ///
  /// - Returns: the takes that could not be saved, and whether all threads have ended; where not, what they use must
  ///   not be freed: see `PlayerProgram`.
  func stop() -> (unsaved: [UnsavedTake], hasEnded: Bool) {
    sessions.saveAtEnd(model, saver)
    var ending = Shutdown()
    let (input, tags, tagWorkers, service) = (input, tags, tagWorkers, library.service)
    ending.start { input.stop() }
    ending.start {
      tagWorkers.stop()
      tags.stop()
    }
    ending.start { service.stop() }
    if let waveforms { ending.start { waveforms.stop() } }
    let (saver, files, device, feeder, speeds) = (saver, files, output.device, feeder, speeds)
    ending.store { saver.stop() }
    ending.store { files.stop() }
    ending.store { service.finishWriting() }
    ending.run { device.stop() }
    let unsaved = takes.stop(&ending) { mailbox.take().forEach(takeLast) }
    ending.start { feeder.stop() }
    ending.start { speeds.stop() }
    ending.wait()
    return (unsaved, ending.isComplete)
  }

  /// To be called when all has stopped. - Throws: where it was asked for and cannot be written.
  func writeStatistics() throws(FileError) {
    guard let path = settings.statistics else { return }
    takeEngineNews()
    let statistics = RunStatistics(
      underruns: engine.underruns, hits: hits, lateHits: engine.lateHits, lostEvents: engine.lostEvents,
      lostHits: engine.lostHits, lostPlanned: engine.lostPlanned, lostCommands: engine.lostCommands,
      xruns: output.xruns, lateWakeUps: output.lateWakeUps, renderedFrames: engine.clock.outputFrame)
    try statistics.write(to: path)
  }
}
