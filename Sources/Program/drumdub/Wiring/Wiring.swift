import Application
import AudioAnalysis
import AudioDevices
import AudioFiles
import CSystem
import Configuration
import Containers
import Controls
import Dubbing
import MixEngine
import Percussion
import Player
import Plugins
import Subcommands
import SystemBase
import TerminalKit
import TerminalUI
import TrackTags

/// Constructs the parts of the player and connects them.
@MainActor
final class Wiring {
  let queue: MainQueue
  let report: ReportSink
  /// Saves the session and the small files of the state and configuration folders.
  let files: FileSaver
  let memory: DeviceMemory
  let latencies: InputLatencies
  /// The settings of the start, with the changes by `set`.
  var settings: Settings
  /// The view; nil until a terminal shows it.
  private var view: PlayerScreen?
  /// The theme; nil if its file cannot be read.
  var theme: ThemeFile?
  /// Reads themes.
  let themes = SerialWorker(name: "theme")
  /// The number of colours of the terminal that shows the screen.
  private var colours = 0
  /// The ground of that terminal; `default` if it is not known.
  private var ground = Colour.default
  let engine: AudioEngine
  let session: AudioSession
  let output: OutputController
  let jack: JACKServices
  let clickOutput: ClickOutputController
  let application: Application
  let bindings: KeyBindings
  let terminalThread: TerminalThread
  let pump: EventPump
  let loader: QueueLoader
  let sessions: SessionController
  /// The place of the session among those of several players.
  let place: SessionPlace
  let sound: SoundServices
  let kit: KitService
  /// Seconds that the start waits for the description of the kit, so that the first drawing shows its pads.
  private static let kitTimeout = 0.05
  let tags: TrackLoader
  let tagWorkers: TagWorkerPool
  let choices = ArgumentChoices()
  let library: LibraryService
  let tagEditor: TagService
  let takes: TakeServices
  let exports: ExportWorker
  let playlists: QueueSaver
  let midi: MIDIServices
  let desktop: DesktopServices
  let devices: DeviceServices
  let remote: RemoteServices
  /// Notes the plug-ins that are made, until the program ends in order.
  let plugins = PluginMarker(in: BaseFolders.pluginMarkers)
  let suspend: SuspendController
  /// The parts that the main loop serves.
  var sources: [any LoopSource] { [desktop, remote] }
  var trace: HitTraceWriter?
  /// The log of `--log`; nil without it.
  var log: SessionLog?

  init(_ settings: Settings, tagWorkers: TagWorkerPool) {
    let (queue, folder) = (MainQueue(), BaseFolders.current)
    let report: ReportSink = { queue.post(.report($0)) }
    (self.queue, self.report, self.settings, self.tagWorkers) = (queue, report, settings, tagWorkers)
    theme = ThemeChoice.read(settings.theme)
    let files = FileSaver(name: "files") { report(.file($0)) }
    let saved = { SavedFile($0, by: files) }
    self.files = files
    memory = DeviceMemory(saved(BaseFolders.deviceFile))
    latencies = InputLatencies(saved(BaseFolders.latencyFile))
    let playing = EngineServices(settings, folder: folder, memory: memory, report: report)
    let (model, engine) = (playing.model, playing.engine)
    (self.engine, session, output, kit) = (engine, playing.session, playing.output, playing.kit)
    jack = playing.jack
    let firstKit = kit.firstKit(withinSeconds: Wiring.kitTimeout)
    clickOutput = ClickOutputController(engine.control, report: report)
    application = Application(model: model)
    application.histories = PromptHistories(saved(BaseFolders.promptFile))
    let keys = KeyServices(settings, engine, firstKit, file: saved(BaseFolders.keysFile), queue)
    (bindings, terminalThread) = (keys.bindings, keys.thread)
    midi = MIDIServices(settings, engine, firstKit, file: saved(BaseFolders.midiFile), report: report)
    let music = LibraryServices(settings, workers: tagWorkers, model: model, folder: folder, report: report)
    (library, tags, tagEditor, playlists) = (music.index, music.tags, music.tagEditor, music.playlists)
    loader = QueueLoader(application: application, tags: tags, report: report)
    takes = Wiring.takes(settings, folder, playing, firstKit, report)
    exports = ExportWorker(ExportSetup.service(settings)) { report(.export($0)) }
    // The session stays as it is over another player.
    place = SessionPlace(in: BaseFolders.state, isUnused: settings.system != nil || settings.isSafe)
    sessions = SessionController(
      model: model, file: saved(place.file(SessionController.fileName)),
      queues: saved(place.file("queues.json")),
      place: place, current: folder, report: report)
    sessions.state = { [application] in application.state }
    sessions.loop = { [takes] in takes.controller.ranges.loopToSave }
    sound = SoundServices(settings, engine, workers: tagWorkers) { queue.post(.viewsChanged) }
    pump = EventPump(
      application: application, engine: engine.control, events: engine.events,
      transport: playing.transport, output: output, loader: loader)
    suspend = SuspendController(
      application, sessions: sessions, takes: takes, output: output, report: report)
    pump.onQueues = { [sessions] in sessions.receive($0) }
    pump.lostCommands = { [queue] in queue.lostInput }
    pump.onStored = { [suspend] in suspend.stored($0, $1) }
    desktop = DesktopServices(
      application, folder: folder, suspend: suspend, system: playing.system, settings: settings)
    devices = DeviceServices(report: report)
    remote = RemoteServices(
      application, library: library, engine: engine, workers: tagWorkers, keys: keys.bindings,
      stickers: saved(BaseFolders.stickerFile), folder: folder, settings: settings)
    connect(keys, music, firstKit)
  }

