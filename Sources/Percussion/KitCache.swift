import Glibc
import SystemBase

/// Archives of kits that were unpacked into a folder, each once.
enum KitCache {
  /// Returns the folder of the kit in an archive, which is unpacked if it was not before or has changed.
  static func folder(of archive: FilePath, in cache: FilePath) throws(FileError) -> FilePath {
    let folder = cache.appending(try key(of: archive))
    if let kit = kitFolder(in: folder) { return kit }
    let temporary = FilePath(bytes: folder.bytes + Array(".\(getpid()).new".utf8))
    defer { FileBytes.removeFolder(temporary) }
    FileBytes.removeFolder(temporary)
    try FileBytes.makeFolder(temporary)
    _ = try KitArchive.unpack(archive, into: temporary)
    // Another program may have been faster; its folder has the same content.
    let result = temporary.withCString { from in folder.withCString { rename(from, $0) } }
    if result != 0, kitFolder(in: folder) == nil {
      throw FileError(errno: errno, folder.shown, call: "rename", writing: true)
    }
    guard let kit = kitFolder(in: folder) else {
      throw FileError(.unsupported, archive.shown, detail: "an archive without a kit")
    }
    return kit
  }

  /// The folder itself or the first one in it that has a kit; nil if there is none.
  private static func kitFolder(in folder: FilePath) -> FilePath? {
    KitArchive.kitPath(in: folder).map { $0.isEmpty ? folder : folder.appending($0) }
  }

  /// A name that changes when the file is replaced or changed.
  private static func key(of archive: FilePath) throws(FileError) -> String {
    var status = stat()
    guard archive.withCString({ stat($0, &status) }) == 0 else {
      throw FileError(errno: errno, archive.shown, call: "stat")
    }
    let time = status.st_mtim
    let facts = [Int(status.st_dev), Int(status.st_ino), Int(status.st_size), time.tv_sec, time.tv_nsec]
    return "\(ContentHash(Array(facts.map(String.init).joined(separator: " ").utf8)))"
  }
}
