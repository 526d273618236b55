import Artwork
import AudioAnalysis
import AudioBase
import AudioFiles
import Dubbing
import MixEngine
import MusicLibrary
import Percussion
import Player
import TerminalKit
import TerminalUI

/// The only place that picks implementations: makes the parts and ties them together.
@MainActor
final class Wiring {
  let mailbox = MainMailbox()
  let engine: AudioEngine
  let view: PlayerScreen
  let settings: Settings
  private let output: OutputKeeper
  private let feeder: StreamFeeder
  private let speeds: SpeedStage
  private let transport: LocalTransport
  let model: PlayerModel
  let input: InputThread
  private let tags: TrackLoader
  private let takes: TakeParts
  let library: LibraryParts
  private var asksForMusic = false
  /// Whether what is to be played is still looked for.
  private(set) var isFinding = false
  private let saver: SessionSaver
  private var sessions: SessionKeeper
  var waveforms: WaveformStore?
  let tagWorkers: TagWorkerPool
  var artwork: ArtworkStore?
  private let kitThread: KitThread
  private var trace: HitTrace?
  private var hits = 0
  private var subscription: EventStream<PlayerEvent>.Subscription?

  /// - Parameter colours: those of the terminal.
  init(_ settings: Settings, colours: Int, tagWorkers: TagWorkerPool) {
    let mailbox = mailbox
    self.settings = settings
    self.tagWorkers = tagWorkers
    output = OutputKeeper(
      opener: OutputOpener(choice: settings.output, rate: settings.rate, period: settings.period),
      memory: DeviceMemory(path: BaseFolders.deviceFile), mailbox: mailbox)
    let index = LibraryKeeper(settings.library ?? BaseFolders.libraryFile) {
      mailbox.post(.library($0))
    }
    let folder = BaseFolders.current
    let decoders = DecoderRegistry()
    let converters = SampleRateConverterMaker()
    let kitLoader = KitLoader(decoders: decoders, converters: converters)
    let kit = KitChoice(settings.kit, loader: kitLoader)
    kitThread = KitThread(kit, loader: kitLoader)
    let engine = AudioEngine(sampleRate: output.sampleRate, timing: settings.timing, hasEcho: true)
    self.engine = engine
    let feeder = StreamFeeder(
      engine: engine, decoders: decoders, converters: converters,
      gains: { item in
        let known = { index.gain(of: folder.appending(item.path), item.section) }
        // A file's own gain is that of all the tracks in it.
        let gain = item.section == nil ? nil : known() ?? item.gain
        return gain ?? (try? tagWorkers.read(item.path))?.replayGain ?? known() ?? item.gain
      },
      crossfade: settings.crossfade
    ) { mailbox.post(.feeder($0)) }
    self.feeder = feeder
    let speeds = SpeedStage(engine: engine, makers: TimeStretcherMaker()) { mailbox.post(.speedFailed($0)) }
    self.speeds = speeds
    transport = LocalTransport(engine: engine, feed: { feeder.send($0) }, stretch: { speeds.setSpeed($0) })
    model = PlayerModel(
      transport: transport, mixer: engine,
      levels: MixLevels(music: settings.musicLevel, pads: settings.padsLevel),
      replayGain: settings.replayGain)
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
    takes = TakeParts(
      engine: engine, transport: transport, model: model, kit: kit.reference, countIn: settings.countIn,
      mailbox: mailbox)
    view.takes = takes.desk
    library = LibraryParts(index, model: model)
    view.library = library.desk
    saver = SessionSaver(path: BaseFolders.sessionFile) { mailbox.post(.sessionNotSaved($0)) }
    sessions = SessionKeeper()
    subscription = model.events.subscribe { [weak self] event in
      if event == .state(.playing) { self?.retryOutput() }
    }
  }

  // MARK: Start and end

  func start(words: [FilePath], configurationWarnings: [ConfigurationFile.Warning]) {
    // First, since it is another thread that looks for the music.
    startQueue(words)
    if let speed = settings.speed { model.setSpeed(speed) }
    output.start(engine)
    model.outputChanged(output.status)
    if let sentence = ConfigurationFile.Warning.sentence(configurationWarnings) {
      model.report(.problem(sentence))
    }
    openTrace()
    if let failure = output.failure {
      model.report(.outputUnavailable(failure, fallback: "playing to null"))
    }
  }

  /// To be called once, before the first drawing.
  func loadKit() { kitThread.start(engine, input, mailbox) }

  /// To be called once.
  func firstDrawingIsDone() { kitThread.goOn() }

  /// To be called once, after the first drawing.
  func openLibrary() {
    if asksForMusic { view.askForFolder() }
    library.open()
  }

  /// In the order in which each needs the next.
  func stop() {
    input.stop()
    sessions.saveAtEnd(model, saver)
    saver.stop()
    tags.stop()
    library.keeper.stop()
    waveforms?.stop()
    output.stop()
    takes.stop { mailbox.take().forEach(takeLast) }
    feeder.stop()
    speeds.stop()
  }

