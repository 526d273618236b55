import Application
import MixEngine
import MusicLibrary
import Percussion
import Synchronization
import SystemBase

/// The functions that the remote control needs besides the application.
package struct RemoteTools: Sendable {
  /// The folder that relative paths start from.
  package var folder: FilePath
  /// The library; nil without one.
  package var library: LibraryService?
  package var pads: RemotePads
  package var pictures: RemotePictures
  /// Returns the names of the kits; any thread.
  package var kits: @Sendable () -> [String] = { [] }
  /// The password for clients of the network; nil if none is needed.
  package var password: String?
  /// Receives what the program has to do after a request, such as to quit.
  package var respond: @MainActor @Sendable (Application.Response) -> Void = { _ in }

  package init(folder: FilePath, library: LibraryService?, pads: RemotePads, pictures: RemotePictures) {
    (self.folder, self.library, self.pads, self.pictures) = (folder, library, pads, pictures)
  }
}

/// Strikes the pads for clients. Any thread.
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

  /// Creates the pads for clients.
  ///
  /// - Parameter port: that of no other producer.
  package init(_ port: HitPort) { state = Mutex(State(port: port)) }

  /// Accepts hits from now on. Called when the kit is loaded.
  package func start() { state.withLock { $0.isReady = true } }

  /// Strikes a pad.
  ///
  /// - Parameter arguments: the number of a pad, and optionally a velocity.
  func strike(_ arguments: MPDArguments, at time: HostTime = .now) throws(MPDError) {
    let pad = try arguments.integer(0, in: Kit.padNumbers)
    let velocity =
      try arguments.count > 1 ? arguments.integer(1, in: RemotePads.velocities) : RemotePads.usualVelocity
    let isStruck: Bool? = state.withLock { state in
      state.isReady ? state.port.strike(Hit(pad: pad, velocity: velocity, time: time)) : nil
    }
    guard let isStruck else { throw MPDError(.system, "the kit is still being loaded") }
    if !isStruck { throw MPDError(.system, "too many hits at once") }
  }
}

/// Reads the pictures of tracks, and keeps the last one, since clients read it in parts. Any thread; blocks on files.
package final class RemotePictures: Sendable {
  package struct Picture: Sendable {
    package var bytes: [UInt8]
    package var mimeType: String?

    package init(bytes: [UInt8], mimeType: String?) { (self.bytes, self.mimeType) = (bytes, mimeType) }
  }

  private struct Kept {
    var path: FilePath
    var isEmbedded: Bool
    var picture: Picture?
    var time: HostTime
  }

  /// Seconds for which a picture is kept.
  private static let lifetime = 10.0

  private let read: @Sendable (FilePath, _ isEmbedded: Bool) -> Picture?
  private let kept = Mutex<Kept?>(nil)

  /// Creates a cache of pictures.
  ///
  /// - Parameter read: returns the picture in a file, or the one of its folder; nil if there is none.
  package init(_ read: @escaping @Sendable (FilePath, _ isEmbedded: Bool) -> Picture?) { self.read = read }

  func picture(of path: FilePath, isEmbedded: Bool) -> Picture? {
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
}
