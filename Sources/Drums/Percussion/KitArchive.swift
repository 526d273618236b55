import Documents
import Glibc
import SystemBase

/// Unpacks archives of kits, such as `.h2drumkit`. Nothing of a refused archive remains.
enum KitArchive {
  static let mostBytes = ArchiveUnpacker.mostBytes

  /// Unpacks an archive into a folder that does not exist or is empty, which gets its content at once. Returns the folder of
  /// the kit: this one or one in it.
  ///
  /// - Throws: `unsupported` for an archive that is refused or has no kit; `damaged`; errors of writing;
  ///   `FileError.interrupted`.
  static func unpack(
    _ archive: FilePath, into folder: FilePath, mostBytes: Int = mostBytes,
    isCancelled: () -> Bool = { false }
  ) throws(FileError) -> FilePath {
    let temporary = FilePath(bytes: folder.bytes + Array(".\(getpid()).unpack".utf8))
    FileBytes.removeFolder(temporary)
    // After the last step, the folder has its other name.
    defer { FileBytes.removeFolder(temporary) }
    try FileBytes.makeFolder(temporary)
    try ArchiveUnpacker.unpack(archive, into: temporary, mostBytes: mostBytes, isCancelled: isCancelled)
    guard let kit = kitPath(in: temporary) else {
      throw FileError(
        .unsupported, archive.shown, detail: "an archive without kit.json, drumkit.xml or an .sfz file")
    }
    guard temporary.withCString({ from in folder.withCString { rename(from, $0) } }) == 0 else {
      throw FileError(errno: errno, folder.shown, call: "rename", writing: true)
    }
    return kit.isEmpty ? folder : folder.appending(kit)
  }

  /// Returns the relative path of the first folder with a kit, outer ones first; nil if there is none.
  static func kitPath(in folder: FilePath) -> FilePath? {
    var level = [FilePath("")]
    for _ in 0..<4 {
      var next: [FilePath] = []
      for path in level {
        let names = (try? FolderReader(folder.appending(path)).names()) ?? []
        let isKit = names.contains { name in
          [FilePath("kit.json"), FilePath("drumkit.xml")].contains(name) || name.fileExtension == "sfz"
        }
        if isKit { return path }
        next += names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map(path.appending)
      }
      level = next.filter { folder.appending($0).isFolder }
    }
    return nil
  }
}
