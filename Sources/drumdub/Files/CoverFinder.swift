import MusicLibrary
import SystemBase
import TrackTags

/// Finds the pictures of tracks as files. A picture in a music file is written to the cache once for all its tracks.
struct CoverFinder: Sendable {
  /// The most pictures in the cache; then it is emptied.
  private static let most = 300

  private let finder: PictureFinder
  private let folder: FilePath

  /// - Parameter folder: the cache.
  init(_ workers: TagWorkerPool, folder: FilePath) {
    finder = PictureFinder { path throws(FileError) in try workers.picture(of: path) }
    self.folder = folder
  }

  /// Returns the picture file of a track; nil if it has no picture. Any thread; blocks on file access.
  func file(of track: FilePath) -> FilePath? {
    guard let found = (try? finder.best(for: track)) ?? nil else { return nil }
    if let path = found.path { return path }
    let kind = ["image/png": "png", "image/webp": "webp"][found.data.picture.mimeType ?? ""] ?? "jpg"
    let file = folder.appending("\(found.hash.description).\(kind)")
    if file.exists { return file }
    makeRoom()
    do throws(FileError) {
      try FileBytes.makeFolder(folder, permissions: 0o700)
      try FileBytes.replace(file, with: found.data.bytes, permissions: 0o600)
      return file
    } catch {
      // A full disk costs the picture only.
      return nil
    }
  }

  private func makeRoom() {
    guard let names = try? FolderReader(folder).names(), names.count >= CoverFinder.most else { return }
    for name in names { FileBytes.remove(folder.appending(name)) }
  }
}
