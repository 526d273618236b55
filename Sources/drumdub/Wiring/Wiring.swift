import Application
import AudioFiles
import CSystem
import Containers
import Controls
import Dubbing
import MixEngine
import MusicLibrary
import Percussion
import Player
import SystemBase
import TerminalKit
import TerminalUI
import TrackFeed
import TrackTags

/// Chooses the implementations, makes the parts and connects them.
@MainActor
final class Wiring {
  let queue: MainQueue
  let report: ReportSink
  /// As the program was started, and changed by `set` since then.
  var settings: Settings
  /// Changes the screen to the settings; nil in the plain mode.
  var showSettings: ((Settings) -> Void)?
  let engine: AudioEngine
  let session: AudioSession
  let output: OutputController
  let application: Application
  let bindings: KeyBindings
  let input: InputThread
  let pump: EventPump
  let loader: QueueLoader
  let sessions: SessionController
  let sound: SoundServices
  let kit: KitService
  let tags: TrackLoader
  let tagWorkers: TagWorkerPool
  let library: LibraryService
  let tagEditor: TagService
  let takes: TakeServices
  let playlists: QueueSaver
  var trace: HitTraceWriter?
  /// Called when keys have changed.
  var onKeys: ((KeyMap) -> Void)?

  init(_ settings: Settings, tagWorkers: TagWorkerPool) {
    let (queue, folder) = (MainQueue(), BaseFolders.current)
    let report: ReportSink = { queue.post(.report($0)) }
    (self.queue, self.report, self.settings, self.tagWorkers) = (queue, report, settings, tagWorkers)
    output = Wiring.output(settings, report)
    kit = Wiring.kit(settings, folder)
    let engine = AudioEngine(sampleRate: output.sampleRate, timing: settings.timing, hasEcho: true)
    let feeder = Wiring.feeder(settings, engine, report)
    let speeds = StretchService(engine: engine, makers: TimeStretcherMaker()) { report(.speedFailed($0)) }
    session = AudioSession(engine, feeder: feeder, stretcher: speeds)
    self.engine = engine
    let transport = LocalTransport(
      engine: engine.control, events: engine.events, feed: { feeder.send($0) },
      stretch: { speeds.setSpeed($0) })
    let model = Wiring.model(settings, transport, engine)
    application = Application(model: model)
    bindings = KeyBindings(
      settings.keyMap, defaults: settings.defaultKeyMap, file: BaseFolders.keysFile)
    input = Wiring.input(settings, engine, bindings.map, queue)
    library = Wiring.library(settings, report)
    tagEditor = TagService(workers: TagWorkers.pool(), library: library, folder: folder) { report(.tags($0)) }
    tags = TrackLoader(read: { try? tagWorkers.read($0) }) { report(.tracksRead($0)) }
    loader = QueueLoader(application: application, tags: tags, report: report)
    takes = Wiring.takeServices(settings, folder, engine, transport, model, kit.reference, report)
    sessions = SessionController(model: model, file: BaseFolders.sessionFile, current: folder, report: report)
    playlists = Wiring.playlists(model, library, folder, report)
    sound = SoundServices(
      engine: engine.control, events: engine.events, workers: tagWorkers,
      wantsArtwork: settings.wantsArtwork
    ) { queue.post(.viewsChanged) }
    pump = EventPump(
      application: application, engine: engine.control, events: engine.events, transport: transport,
      output: output, loader: loader)
    connect(folder)
  }

  // MARK: Parts

  private static func output(_ settings: Settings, _ report: @escaping ReportSink) -> OutputController {
    var memory = DeviceMemory(path: BaseFolders.deviceFile)
    return OutputController(
      opener: OutputOpener(choice: settings.output, rate: settings.rate, period: settings.period),
      needed: memory.buffer(of: settings.output.name),
      remember: { memory.remember($0, for: settings.output.name) }, report: report)
  }

  private static func kit(_ settings: Settings, _ folder: FilePath) -> KitService {
    KitService(
      settings.kit, in: KitFolders.all, own: KitFolders.own?.appending("Default"), folder: folder,
      loader: KitLoader(decoders: DecoderRegistry(), converters: SampleRateConverterMaker()))
  }

  private static func feeder(
    _ settings: Settings, _ engine: AudioEngine, _ report: @escaping ReportSink
  ) -> StreamFeeder {
    StreamFeeder(
      engine: engine, decoders: DecoderRegistry(), converters: SampleRateConverterMaker(),
      crossfade: settings.crossfade
    ) { report(.feeder($0)) }
  }

