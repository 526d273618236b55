import Application
import AudioAnalysis
import AudioBase
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
  let main: MainThread
  /// Messages of other threads to the user.
  let notices: MainThreadChannel<Notice>
  let kitEvents: MainThreadChannel<KitEvent>
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
  let screenSession: ScreenSession
  let bindings: KeyBindings
  let terminalThread: TerminalThread
  let dispatcher: EngineEventDispatcher
  let outputEvents: OutputEventHandler
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
    let main = queue.mainThread
    (self.queue, self.main, self.settings, self.tagWorkers) = (queue, main, settings, tagWorkers)
    notices = MainThreadChannel(main)
    kitEvents = MainThreadChannel(main, kind: \.kind)
    theme = ThemeChoice.read(settings.theme)
    let fileEvents = MainThreadChannel<FileSaver.Event>(main)
    let files = FileSaver(name: "files", report: fileEvents.send)
    let saved = { SavedFile($0, by: files) }
    self.files = files
    memory = DeviceMemory(saved(BaseFolders.deviceFile))
    latencies = InputLatencies(saved(BaseFolders.latencyFile))
    let playing = EngineServices(settings, folder: folder, memory: memory, main: main)
    let (model, engine) = (playing.model, playing.engine)
    (self.engine, session, output, kit) = (engine, playing.session, playing.output, playing.kit)
    jack = playing.jack
    let firstKit = kit.firstKit(withinSeconds: Wiring.kitTimeout)
    clickOutput = ClickOutputController(engine.control, main: main)
    let keys = KeyServices(settings, engine, firstKit, file: saved(BaseFolders.keysFile), queue)
    (bindings, terminalThread) = (keys.bindings, keys.thread)
    let midiReports = MainThreadChannel<MIDIReport>(main, kind: \.kind)
    midi = MIDIServices(
      settings, engine, firstKit, file: saved(BaseFolders.midiFile), report: midiReports.send,
      notify: notices.send)
    let program = ProgramServices(
      settings, workers: tagWorkers, current: folder, kitFile: saved(KitFolders.choiceFile), main: main)
    exports = ExportWorker(ExportSetup.service(settings))
    let kits = EngineKits(kit, engine, folder: KitFolders.user, report: kitEvents.send)
    let application = Application(
      model: model, keys: keys, midi: midi, program: program,
      kits: KitController(loaded: firstKit, service: kits, events: kitEvents),
      exports: ExportController(service: exports, folder: MusicFolder.exports, main: main),
      devices: DeviceController(service: program), covers: Wiring.covers(tagWorkers, main))
    self.application = application
    notices.receive = { [weak application] in application?.report($0) }
    fileEvents.receive = { [weak application] in application?.receive($0) }
    midiReports.receive = { [weak application] in application?.receive($0) }
    playing.loopEvents.receive = { [weak application] in application?.receive($0) }
    screenSession = ScreenSession(application)
    screenSession.histories = PromptHistories(saved(BaseFolders.promptFile))
    let music = LibraryServices(
      settings, workers: tagWorkers, application: application, folder: folder, main: main)
    (library, tags, tagEditor, playlists) = (music.index, music.tags, music.tagEditor, music.playlists)
    loader = QueueLoader(application: application, tags: tags, main: main)
    takes = Wiring.takes(settings, folder, playing, firstKit, main)
    // The session stays as it is over another player.
    place = SessionPlace(in: BaseFolders.state, isUnused: settings.system != nil || settings.isSafe)
    sessions = SessionController(
      model: model, file: saved(place.file(SessionController.fileName)),
      queues: saved(place.file("queues.json")),
      place: place, current: folder, main: main, report: notices.send)
    sessions.options = { [application] in application.state.options }
    sessions.screen = { [screenSession] in screenSession.savedScreen }
    sessions.loop = { [takes] in takes.controller.ranges.loopToSave }
    sound = SoundServices(settings, engine, workers: tagWorkers) { queue.post(.viewsChanged) }
    dispatcher = EngineEventDispatcher(
      application: application, engine: engine.control, events: engine.events,
      transport: playing.transport, output: output, lostCommands: { queue.lostInput })
    devices = DeviceServices(main: main)
    outputEvents = OutputEventHandler(
      application: application, output: output, devices: devices.changes,
      pausesOnUnplug: settings.unplug == .pause)
    suspend = SuspendController(
      application, sessions: sessions, takes: takes, output: output, main: main)
    desktop = DesktopServices(
      application, folder: folder, suspend: suspend, system: playing.system, settings: settings)
    remote = RemoteServices(
      application, library: library, engine: engine, workers: tagWorkers, keys: keys.bindings,
      stickers: saved(BaseFolders.stickerFile), folder: folder, settings: settings)
    program.wiring = self
    keys.onKeys = { [weak self] in self?.view?.onChange?() }
    connect(music, firstKit, playing.transportChanges)
  }

  /// Gives the application its controllers, and connects the parts.
  private func connect(
    _ music: LibraryServices, _ firstKit: Kit?,
    _ transportChanges: MainThreadChannel<SharedTransportChange>
  ) {
    application.takes = takes.controller
    application.recording = RecordingController(
      engine.control, nextFile: { [settings, weak self] in RecordingFiles.next(self?.settings ?? settings) },
      open: RecordingFiles.open, main: main)
    application.clickOutput = clickOutput
    application.input = InputController(self, isMonitored: settings.monitorsInput, main: main)
    // Another player has a library of its own.
    music.connect(to: application, settings)
    if settings.system != nil { application.library = nil }
    screenSession.libraryPanel?.columns = settings.columns
    screenSession.libraryPanel?.setSort(settings.sort)
    dispatcher.onHit = { [weak self] hit in
      self?.view?.padSounded(hit.pad)
      self?.writeTrace(hit)
    }
    application.receive(PadBank(of: firstKit), isRequested: false)
    midi.sendClock(settings, of: takes.controller)
    application.resume = resumeController()
    connectCommands()
    connectMixer(transportChanges)
    application.kits.onKit = { [weak self] in self?.use($0) }
  }

  private func resumeController() -> ResumeController {
    let folder = BaseFolders.current
    let file = SavedFile(BaseFolders.positionFile, by: files)
    let resume = ResumeController(model: application.model, file: file) { [main] track, receive in
      main.run("track key", { try? TrackKeyReader.key(of: track.inside(folder).path) }, then: receive)
    }
    resume.threshold = settings.resumeLong
    return resume
  }

  private static func covers(_ workers: TagWorkerPool, _ main: MainThread) -> CoverFiles {
    let finder = CoverFinder(workers, folder: BaseFolders.cache.appending("covers"))
    return CoverFiles(main: main) { finder.file(of: $0) }
  }

  private static func takes(
    _ settings: Settings, _ folder: FilePath, _ playing: EngineServices, _ kit: Kit?, _ main: MainThread
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
      key: TrackKeyReader.key, main: main)
  }

  /// Has the kit loaded and the keys read; then hits sound, and the MIDI input is read. Called once, before the first
  /// drawing.
  func loadKit() {
    let (report, terminalThread, midi, pads) = (kitEvents.send, terminalThread, midi, remote.pads)
    kit.start(
      engine,
      report: {
        report($0)
        // Frees the memory that decoding used.
        if case .loaded = $0 { drumdub_trim_heap() }
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
        session: screenSession, bindings: bindings,
        pads: PadContent.list(application.kits.loaded), theme: shownTheme, direction: settings.direction)
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