  /// Gives the application its controllers, and connects the parts.
  private func connect(_ keys: KeyServices, _ music: LibraryServices, _ firstKit: Kit?) {
    application.covers = Wiring.covers(tagWorkers, report)
    application.takes = takes.controller
    application.recording = RecordingController(
      engine.control, nextFile: { [settings, weak self] in RecordingFiles.next(self?.settings ?? settings) },
      open: RecordingFiles.open, report: report)
    application.clickOutput = clickOutput
    application.input = InputController(self, isMonitored: settings.monitorsInput, report: report)
    application.devices = DeviceController(service: self)
    application.exports = ExportController(service: exports, folder: MusicFolder.exports)
    // Another player has a library of its own.
    music.connect(to: application, settings)
    if settings.system != nil { application.library = nil }
    keys.connect(to: application) { [weak self] in self?.view?.onChange?() }
    pump.pausesOnUnplug = settings.unplug == .pause
    pump.onHit = { [weak self] hit in
      self?.view?.padSounded(hit.pad)
      self?.writeTrace(hit)
    }
    pump.onKit = { [weak self] in self?.use($0) }
    application.receive(PadBank(of: firstKit), isRequested: false)
    midi.connect(to: application)
    midi.sendClock(settings, of: takes.controller)
    application.resume = resumeController()
    connectCommands()
    connectMixer()
    connectKits(firstKit)
  }

  private func resumeController() -> ResumeController {
    let (report, folder) = (report, BaseFolders.current)
    let file = SavedFile(BaseFolders.positionFile, by: files)
    let resume = ResumeController(model: application.model, file: file) { track in
      _ = WorkerThread(name: "track key") {
        report(.keyFound(try? TrackKeyReader.key(of: track.inside(folder).path), of: track))
      }
    }
    resume.threshold = settings.resumeLong
    return resume
  }

  private static func covers(_ workers: TagWorkerPool, _ report: @escaping ReportSink) -> CoverFiles {
    let finder = CoverFinder(workers, folder: BaseFolders.cache.appending("covers"))
    return CoverFiles { track in
      _ = WorkerThread(name: "cover", isBackground: true) {
        report(.coverFound(finder.file(of: track), of: track))
      }
    }
  }

  private static func takes(
    _ settings: Settings, _ folder: FilePath, _ playing: EngineServices, _ kit: Kit?,
    _ report: @escaping ReportSink
  ) -> TakeServices {
    var options = TakeServices.Options(
      folder: BaseFolders.takes, current: folder, countIn: settings.countIn,
      recordStart: settings.recordStart, metronome: settings.metronome, clips: playing.clips,
      writers: AudioEncoderMaker(),
      signer: TrackSigner(decoders: DecoderRegistry(), converters: SampleRateConverterMaker()))
    options.readsTakes = !settings.isSafe
    return TakeServices(
      engine: playing.engine, transport: playing.transport, model: playing.model,
      kit: kit.map(playing.kit.reference), options: options,
      key: TrackKeyReader.key, report: report)
  }

  /// Has the kit loaded and the keys read; then hits sound, and the MIDI input is read. Called once, before the first
  /// drawing.
  func loadKit() {
    let (report, terminalThread, midi, pads) = (report, terminalThread, midi, remote.pads)
    kit.start(
      engine,
      report: {
        report($0)
        // Frees the memory that decoding used.
        if case .kitLoaded = $0 { drumdub_trim_heap() }
      },
      readKeys: { terminalThread.start(reading: 0) },
      then: {
        terminalThread.acceptHits()
        midi.start()
        pads.start()
      })
  }

  // MARK: The screen

  /// Returns the screen, in the colours of a terminal. It is made at the first call, and is the same for all terminals.
  func view(colours: Int) -> PlayerScreen {
    (self.colours, ground) = (colours, .default)
    let view =
      view
      ?? PlayerScreen(
        application: application, bindings: bindings,
        pads: PadContent.list(application.kits?.loaded), theme: shownTheme, direction: settings.direction)
    self.view = view
    view.padKeys = settings.padKeys
    showSettings()
    return view
  }

  /// The theme in the colours of the terminal.
  private var shownTheme: Theme { theme?.theme(colours: colours, on: ground) ?? .monochrome }

  /// Fits the theme to the ground of the terminal that shows the screen.
  func show(on ground: Colour) {
    if ground == self.ground { return }
    self.ground = ground
    showSettings()
  }

  /// Changes the screen to the settings.
  func showSettings() {
    view?.theme = shownTheme
    view?.direction = settings.direction
    view?.setsTitle = settings.setsTitle
  }

  /// Shows a kit that was loaded, and lets the keys strike its pads.
  private func use(_ kit: Kit) {
    let count = PadBank.count(of: kit)
    terminalThread.change { $0.bank.setCount(count) }
    midi.use(kit)
    view?.pads = PadContent.list(kit)
  }

  private func writeTrace(_ hit: StartedHit) {
    trace?.write(hit, heard: engine.events.timeline.time(ofOutputFrame: hit.outputFrame))
  }
}
