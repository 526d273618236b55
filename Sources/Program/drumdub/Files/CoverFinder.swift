import SystemBase
import TrackTags

/// Finds the pictures of tracks as files. A picture in a music file is written to the cache once for all its tracks.
struct CoverFinder: Sendable {
  private let finder: PictureFinder
  private let folder: CoverFolder

  /// Creates a finder. `folder`: the cache.
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
