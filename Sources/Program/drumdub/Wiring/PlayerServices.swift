import Application
import AudioBase
import AudioDevices
import AudioFiles
import CSystem
import Configuration
import Desktop
import KitEditing
import Librarian
import MixEngine
import MusicLibrary
import Percussion
import Player
import Subcommands
import SystemBase
import TerminalUI
import TrackFeed
import TrackTags

/// The sound: the outputs, the engine with the threads that feed it, the kit, and the model that controls them.
@MainActor
struct EngineServices {
  let output: OutputController
  let jack: JACKServices
  let kit: KitService
  let engine: AudioEngine
  let clickOutput: ClickOutputController
  let session: AudioSession
  let transport: LocalTransport
  /// The other player that plays the music; nil if this program plays.
  let system: SystemTransport?
  let model: PlayerModel
  let levels: LevelMixer
  /// What the programs do that are effects or instruments of the mixer.
  let loopEvents: MainThreadChannel<ExternalLoopEvent>
  /// What other programs do with the transport that programs share.
  let transportChanges: MainThreadChannel<SharedTransportChange>
  /// The recorded sound of takes that is heard with tracks.
  let clips = TrackClips()
  /// Seconds that the start waits for the output.
  private static let timeout = 1.0
  /// Seconds that the start waits for the description of the kit, so that the first drawing shows its pads.
  static let kitTimeout = 0.05

  init(_ settings: Settings, memory: DeviceMemory, _ mainThread: MainThreadServices) {
    let main = mainThread.calls
    (loopEvents, transportChanges) = (MainThreadChannel(main), MainThreadChannel(main))
    jack = JACKServices(
      loops: JACKLoops(report: loopEvents.send),
      notes: settings.midiOutput.kind == .jack ? MessageOutput() : nil,
      transport: JACKTransport(report: transportChanges.send))
    output = OutputController(OutputOpener(settings, jack: jack), memory: memory, main: main)
    kit = KitService(
      settings.chosenKit, in: KitFolders.catalog, own: KitFolders.ownKit, user: KitFolders.user,
      folder: BaseFolders.current,
      loader: KitLoader(
        decoders: DecoderRegistry(), converters: SampleRateConverterMaker(), memory: settings.kitMemory)
    ) { [send = mainThread.kitEvents.send] in
      send($0)
      // Frees the memory that decoding used.
      if case .loaded = $0 { drumdub_trim_heap() }
    }
    let rate = output.waitForRate(seconds: EngineServices.timeout)
    let engine = AudioEngine(
      sampleRate: rate, timing: settings.timing, isAligned: true, hasEcho: true, limiter: settings.limiter,
      messages: jack.notes)
    let feeds = MainThreadChannel<FeederReport>(main)
    let feeder = StreamFeeder(
      engine: engine, decoders: DecoderRegistry(files: EngineServices.remoteFiles(settings)),
      converters: SampleRateConverterMaker(),
      crossfade: settings.crossfade, clips: clips, report: feeds.send)
    let failures = MainThreadChannel<FileError>(main)
    let speeds = StretchService(engine: engine, makers: TimeStretcherMaker(), report: failures.send)
    session = AudioSession(engine, feeder: feeder, stretcher: speeds)
    self.engine = engine
    clickOutput = ClickOutputController(engine.control, main: main)
    kit.connect(engine)
    transport = LocalTransport(
      engine: engine.control, events: engine.events, feed: { feeder.send($0) },
      stretch: { speeds.setSpeed($0) }, transpose: { speeds.transpose($0) })
    system = settings.system == nil ? nil : SystemTransport()
    levels = LevelMixer(engine.control)
    model = PlayerModel(
      transport: system ?? transport, mixer: levels,
      levels: MixLevels(music: settings.musicLevel, pads: settings.padsLevel),
      replayGain: settings.replayGain, crossfade: settings.crossfade)
    model.tracks.readsTags = true
    feeds.receive = { [weak transport] in transport?.receive($0) }
    failures.receive = { [weak model] in model?.speedFailed($0) }
  }

  /// What is kept of the files of servers: the parts that were heard, and the pictures in their tags.
  private static func remoteFiles(_ settings: Settings) -> RemoteFiles {
    let (size, covers) = (settings.webCache, CoverFolder(path: BaseFolders.cache.appending("covers")))
    let cache = size > 0 ? RemoteCache(BaseFolders.cache.appending("web"), limit: size) : nil
    return RemoteFiles(cache: cache) { bytes in
      PictureHeader(bytes.span) == nil ? nil : covers.file(ContentHash(bytes).description) { bytes }
    }
  }
}

/// The files of music: the index, the tags and lyrics of tracks, and saved playlists.
@MainActor
struct LibraryServices {
  let index: LibraryService
  let tags: TrackLoader
  let tagEditor: TagService
  let playlists: QueueSaver
  let trackProgram: TrackProgram
  /// The folder that relative paths start from.
  private let folder = BaseFolders.current
  private let main: MainThread
  private let indexReports: MainThreadChannel<LibraryReport>

  init(_ settings: Settings, workers: TagWorkerPool, application: Application, main: MainThread) {
    self.main = main
    indexReports = MainThreadChannel(main, kind: \.kind)
    trackProgram = TrackProgram(
      report: main.sender { [weak application] in application?.report(.trackProgram($0)) })
    index = LibraryService(
      settings.library ?? BaseFolders.libraryFile, workers: TagWorkers.pool(), reason: ErrorText.reason,
      report: indexReports.send)
    tags = TrackLoader(
      read: { try? workers.read($0) },
      deliver: main.sender { [weak application] in application?.model.tracksWereRead($0) })
    tagEditor = TagService(
      workers: TagWorkers.pool(), library: index, folder: folder, history: BaseFolders.tagHistoryFile,
      onFile: main.sender { [weak application] in application?.receive($0) }, main: main)
    playlists = QueueSaver(
      application: application, library: index, current: folder,
      own: BaseFolders.data.appending("playlists"), main: main)
  }

  func connect(to application: Application, _ settings: Settings) {
    let (index, folder, main) = (index, folder, main)
    application.model.tracks.findGain = { [weak model = application.model] item in
      index.findGain(
        of: item.location.inside(folder), deliver: main.sender { model?.gainWasFound($0, of: item.id) })
    }
    application.model.tracks.findAlbums = { items, receive in
      let deliver = main.sender { (albums: [Int64?]) in
        let found = zip(items, albums).compactMap { item, album in album.map { (item.id, $0) } }
        receive(Dictionary(found) { first, _ in first })
      }
      index.findAlbums(of: items.map { $0.location.inside(folder) }, deliver: deliver)
    }
    let music = MusicFolder.standard
    application.library = LibraryController(
      model: application.model, service: index, reports: indexReports, suggestion: music,
      hasSuggestion: music.isFolder, folder: folder)
    application.tags = TagController(service: tagEditor)
    application.tags?.writesRatings = settings.writesRatings
  }
}
