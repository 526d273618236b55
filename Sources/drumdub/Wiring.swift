import Application
import AudioFiles
import Containers
import Controls
import MixEngine
import MusicLibrary
import Percussion
import Player
import SystemBase
import TerminalKit
import TerminalUI
import TrackFeed
import TrackTags

/// Picks the implementations, makes the parts and connects them.
@MainActor
final class Wiring {
  let queue = MainQueue()
  let report: ReportSink
  let settings: Settings
  let engine: AudioEngine
  let output: OutputController
  let application: Application
  let bindings: KeyBindings
  let input: InputThread
  let pump: EventPump
  let loader: QueueLoader
  let sessions: SessionController
  let sound: SoundServices
  private let kit: KitChoice
  let kitThread: KitLoadingThread
  let feeder: StreamFeeder
  let speeds: StretchService
  let tags: TrackLoader
  let tagWorkers: TagWorkerPool
  let library: LibraryService
  let takes: TakeServices
  let playlists: QueueSaver
  var trace: HitTraceWriter?

  init(_ settings: Settings, tagWorkers: TagWorkerPool) {
    let (queue, folder) = (queue, BaseFolders.current)
    let report: ReportSink = { queue.post(.report($0)) }
    (self.settings, self.tagWorkers, self.report) = (settings, tagWorkers, report)
    var memory = DeviceMemory(path: BaseFolders.deviceFile)
    output = OutputController(
      opener: OutputOpener(choice: settings.output, rate: settings.rate, period: settings.period),
      needed: memory.buffer(of: settings.output.name),
      remember: { memory.remember($0, for: settings.output.name) }, report: report)
    let library = LibraryService(
      settings.library ?? BaseFolders.libraryFile, workers: TagWorkers.pool(), reason: ErrorText.reason
    ) { report(.library($0)) }
    let (decoders, converters) = (DecoderRegistry(), SampleRateConverterMaker())
    let kitLoader = KitLoader(decoders: decoders, converters: converters)
    kit = KitChoice(settings.kit, loader: kitLoader)
    kitThread = KitLoadingThread(kit, loader: kitLoader)
    let engine = AudioEngine(sampleRate: output.sampleRate, timing: settings.timing, hasEcho: true)
    let feeder = StreamFeeder(
      engine: engine, decoders: decoders, converters: converters, crossfade: settings.crossfade
    ) { report(.feeder($0)) }
    let speeds = StretchService(engine: engine, makers: TimeStretcherMaker()) { report(.speedFailed($0)) }
    (self.engine, self.feeder, self.speeds, self.library) = (engine, feeder, speeds, library)
    let transport = LocalTransport(
      engine: engine, feed: { feeder.send($0) }, stretch: { speeds.setSpeed($0) })
    let model = PlayerModel(
      transport: transport, mixer: engine.control,
      levels: MixLevels(music: settings.musicLevel, pads: settings.padsLevel),
      replayGain: settings.replayGain)
    model.readsTags = true
    model.findGain = { item in
      library.findGain(of: folder.appending(item.path), item.section) { report(.gainFound($0, item.id)) }
    }
    application = Application(model: model)
    bindings = KeyBindings(settings.keyMap, file: BaseFolders.keysFile)
    let input = InputThread(
      port: engine.port(for: .keys),
      router: KeyRouter(
        keys: bindings.map, heldKeys: HeldKeyFilter(ignoresRepeats: settings.heldKey == .ignore)),
      queue: queue, escapeDelay: EscapeDelay.milliseconds)
    self.input = input
    bindings.onChange = { keys in input.change { $0.keys = keys } }
    tags = TrackLoader(read: { try? tagWorkers.read($0) }) { report(.tracksRead($0)) }
    loader = QueueLoader(application: application, tags: tags, report: report)
    takes = TakeServices(
      engine: engine, transport: transport, model: model, kit: kit.reference,
      options: TakeServices.Options(
        folder: BaseFolders.takes, current: folder, countIn: settings.countIn,
        recordStart: settings.recordStart), key: TrackKeyReader.key, report: report)
    sessions = SessionController(
      model: model, file: BaseFolders.sessionFile, current: folder, report: report)
    playlists = QueueSaver(
      model: model, library: library, current: folder, own: BaseFolders.data.appending("playlists"),
      report: report)
    sound = SoundServices(engine: engine, workers: tagWorkers, wantsArtwork: settings.wantsArtwork) {
      queue.post(.viewsChanged)
    }
    pump = EventPump(
      application: application, engine: engine, transport: transport, output: output, loader: loader)
    connect(model)
  }

  private func connect(_ model: PlayerModel) {
    let (music, report) = (MusicFolder.standard, report)
    application.takes = takes.controller
    application.library = LibraryController(
      model: model, tools: library.tools, suggestion: music, hasSuggestion: BaseFolders.isFolder(music),
      folder: BaseFolders.current)
    application.services.folder = MusicFolder.folder(typed:)
    application.services.saveQueue = { [playlists] in playlists.save($0) }
    application.services.completeFolder = { text in
      // On a thread of its own: the disk may be slow.
      _ = WorkerThread(name: "completion") {
        report(.folderCompleted(FolderCompletion(typed: text, folder: MusicFolder.folder(typed:))))
      }
    }
    pump.onHit = { [weak self] in self?.writeTrace($0) }
  }

  /// Makes the screen. - Parameter colours: those of the terminal.
  func makeView(colours: Int) -> PlayerScreen {
    let view = PlayerScreen(
      application: application, bindings: bindings, pads: kit.padContents(bindings.map),
      theme: ThemeChoice.theme(settings.theme, colours: colours), direction: settings.direction)
    pump.onKit = { [bindings] in view.pads = KitChoice.padContents($0, bindings.map) }
    pump.onHit = { [weak self] hit in
      view.padSounded(hit.pad)
      self?.writeTrace(hit)
    }
    return view
  }

  private func writeTrace(_ hit: StartedHit) {
    trace?.write(hit, heard: engine.timeline.time(ofOutputFrame: hit.outputFrame))
  }
}
