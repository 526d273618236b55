import Application
import AudioBase
import AudioDevices
import AudioFiles
import Configuration
import Containers
import Controls
import KitEditing
import MixEngine
import Percussion
import Player
import Plugins
import Subcommands
import SystemBase
import TakeExchange
import TerminalKit
import TerminalUI
import TrackTags

/// Constructs the parts of the player and connects them.
@MainActor
final class Wiring {
  let mainThread: MainThreadServices
  /// What the program stores beside takes, kits and the index.
  let storage: Storage
  /// The settings of the start, with the changes by `set`.
  var settings: Settings
  let playing: EngineServices
  let application: Application
  var screen: ShownScreen
  let keys: KeyServices
  let midi: MIDIServices
  /// What applies the events of the engine, and those of outputs and devices.
  let events: (engine: EngineEventDispatcher, outputs: OutputEventHandler)
  let music: LibraryServices
  let loader: QueueLoader
  let sessions: SessionController
  /// Continues long tracks where they were left.
  let resume: ResumeController
  let takes: TakeServices
  let devices: DeviceServices
  /// Other programs: over D-Bus, and over sockets.
  let clients: (desktop: DesktopServices, remote: RemoteServices)
  let workers: WorkerServices
  let suspend: SuspendController
  /// Follows and leads the transport of other programs; nil until it is connected.
  var transportLink: TransportLink?
  /// What is written for reports of faults: the trace of `--trace-hits` and the log of `--log`; nil without them.
  var diagnostics: (trace: HitTraceWriter?, log: SessionLog?) = (nil, nil)
  var sources: [any LoopSource] { [clients.desktop] + (clients.remote.service.map { [$0] } ?? []) }

  init(_ settings: Settings, tagWorkers: TagWorkerPool) {
    mainThread = MainThreadServices()
    let (queue, main, notices) = (mainThread.queue, mainThread.calls, mainThread.notices)
    self.settings = settings
    let fileEvents = MainThreadChannel<FileSaver.Event>(main)
    let files = FileSaver(name: "files", report: fileEvents.send)
    let saved = { SavedFile($0, by: files) }
    // The session stays as it is over another player.
    storage = Storage(
      files: files, memory: DeviceMemory(saved(BaseFolders.deviceFile)),
      latencies: InputLatencies(saved(BaseFolders.latencyFile)),
      place: SessionPlace(in: BaseFolders.state, isUnused: settings.system != nil || settings.isSafe))
    playing = EngineServices(settings, memory: storage.memory, mainThread)
    let (model, engine, kit) = (playing.model, playing.engine, playing.kit)
    let firstKit = kit.firstKit(withinSeconds: EngineServices.kitTimeout)
    keys = KeyServices(settings, engine, firstKit, file: saved(BaseFolders.keysFile), queue)
    let midiReports = MainThreadChannel<MIDIReport>(main, kind: \.kind)
    midi = MIDIServices(
      settings, engine, firstKit, file: saved(BaseFolders.midiFile), report: midiReports.send,
      notify: notices.send)
    let program = ProgramServices(
      settings, workers: tagWorkers, kitFile: saved(KitFolders.choiceFile), main: main)
    let exportService = ExportSetup.service(settings) { [kit] in kit.room(of: $0) }
    let exports = ExportWorker(exportService)
    let application = Application(
      model: model, keys: keys, midi: midi, program: program,
      kits: KitController(loaded: firstKit, service: kit, events: mainThread.kitEvents),
      exports: ExportController(service: exports, folder: MusicFolder.exports, main: main),
      devices: DeviceController(service: program), main: main)
    application.kits.sampling.tools = .standard(exportService)
    application.findInTracks(lyrics: program.findLyrics, chapters: program.findChapters)
    self.application = application
    notices.receive = { [weak application] in application?.report($0) }
    fileEvents.receive = { [weak application] in application?.receive($0) }
    midiReports.receive = { [weak application] in application?.receive($0) }
    playing.loopEvents.receive = { [weak application] in application?.receive($0) }
    screen = ShownScreen(session: ScreenSession(application), theme: ThemeChoice.read(settings.theme))
    screen.session.histories = PromptHistories(saved(BaseFolders.promptFile))
    music = LibraryServices(settings, workers: tagWorkers, application: application, main: main)
    loader = QueueLoader(application: application, tags: music.tags, main: main)
    takes = TakeServices(settings, playing, kit: firstKit, main: main)
    let place = storage.place
    sessions = SessionController(
      model: model, file: saved(place.file(SessionController.fileName)),
      queues: saved(place.file("queues.json")),
      place: place, current: BaseFolders.current, main: main, report: notices.send)
    resume = ResumeController(model: model, file: saved(BaseFolders.positionFile)) {
      [folder = BaseFolders.current] track, receive in
      let find: @Sendable () -> TrackKey? = {
        if let address = track.address { return RemoteKey.key(of: address) }
        return try? TrackKeyReader.key(of: track.inside(folder).path)
      }
      main.run("track key", find, then: receive)
    }
    sessions.options = { [application] in application.state.options }
    sessions.screen = { [session = screen.session] in session.savedScreen }
    sessions.loop = { [takes] in takes.controller.ranges.loopToSave }
    workers = WorkerServices(
      tags: tagWorkers, exports: exports,
      sound: SoundServices(settings, engine, workers: tagWorkers) { [send = mainThread.views.send] in send(())
      })
    let dispatcher = EngineEventDispatcher(
      application: application, engine: engine.control, events: engine.events,
      transport: playing.transport, output: playing.output, lostCommands: { queue.lostInput })
    devices = DeviceServices(main: main)
    events = (
      engine: dispatcher,
      outputs: OutputEventHandler(
        application: application, output: playing.output, devices: devices.changes,
        pausesOnUnplug: settings.unplug == .pause)
    )
    suspend = SuspendController(
      application, sessions: sessions, takes: takes, output: playing.output,
      clickOutput: playing.clickOutput, main: main)
    clients = (
      desktop: DesktopServices(
        application, workers: tagWorkers, suspend: suspend, system: playing.system, settings: settings,
        main: main),
      remote: RemoteServices(
        application, library: music.index, engine: engine, workers: tagWorkers, keys: keys.bindings,
        stickers: saved(BaseFolders.stickerFile), settings: settings)
    )
    program.wiring = self
    keys.onKeys = { [weak self] in self?.screen.view?.onChange?() }
    connect(firstKit)
  }