  private static func model(
    _ settings: Settings, _ transport: LocalTransport, _ engine: AudioEngine
  ) -> PlayerModel {
    let model = PlayerModel(
      transport: transport, mixer: engine.control,
      levels: MixLevels(music: settings.musicLevel, pads: settings.padsLevel),
      replayGain: settings.replayGain)
    model.readsTags = true
    return model
  }

  private static func input(
    _ settings: Settings, _ engine: AudioEngine, _ keys: KeyMap, _ queue: MainQueue
  ) -> InputThread {
    // Over a network, the rest of a sequence may follow its ESC late.
    let escapeDelay: Int32 = BaseFolders.environment("SSH_CONNECTION") == nil ? 25 : 100
    return InputThread(
      port: engine.control.port(for: .keys),
      router: KeyRouter(
        keys: keys, heldKeys: HeldKeyFilter(ignoresRepeats: settings.heldKey == .ignore)),
      escapeDelay: escapeDelay
    ) { queue.post(.input($0)) }
  }

  private static func library(_ settings: Settings, _ report: @escaping ReportSink) -> LibraryService {
    LibraryService(
      settings.library ?? BaseFolders.libraryFile, workers: TagWorkers.pool(), reason: ErrorText.reason
    ) { report(.library($0)) }
  }

  private static func takeServices(
    _ settings: Settings, _ folder: FilePath, _ engine: AudioEngine, _ transport: LocalTransport,
    _ model: PlayerModel, _ kit: KitReference?, _ report: @escaping ReportSink
  ) -> TakeServices {
    let options = TakeServices.Options(
      folder: BaseFolders.takes, current: folder, countIn: settings.countIn,
      recordStart: settings.recordStart, metronome: settings.metronome)
    return TakeServices(
      engine: engine, transport: transport, model: model, kit: kit, options: options,
      key: TrackKeyReader.key, formerKey: TrackKeyReader.formerKey, report: report)
  }

  private static func playlists(
    _ model: PlayerModel, _ library: LibraryService, _ folder: FilePath, _ report: @escaping ReportSink
  ) -> QueueSaver {
    QueueSaver(
      model: model, library: library, current: folder, own: BaseFolders.data.appending("playlists"),
      report: report)
  }

  // MARK: Connections

  private func connect(_ folder: FilePath) {
    let (report, library, playlists) = (report, library, playlists)
    application.model.findGain = { item in
      library.findGain(of: item.location.inside(folder)) { report(.gainFound($0, item.id)) }
    }
    let music = MusicFolder.standard
    application.takes = takes.controller
    application.library = LibraryController(
      model: application.model, tools: library.tools, suggestion: music, hasSuggestion: music.isFolder,
      folder: folder, columns: settings.columns, sort: settings.sort)
    application.tags = TagController(tools: tagEditor.tools)
    application.services.folder = MusicFolder.folder(typed:)
    application.services.saveQueue = { playlists.save($0) }
    application.services.completeFolder = { text in
      // On its own thread, because the disk may be slow.
      _ = WorkerThread(name: "completion") {
        report(.folderCompleted(FolderCompletion(typed: text, folder: MusicFolder.folder(typed:))))
      }
    }
    let workers = tagWorkers
    let finder = LyricsFinder { path throws(FileError) in try workers.lyrics(of: path) }
    application.services.findLyrics = LyricsService(finder, folder: folder, report: report).find
    pump.onHit = { [weak self] in self?.writeTrace($0) }
    connectCommands()
  }

  /// Loads the kit, then has the keys read. Called once, before the first drawing.
  func loadKit() {
    let (report, input) = (report, input)
    kit.start(
      engine,
      onLoaded: {
        report(.kitLoaded($0))
        // Frees the memory that decoding used.
        drumdub_trim_heap()
      }, then: { input.start(reading: 0) })
  }

  /// Makes the screen. - Parameter colours: the number of colours of the terminal.
  func makeView(colours: Int) -> PlayerScreen {
    let view = PlayerScreen(
      application: application, bindings: bindings, pads: PadContent.list(kit.kit, bindings.map),
      theme: ThemeChoice.theme(settings.theme, colours: colours), direction: settings.direction)
    onKeys = { [weak view] keys in view?.pads = view?.pads.relabelled(keys) ?? [] }
    showSettings = { [weak view] settings in
      view?.theme = ThemeChoice.theme(settings.theme, colours: colours)
      view?.direction = settings.direction
    }
    pump.onKit = { [bindings] in view.pads = PadContent.list($0, bindings.map) }
    pump.onHit = { [weak self] hit in
      view.padSounded(hit.pad)
      self?.writeTrace(hit)
    }
    return view
  }

  private func writeTrace(_ hit: StartedHit) {
    trace?.write(hit, heard: engine.events.timeline.time(ofOutputFrame: hit.outputFrame))
  }
}
