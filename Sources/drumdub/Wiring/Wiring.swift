import Application
import CSystem
import Containers
import Controls
import Dubbing
import MixEngine
import Percussion
import Player
import SystemBase
import TerminalUI
import TrackTags

/// Constructs the parts of the player and connects them.
@MainActor
final class Wiring {
  let queue: MainQueue
  let report: ReportSink
  /// As the program was started, and changed by `set` since then.
  var settings: Settings
  /// Changes the screen to the settings; nil in the plain mode.
  var showSettings: ((Settings) -> Void)?
  /// Shows another kit; nil in the plain mode.
  var showKit: ((Kit) -> Void)?
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
  let exports: ExportWorker
  let playlists: QueueSaver
  var trace: HitTraceWriter?
  /// Called when keys have changed.
  var onKeys: ((KeyMap) -> Void)?

  init(_ settings: Settings, tagWorkers: TagWorkerPool) {
    let (queue, folder) = (MainQueue(), BaseFolders.current)
    let report: ReportSink = { queue.post(.report($0)) }
    (self.queue, self.report, self.settings, self.tagWorkers) = (queue, report, settings, tagWorkers)
    let playing = EngineServices(settings, folder: folder, report: report)
    let (model, engine) = (playing.model, playing.engine)
    (self.engine, session, output, kit) = (engine, playing.session, playing.output, playing.kit)
    application = Application(model: model)
    let keys = InputServices(settings, engine, kit.kit, queue)
    (bindings, input) = (keys.bindings, keys.thread)
    let music = LibraryServices(settings, workers: tagWorkers, model: model, folder: folder, report: report)
    (library, tags, playlists) = (music.index, music.tags, music.playlists)
    tagEditor = music.tagEditor
    loader = QueueLoader(application: application, tags: tags, report: report)
    takes = Wiring.takes(settings, folder, playing, report)
    exports = ExportWorker(ExportSetup.service(settings)) { report(.export($0)) }
    sessions = SessionController(model: model, file: BaseFolders.sessionFile, current: folder, report: report)
    sound = SoundServices(
      engine: engine.control, events: engine.events, workers: tagWorkers,
      wantsArtwork: settings.wantsArtwork
    ) { queue.post(.viewsChanged) }
    pump = EventPump(
      application: application, engine: engine.control, events: engine.events,
      transport: playing.transport, output: output, loader: loader)
    application.takes = takes.controller
    application.recording = RecordingController(
      engine.control, nextFile: { [weak self] in RecordingFiles.next(self?.settings ?? settings) },
      open: RecordingFiles.open, report: report)
    application.exports = ExportController(
      tools: ExportController.Tools(
        run: exports.run, cancel: exports.cancel,
        target: { ExportFolder.standard.appending(ExportFolder.name(of: $0, .wav)) }))
    music.connect(to: application, settings)
    keys.connect(to: application) { [weak self] in self?.onKeys?($0) }
    pump.onHit = { [weak self] in self?.writeTrace($0) }
    pump.onKit = { [weak self] in self?.use($0) }
    application.receive(PadBank(of: kit.kit), isRequested: false)
    connectCommands()
    connectKits()
  }

  private static func takes(
    _ settings: Settings, _ folder: FilePath, _ playing: EngineServices, _ report: @escaping ReportSink
  ) -> TakeServices {
    let options = TakeServices.Options(
      folder: BaseFolders.takes, current: folder, countIn: settings.countIn,
      recordStart: settings.recordStart, metronome: settings.metronome)
    return TakeServices(
      engine: playing.engine, transport: playing.transport, model: playing.model,
      kit: playing.kit.reference, options: options,
      key: TrackKeyReader.key, formerKey: TrackKeyReader.formerKey, report: report)
  }

  /// Loads the kit, then has the keys read. Called once, before the first drawing.
  func loadKit() {
    let (report, input) = (report, input)
    kit.start(
      engine,
      onProgress: { report(.kits(.progress($0))) },
      onLoaded: {
        report(.kitLoaded($0))
        // Frees the memory that decoding used.
        drumdub_trim_heap()
      }, onIdentified: { report(.kitIdentified($0)) },
      then: { input.start(reading: 0) })
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
    showKit = { [bindings] in view.pads = PadContent.list($0, bindings.map) }
    pump.onHit = { [weak self] hit in
      view.padSounded(hit.pad)
      self?.writeTrace(hit)
    }
    return view
  }

  /// Shows a kit that was loaded, and lets the keys strike its pads.
  private func use(_ kit: Kit) {
    let count = PadBank.count(of: kit)
    input.change { $0.bank.setCount(count) }
    showKit?(kit)
  }

  private func writeTrace(_ hit: StartedHit) {
    trace?.write(hit, heard: engine.events.timeline.time(ofOutputFrame: hit.outputFrame))
  }
}
