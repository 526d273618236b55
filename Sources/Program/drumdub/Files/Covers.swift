import AudioBase
import AudioFiles
import Synchronization
import SystemBase
import TrackTags

/// Finds the pictures of tracks as files. A picture in a music file is written to the cache once for all its tracks.
struct CoverFinder: Sendable {
  private let finder: PictureFinder
  private let folder: CoverFolder

  init(_ workers: TagWorkerPool, folder: FilePath) {
    finder = PictureFinder { path throws(FileError) in try workers.picture(of: path) }
    self.folder = CoverFolder(path: folder)
  }

  /// Returns the picture file of a track; nil if it has no picture. Any thread; blocks on file access.
  func file(of track: FilePath) -> FilePath? {
    guard let found = (try? finder.best(for: track)) ?? nil else { return nil }
    if let path = found.path { return path }
    let kind = ["image/png": "png", "image/webp": "webp"][found.data.picture.mimeType ?? ""] ?? "jpg"
    return folder.file("\(found.hash.description).\(kind)") { found.data.bytes }
  }
}

/// The cache of pictures. Any thread; blocks on file access.
struct CoverFolder: Sendable {
  /// The most pictures; then the cache is emptied.
  private static let most = 300

  let path: FilePath

  /// Returns the file of a name, which is written if it does not exist; nil if that fails or there are no bytes.
  func file(_ name: String, _ bytes: () -> [UInt8]?) -> FilePath? {
    let file = path.appending(FilePath(name))
    if file.exists { return file }
    guard let bytes = bytes() else { return nil }
    makeRoom()
    do throws(FileError) {
      try FileBytes.makeFolder(path, permissions: 0o700)
      try AtomicFile.replace(file, with: bytes, permissions: 0o600)
      return file
    } catch {
      // A full disk costs the picture only.
      return nil
    }
  }

  private func makeRoom() {
    guard let names = try? FolderReader(path).names(), names.count >= CoverFolder.most else { return }
    for name in names { FileBytes.remove(path.appending(name)) }
  }
}

/// The pictures that another player names by addresses: fetches them from the network or decodes them, and stores them as
/// files. Main thread; waits for nothing.
///
/// One picture is fetched at a time: that of the current track.
@MainActor
final class SystemCovers {
  /// The largest picture in bytes.
  nonisolated static let limit = 8 << 20
  /// The seconds that connecting and reading may take together.
  nonisolated static let timeout = 10.0

  private let folder: CoverFolder
  private let onChange: @Sendable () -> Void
  private var current: Search?

  private enum Outcome {
    case searching, notFound
    case found(FilePath)
  }

  /// A picture that is looked for. Any thread.
  private final class Search: Sendable {
    let address: String
    let fetch: NetworkFetch?
    let outcome = Mutex(Outcome.searching)

    init(_ address: String) {
      self.address = address
      fetch = StreamAddress(address).map {
        NetworkFetch($0, limit: SystemCovers.limit, timeout: SystemCovers.timeout)
      }
    }
  }

  /// Creates a cache of the pictures of other players. `folder`: the cache. `onChange`: called on another thread when
  /// a picture has arrived.
  init(folder: FilePath, onChange: @escaping @Sendable () -> Void) {
    (self.folder, self.onChange) = (CoverFolder(path: folder), onChange)
  }

  /// Returns the picture file of an address; nil if it has not arrived or there is none. Another address cancels the
  /// search for the one before.
  func file(of address: String) -> FilePath? {
    if let current, current.address == address {
      return current.outcome.withLock { outcome in if case .found(let file) = outcome { file } else { nil } }
    }
    cancel()
    let search = Search(address)
    current = search
    start(search)
    return nil
  }

  /// Whether no picture is being looked for.
  var isIdle: Bool {
    current?.outcome.withLock { outcome in if case .searching = outcome { false } else { true } } ?? true
  }

  func cancel() {
    current?.fetch?.cancel()
    current = nil
  }

  private func start(_ search: Search) {
    let (folder, onChange) = (folder, onChange)
    let name = ContentHash(Array(search.address.utf8)).description
    let finish: @Sendable (FilePath?) -> Void = { file in
      search.outcome.withLock { $0 = file.map(Outcome.found) ?? .notFound }
      if file != nil { onChange() }
    }
    _ = WorkerThread(name: "cover", isBackground: true) {
      guard let fetch = search.fetch else {
        return finish(folder.file(name) { SystemCovers.picture(search.address) })
      }
      if let known = folder.file(name, { nil }) { return finish(known) }
      fetch.start { result in
        let bytes = (try? result.get()).flatMap(SystemCovers.checked)
        finish(folder.file(name) { bytes })
      }
    }
  }

  /// Returns the picture in a `data:` address in Base64 (RFC 2397); nil for other addresses.
  nonisolated static func picture(_ address: String) -> [UInt8]? {
    guard address.utf8.count <= limit / 3 * 4 + 256, address.prefix(5).lowercased() == "data:",
      let comma = address.firstIndex(of: ","), address[..<comma].lowercased().hasSuffix(";base64")
    else { return nil }
    return Base64.decode(String(address[comma...].dropFirst())).flatMap(checked)
  }

  /// Returns bytes if they begin as a picture does.
  nonisolated private static func checked(_ bytes: [UInt8]) -> [UInt8]? {
    PictureHeader(bytes.span) == nil ? nil : bytes
  }
}
