import Glibc
import SystemBase

/// Kits that were unpacked or rendered into a folder, each once.
enum KitCache {
  /// Returns the folder of the kit of a file, or of a part of it, which is made if there is none of the file as it is.
  static func folder(
    of file: FilePath, as part: String = "", in cache: FilePath, make: (FilePath) throws(FileError) -> Void
  ) throws(FileError) -> FilePath {
    let folder = cache.appending(try key(of: file, part))
    if let kit = kitFolder(in: folder) { return kit }
    let temporary = FilePath(
      bytes: folder.bytes + Array(".\(getpid()).\(UInt32.random(in: 0...UInt32.max)).new".utf8))
    defer { FileBytes.removeFolder(temporary) }
    FileBytes.removeFolder(temporary)
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