  /// Gives the application its controllers, and connects the parts.
  private func connect(_ firstKit: Kit?) {
    application.takes = takes.controller
    application.recording = RecordingController(
      playing.engine.control,
      nextFile: { [settings, weak self] in RecordingFiles.next(self?.settings ?? settings) },
      open: RecordingFiles.open, main: mainThread.calls)
    playing.clickOutput.onNotice = { [weak application] in application?.report(.clickOutput($0)) }
    application.input = InputController(self, isMonitored: settings.monitorsInput, main: mainThread.calls)
    // Another player has a library of its own.
    music.connect(to: application, settings)
    if settings.system != nil { application.library = nil }
    screen.session.libraryPanel?.columns = settings.columns
    screen.session.libraryPanel?.setLinkedLists(settings.linkedLists)
    screen.session.libraryPanel?.setSort(settings.sort)
    events.engine.onHit = { [weak self] hit in
      self?.screen.view?.padSounded(hit.pad)
      self?.writeTrace(hit)
    }
    takes.controller.followEngine = { [weak self] in self?.events.engine.drain(atMost: .max) }
    connectPlaces(firstKit)
    read(application.kits.rooms, from: KitFolders.roomFile)
    midi.sendClock(settings, of: takes.controller)
    application.setRadioGap(settings.radioGap)
    resume.threshold = settings.resumeLong
    resume.onResumed = { [weak application] in application?.report(.resumed(at: $0)) }
    resume.isHeld = { [weak takes = takes.controller] in takes?.recording.isActive == true }
    connectCommands()
    connectMixer()
    application.kits.onKit = { [weak self] in self?.use($0) }
  }

  /// Has the kit loaded and the keys read; then hits sound, and the MIDI input is read. Called once, before the first
  /// drawing.
  func loadKit() {
    let (terminalThread, midi, pads) = (keys.thread, midi, clients.remote.pads)
    playing.kit.start(
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
    (screen.colours, screen.ground) = (colours, .default)
    let view =
      screen.view
      ?? PlayerScreen(
        session: screen.session, bindings: keys.bindings,
        pads: PadContent.list(application.kits.loaded), theme: screen.shownTheme,
        direction: settings.direction)
    screen.view = view
    view.padKeys = settings.padKeys
    showSettings()
    return view
  }

  /// Fits the theme to the ground of the terminal that shows the screen.
  func show(on ground: Colour) {
    if ground == screen.ground { return }
    screen.ground = ground
    showSettings()
  }

  func showSettings() {
    let view = screen.view
    view?.theme = screen.shownTheme
    view?.direction = settings.direction
    view?.setsTitle = settings.setsTitle
  }

  /// Shows a kit that was loaded, and lets the keys strike its pads.
  private func use(_ kit: Kit) {
    usePlaces(of: kit)
    midi.use(kit)
    screen.view?.pads = PadContent.list(kit)
  }

  /// Gives the keys the places of the pads of a kit.
  func usePlaces(of kit: Kit) {
    let (count, order) = (PadBank.count(of: kit), application.kits.places.order(of: kit))
    keys.thread.change {
      $0.bank.setCount(count)
      $0.bank.order = order
    }
  }

  /// Lets the keys strike the pads of the first kit at their places, and those of others as soon as their places change.
  private func connectPlaces(_ kit: Kit?) {
    let places = application.kits.places
    read(places, from: KitFolders.orderFile)
    places.usual = settings.padOrder.order
    places.onChange = { [weak self] path, _ in
      if let self, let kit = application.kits.loaded, kit.path == path { usePlaces(of: kit) }
    }
    application.receive(PadBank(of: kit, places.order(of: kit)), isRequested: false)
    if let kit { usePlaces(of: kit) }
  }

  /// Reads the values that the user has set for kits.
  private func read<Value>(_ values: KitValues<Value>, from path: FilePath) {
    do throws(FileError) { try values.use(SavedFile(path, by: storage.files)) } catch {
      if error.code != .notFound { application.report(.file(error)) }
    }
  }

  /// Notes what plays, and runs the program of the setting `on-track`.
  func followPlay() {
    guard let (stages, start) = application.library?.followPlay() else { return }
    guard let program = settings.onTrack, let item = application.model.nowPlaying else { return }
    for stage in stages { music.trackProgram.run(program, stage, item, start: start) }
  }

  private func writeTrace(_ hit: StartedHit) {
    diagnostics.trace?.write(hit, heard: playing.engine.events.timeline.time(ofOutputFrame: hit.outputFrame))
  }
}
