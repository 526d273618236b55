import Application
import Configuration
import Controls
import Desktop
import Glibc
import Librarian
import MixEngine
import Player
import Remote
import SystemBase
import TerminalUI
import TrackTags

/// The connections to other programs over D-Bus. Without a bus there are none, and nothing is reported.
@MainActor
final class DesktopServices: LoopSource {
  private let application: Application
  private let covers: CoverFiles
  /// The folder that relative paths start from.
  private let folder = BaseFolders.current
  private var session: BusConnection?
  private var mpris: MPRISServer?
  private var notifier: TrackNotifier?
  private var others: OtherPlayers?
  private var systemBus: BusConnection?
  private var sleep: SleepMonitor?
  private let suspend: SuspendController
  /// The other player that plays the music; nil if this program plays.
  private let system: SystemTransport?
  private var players: SystemPlayers?
  private var settings: Settings { didSet { others?.mode = settings.others } }

  init(
    _ application: Application, workers: TagWorkerPool, suspend: SuspendController,
    system: SystemTransport?, settings: Settings, main: MainThread
  ) {
    (self.application, self.suspend, self.system, self.settings) = (application, suspend, system, settings)
    let finder = CoverFinder(workers, folder: BaseFolders.cache.appending("covers"))
    covers = CoverFiles(folder: folder, main: main) { finder.file(of: $0) }
  }

  func settingsChanged(_ settings: Settings) { self.settings = settings }

  /// Connects; called once, after the first drawing.
  func start() {
    if let system {
      showPlayers(system)
    } else if DesktopServices.hasSessionBus {
      connectToSession()
    }
    if DesktopServices.hasSystemBus { connectToSystem() }
  }

  /// Whether the environment names a session bus, so that its library is worth loading.
  private static var hasSessionBus: Bool {
    if BaseFolders.environment("DBUS_SESSION_BUS_ADDRESS") != nil { return true }
    return BaseFolders.environment("XDG_RUNTIME_DIR")?.appending("bus").exists ?? false
  }

  private static var hasSystemBus: Bool {
    if BaseFolders.environment("DBUS_SYSTEM_BUS_ADDRESS") != nil { return true }
    return FilePath("/run/dbus/system_bus_socket").exists
  }

  private func connectToSystem() {
    do throws(BusError) {
      let bus = try BusConnection(.system)
      systemBus = bus
      sleep = try SleepMonitor(bus) { [suspend] isBefore, onStored in
        if isBefore {
          suspend.suspend(.systemSleep, onStored: onStored)
        } else {
          suspend.resume(after: .systemSleep)
        }
      }
    } catch {
      (systemBus, sleep) = (nil, nil)
      // A missing library is reported once.
      if session != nil || !DesktopServices.hasSessionBus { report(error) }
    }
  }

  /// Shows another player. This program does not appear among the players then.
  private func showPlayers(_ transport: SystemTransport) {
    do throws(BusError) {
      let bus = try BusConnection(.session)
      session = bus
      players = try SystemPlayers(
        bus, transport: transport, application: application, wanted: settings.system?.name)
    } catch {
      (session, players) = (nil, nil)
      application.report(.system(.noBus(detail: "\(error.name): \(error.detail)")))
    }
  }

  var playerNames: [String] { players?.shortNames ?? [] }

  /// Shows another player by its name. Returns false unless the program shows other players.
  func attach(to player: String) -> Bool {
    players?.attach(player)
    return players != nil
  }

  private func connectToSession() {
    do throws(BusError) {
      let bus = try BusConnection(.session)
      session = bus
      mpris = try MPRISServer(
        bus, application: application, covers: covers, folder: folder, process: getpid())
      others = OtherPlayers(bus, model: application.model, mode: settings.others) { [weak self] name in
        self?.mpris?.owns(name) ?? false
      }
      notifier = try TrackNotifier(bus, application: application, covers: covers) { [weak self] in
        self?.settings.notifications ?? false
      }
    } catch {
      (session, mpris, notifier, others) = (nil, nil, nil, nil)
      report(error)
    }
  }

  /// Lets other players be as they were. Called before the program ends.
  func stop() { others?.release() }

  /// Reports a missing library. A bus that cannot be reached is not an error: the program plays without it.
  private func report(_ error: BusError) {
    guard error.name == BusConnection.library else { return }
    let detail = "\(error.detail); install the package libsystemd0"
    application.report(.file(FileError(.unsupported, error.name, detail: detail)))
  }

  // MARK: The main loop

  private var connections: [BusConnection] { [session, systemBus].compactMap { $0 }.filter { !$0.isClosed } }

  var watched: [pollfd] { connections.map(\.watched) }

  var nextWake: HostTime? { connections.compactMap(\.nextWake).min() }

  func process() {
    for connection in connections { connection.process() }
    if session?.isClosed == true { (session, mpris, notifier, others) = (nil, nil, nil, nil) }
    if systemBus?.isClosed == true { (systemBus, sleep) = (nil, nil) }
    mpris?.update()
    notifier?.update()
  }
}

/// The remote control through sockets.
@MainActor
final class RemoteServices {
  private let application: Application
  private let settings: Settings
  private let tools: RemoteTools
  /// The pads, which accept hits when they are started.
  let pads: RemotePads
  /// Serves the clients; nil until `start`.
  private(set) var service: RemoteService?
  private let renames: EventStream<[FileRename]>.Subscription

  init(
    _ application: Application, library: LibraryService, engine: AudioEngine, workers: TagWorkerPool,
    keys: KeyBindings, stickers: SavedFile, settings: Settings
  ) {
    (self.application, self.settings) = (application, settings)
    pads = RemotePads(engine.control.port(for: .control))
    var tools = RemoteTools(
      folder: BaseFolders.current, library: library, pads: pads,
      pictures: RemotePictures(workers), kits: KitFolders.catalog, password: settings.remotePassword)
    tools.notice = { NoticeText.sentence($0, keys.map) }
    tools.error = CommandText.sentence
    let stickers = MPDStickers(stickers)
    tools.stickers = stickers
    self.tools = tools
    renames = application.streams.renamed.subscribe { files in
      stickers.filesWereRenamed(Dictionary(files.map { ($0.from, $0.to) }) { $1 })
    }
  }

  /// Begins to serve clients; called once, after the first drawing. Another player that is shown has a remote control
  /// of its own. `socket`: nil without a folder for sockets.
  func start(at socket: FilePath?) {
    if settings.system != nil { return }
    let service = RemoteService(application, tools)
    self.service = service
    for notice in service.start(at: socket, network: settings.listen) {
      // The user has not asked for the socket, so its failure is not reported.
      if case .noSocket = notice, settings.listen == nil { continue }
      application.report(.remote(notice))
    }
  }

  /// Closes the sockets. Called when the main loop has ended. Returns what waits for the end of the threads; nil if there
  /// are none.
  func stop() -> (@Sendable () -> Void)? {
    service?.stop()
    return service?.finish
  }
}

extension RemoteService: LoopSource {}