  /// To be called when all has stopped. - Throws: where it was asked for and cannot be written.
  func writeStatistics() throws(AudioError) {
    guard let path = settings.statistics else { return }
    takeEngineNews()
    let statistics = RunStatistics(
      underruns: engine.underruns, hits: hits, lateHits: engine.lateHits, lostEvents: engine.lostEvents,
      xruns: output.xruns, lateWakeUps: output.lateWakeUps, renderedFrames: engine.clock.outputFrame)
    try statistics.write(to: path)
  }

  private func openTrace() {
    guard let path = settings.hitTrace else { return }
    do throws(AudioError) {
      trace = try HitTrace(path: path)
    } catch {
      model.report(.file(error))
    }
  }

  private func startQueue(_ words: [FilePath]) {
    if !words.isEmpty {
      sessions.takeModes(into: model)
      findMusic(words)
      return
    }
    switch sessions.restore(into: model, settings.resume) {
    case .restored(let added):
      // With nothing to go on with, the library is what there is.
      asksForMusic = added.isEmpty
      readTags(of: added)
    case .firstTime:
      asksForMusic = true
      playDemo()
    case .nothing: asksForMusic = true
    }
  }

  private func playDemo() {
    guard let resources = BaseFolders.resources else {
      model.report(
        .problem("the demo is not there: set DRUMDUB_RESOURCES to the folder of the program's resources"))
      return
    }
    findMusic([resources.appending("Demo")])
  }

  /// On a thread of its own: a folder may be large, or on a slow disk.
  private func findMusic(_ words: [FilePath]) {
    let mailbox = mailbox
    isFinding = true
    _ = WorkerThread(name: "finder") { mailbox.post(.found(MusicFinder().find(words))) }
  }

  // MARK: What other threads tell

  func take(_ message: MainMessage) {
    switch message {
    case .told(let notice): model.report(notice)
    case .feeder(let report):
      transport.take(report)
      takes.desk.resumeWaiting()
    case .journal(let report): takes.desk.take(report)
    case .takes(let report): takes.desk.take(report)
    case .library(let report): library.desk.take(report)
    case .folderCompleted(let completion): view.take(completion)
    case .tracksWereRead(let tracks): model.tracksWereRead(tracks)
    case .found(let result): take(result)
    case .deviceHadXrun(let id):
      if output.countXrun(of: id) { model.report(.bufferGrew(output.status.format)) }
      model.outputChanged(output.status)
    case .deviceInterrupted(let id, let isSo): if output.interrupted(id, isSo) { outputIsInterrupted(isSo) }
    case .deviceFailed(let id, let error): if output.replaceFailed(id) { outputWasReplaced(error) }
    case .speedFailed(let error): model.speedFailed(error)
    case .sessionNotSaved(let error): model.report(.file(error))
    case .command, .typed, .captured, .mouse, .focus, .viewsChanged, .terminalReplied, .hangup:
      preconditionFailure("the main loop's own")
    }
  }

  /// What the journal told at the very end.
  private func takeLast(_ message: MainMessage) {
    if case .journal(let report) = message { takes.desk.take(report) }
  }

  func takeEngineNews() {
    engine.news.take()
    while let event = engine.nextEvent() {
      switch event {
      case .hit(let hit):
        if !hit.isPlanned { hits += 1 }
        model.padSounded(hit)
        view.padSounded(hit.pad)
        trace?.write(hit, heard: engine.timeline.time(ofOutputFrame: hit.outputFrame))
      case .music(let segment):
        transport.take(segment)
        takes.desk.take(segment)
      case .ended(let stream, _): transport.streamEnded(stream)
      case .hitEnded, .freeBegan, .clock: break
      }
    }
    model.padsChanged(engine.soundingPads)
  }

  private func take(_ result: MusicFinder.Result) {
    isFinding = false
    let added = model.append(
      result.entries.map { entry in
        (entry.path, entry.said.map { QueueItem.Hint($0) } ?? QueueItem.Hint())
      })
    if let sentence = FindText.sentence(result.warnings) { model.report(.problem(sentence)) }
    readTags(of: added)
    model.play()
  }

  private func outputWasReplaced(_ error: AudioError) {
    model.outputWasLost(error, fallback: "playing to null")
    model.outputChanged(output.status)
  }

  private func outputIsInterrupted(_ isSo: Bool) {
    if isSo { model.outputWasInterrupted() } else { model.outputGoesOn() }
  }

  /// Whoever presses play may have plugged the headphones in again.
  private func retryOutput() {
    guard output.canBeRetried else { return }
    guard output.retry() else {
      if output.isInterrupted { model.outputWasInterrupted() }
      return
    }
    model.outputChanged(output.status)
    model.report(.text("playing to \(output.status.name) again"))
  }

  private func readTags(of ids: [QueueItem.ID]) {
    tags.load(ids.compactMap { id in model.queue[id].map { (id, $0.path) } })
  }

  // MARK: The session

  var nextSave: HostTime? { sessions.nextSave(model) }

  func saveSessionWhenDue() { sessions.saveWhenDue(model, saver) }
}
