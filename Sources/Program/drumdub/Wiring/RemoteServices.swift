import Application
import Configuration
import Controls
import Glibc
import MixEngine
import MusicLibrary
import Player
import Remote
import SystemBase
import TerminalUI
import TrackTags

/// The remote control through sockets.
@MainActor
final class RemoteServices: LoopSource {
  private let application: Application
  private let settings: Settings
  private let tools: RemoteTools
  /// The pads, which accept hits when they are started.
  let pads: RemotePads
  private var service: RemoteService?
  private let renames: EventStream<[FileRename]>.Subscription

  /// Creates the remote control. `folder`: the folder that relative paths start from.
  init(
    _ application: Application, library: LibraryService, engine: AudioEngine, workers: TagWorkerPool,
    keys: KeyBindings, stickers: SavedFile, folder: FilePath, settings: Settings
  ) {
    (self.application, self.settings) = (application, settings)
    pads = RemotePads(engine.control.port(for: .control))
    var tools = RemoteTools(
      folder: folder, library: library, pads: pads,
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

  // MARK: The main loop

  var watched: [pollfd] { service?.watched ?? [] }

  var nextWake: HostTime? { service?.nextWake }

  func process() { service?.process() }
}
