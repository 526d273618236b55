import Application
import AudioBase
import KitEditing
import Librarian
import MixEngine
import Percussion
import Synchronization
import SystemBase
import TrackTags

/// The parts of the program that the remote control needs besides the application.
package struct RemoteTools: Sendable {
  /// The folder that relative paths start from.
  package var folder: FilePath
  package var library: LibraryService?
  package var pads: RemotePads
  package var pictures: RemotePictures
  package var kits: KitCatalog
  /// The password for clients of the network; nil if none is needed.
  package var password: String?
  /// The sentence of a notice, and that of an error, for answers to `run`.
  package var notice: @MainActor @Sendable (Notice) -> String = { "\($0)" }
  package var error: @Sendable (CommandError) -> String = { "\($0)" }
  package var stickers = MPDStickers()

  package init(
    folder: FilePath, library: LibraryService?, pads: RemotePads, pictures: RemotePictures, kits: KitCatalog,
    password: String? = nil
  ) {
    (self.folder, self.library, self.pads, self.pictures) = (folder, library, pads, pictures)
    (self.kits, self.password) = (kits, password)
  }
}

/// Strikes the pads for commands: those of clients and of the palette. Any thread.
package final class RemotePads: Sendable {
  private struct State: Sendable {
    /// The port for hits, which one thread at a time uses.
    let port: HitPort
    /// Whether the kit is loaded, so that hits sound.
    var isReady = false
  }

  private let state: Mutex<State>

  private static let usualVelocity = 100
  private static let velocities = 1...127

  /// Creates the pads for commands. `port`: that of no other producer.
  package init(_ port: HitPort) { state = Mutex(State(port: port)) }

  /// Accepts hits from now on. Called when the kit is loaded.
  package func start() { state.withLock { $0.isReady = true } }

  /// Strikes a pad. `arguments`: the number of a pad, and optionally a velocity.
  func strike(_ arguments: [String], at time: HostTime = .now) throws(MPDError) {
    let pad = try arguments.integer(0, in: Kit.padNumbers)
    let velocity =
      try arguments.count > 1 ? arguments.integer(1, in: RemotePads.velocities) : RemotePads.usualVelocity
    switch strike(pad, velocity: velocity, at: time) {
    case .kitIsLoading: throw MPDError(.system, "the kit is still being loaded")
    case .tooManyHits: throw MPDError(.system, "too many hits at once")
    case nil: break
    }
  }

  /// Strikes a pad. Returns why it is not struck; nil if it is.
  package func strike(_ pad: Int, velocity: Int, at time: HostTime = .now) -> PadRefusal? {
    state.withLock { state in
      guard state.isReady else { return .kitIsLoading }
      return state.port.strike(Hit(pad: pad, velocity: velocity, time: time)) ? nil : .tooManyHits
    }
  }
}

/// Reads the pictures of tracks, and keeps the last one, since clients read it in parts. Any thread; blocks on files.
package final class RemotePictures: Sendable {
  private struct Kept {
    var path: FilePath
    var isEmbedded: Bool
    var picture: PictureData?
    var time: HostTime
  }

  /// Seconds for which a picture is kept.
  private static let lifetime = 10.0

  private let workers: TagWorkerPool
  private let kept = Mutex<Kept?>(nil)

  /// Creates a cache of pictures. `workers`: read the pictures in files.
  package init(_ workers: TagWorkerPool) { self.workers = workers }

  /// Returns the picture in a file, or the one of its folder; nil if there is none.
  func picture(of path: FilePath, isEmbedded: Bool) -> PictureData? {
    let kept = kept.withLock { $0 }
    if let kept, kept.path == path, kept.isEmbedded == isEmbedded,
      HostTime.now.seconds(since: kept.time) < RemotePictures.lifetime
    {
      return kept.picture
    }
    let picture = read(path, isEmbedded)
    let new = Kept(path: path, isEmbedded: isEmbedded, picture: picture, time: .now)
    self.kept.withLock { $0 = new }
    return picture
  }

  /// Returns the picture that a file is; nil if it cannot be read.
  func picture(file path: FilePath) -> PictureData? {
    guard let bytes = try? FileBytes.read(path, limit: 1 << 24), let head = PictureHeader(bytes.span) else {
      return nil
    }
    let picture = TrackPicture(
      type: 3, mimeType: head.mimeType, width: head.width, height: head.height, bytes: bytes.count)
    return PictureData(picture: picture, bytes: bytes)
  }

  private func read(_ path: FilePath, _ isEmbedded: Bool) -> PictureData? {
    if isEmbedded { return (try? workers.picture(of: path)) ?? nil }
    let finder = PictureFinder { [workers] path throws(FileError) in try workers.picture(of: path) }
    return finder.folderPicture(path.directory)?.data
  }
}
