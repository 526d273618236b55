import Glibc
import SystemBase

/// Kits that were unpacked or rendered into a folder, each once. A kit that was not read for 30 days is removed.
enum KitCache {
  private static let prefix = ".new-"
  /// The seconds after which a folder that was not used is removed.
  private static let unused = 30 * 86_400

  /// Returns the folder of the kit of a file, or of a part of it, which is made if there is none of the file as it is.
  static func folder(
    of file: FilePath, as part: String = "", in cache: FilePath, make: (FilePath) throws(FileError) -> Void
  ) throws(FileError) -> FilePath {
    let folder = cache.appending(try key(of: file, part))
    if let kit = kitFolder(in: folder) {
      // The modification time says when it was used last.
      _ = folder.withCString { utimensat(AT_FDCWD, $0, nil, 0) }
      return kit
    }
    FileBytes.removeLeftovers(in: cache, prefix: prefix)
    removeUnused(in: cache)
    let temporary = newPath(in: cache)
    defer { FileBytes.removeFolder(temporary) }
    try FileBytes.makeFolder(temporary)
    try make(temporary)
    // Another program may have been faster; its folder has the same content.
    let result = temporary.withCString { from in folder.withCString { rename(from, $0) } }
    if result != 0, kitFolder(in: folder) == nil {
      throw FileError(errno: errno, folder.shown, call: "rename", writing: true)
    }
    guard let kit = kitFolder(in: folder) else {
      throw FileError(.unsupported, file.shown, detail: "it has no kit")
    }
    return kit
  }

  /// Returns a name that no other thread or program uses. It states the process, so that the next one removes what a killed
  /// one has left.
  private static func newPath(in cache: FilePath) -> FilePath {
    cache.appending("\(prefix)\(getpid())-\(UInt32.random(in: 0...UInt32.max))")
  }

  private static func removeUnused(in cache: FilePath) {
    let oldest = Timestamp.now - unused
    for name in FolderReader.names(in: cache) {
      let path = cache.appending(name)
      guard path.isFolder, let status = path.linkStatus, status.st_mtim.tv_sec < oldest else { continue }
      // Under its name, a folder is complete.
      let removed = newPath(in: cache)
      if path.withCString({ from in removed.withCString { rename(from, $0) } }) == 0 {
        FileBytes.removeFolder(removed)
      }
    }
  }

  /// Returns the folder itself or the first one in it that has a kit; nil if there is none.
  private static func kitFolder(in folder: FilePath) -> FilePath? {
    KitArchive.kitPath(in: folder).map { $0.isEmpty ? folder : folder.appending($0) }
  }

  /// Returns a name that changes when the file is replaced or changed.
  private static func key(of file: FilePath, _ part: String) throws(FileError) -> String {
    guard let stamp = file.stamp else { throw FileError(errno: errno, file.shown, call: "stat") }
    let words = stamp.map(String.init) + (part.isEmpty ? [] : [part])
    return "\(ContentHash(Array(words.joined(separator: " ").utf8)))"
  }
}
