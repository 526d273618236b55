import Documents
import Glibc
import SystemBase

/// Unpacks archives of kits, such as `.h2drumkit`. Nothing of a refused archive remains.
enum KitArchive {
  static let mostBytes = ArchiveUnpacker.mostBytes

  /// Unpacks an archive into a folder that does not exist or is empty, which gets its content at once. Returns the folder of
  /// the kit: this one or one in it.
  ///
  /// - Throws: `unsupported` for an archive that is refused or has no kit; `damaged`; `empty`; errors of writing;
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
    if try RegularFile(archive, otherwise: .unsupported).size == 0 { throw FileError(.empty, archive.shown) }
    try ArchiveUnpacker.unpack(archive, into: temporary, mostBytes: mostBytes, isCancelled: isCancelled)
    guard let kit = kitPath(in: temporary) else {
      throw FileError(.unsupported, archive.shown, detail: "an archive \(KitSource.withoutKit)")
    }
    guard temporary.withCString({ from in folder.withCString { rename(from, $0) } }) == 0 else {
      throw FileError(errno: errno, folder.shown, call: "rename", writing: true)
    }
    return kit.isEmpty ? folder : folder.appending(kit)
  }

  /// Returns an error of a file in the folder of an unpacked archive with a name that the user knows: `ARCHIVE: MEMBER`.
  static func named(_ error: FileError, in folder: FilePath, of archive: FilePath) -> FileError {
    if error.subject == folder.shown { return FileError(error.code, archive.shown, detail: error.detail) }
    let start = folder.shown + "/"
    guard error.subject.hasPrefix(start) else { return error }
    let member = error.subject.dropFirst(start.count)
    return FileError(error.code, "\(archive.shown): \(member)", detail: error.detail)
  }

  /// Returns the path of the kit in the folder of an unpacked archive, relative to it; nil if there is none.
  ///
  /// It is the first folder that describes a kit, outer ones first. Without one, it is the folder that holds all sound files,
  /// or the first one with sound files if there are more of them than a kit has pads.
  static func kitPath(in folder: FilePath) -> FilePath? {
    if let found = path(in: folder, isKit: { $1.contains(where: KitSource.describesKit) }) { return found }
    let first = path(in: folder) { path, _ in (try? SampleFolder.sounds(of: path))?.isEmpty == false }
    guard let sounds = try? SampleFolder.files(in: folder), !sounds.isEmpty,
      sounds.count <= Kit.padNumbers.count
    else { return first }
    let folders = sounds.map { FilePath(bytes: $0.directory.bytes.dropFirst(folder.bytes.count)) }
    return FilePath(bytes: FilePath.commonFolder(folders).bytes.dropFirst())
  }

  /// Returns the relative path of the first folder that is a kit by its path and the names in it.
  private static func path(in folder: FilePath, isKit: (FilePath, [FilePath]) -> Bool) -> FilePath? {
    var level = [FilePath("")]
    for _ in 0..<4 {
      var next: [FilePath] = []
      for path in level {
        let names = FolderReader.names(in: folder.appending(path))
        if isKit(folder.appending(path), names) { return path }
        next += names.sorted().map(path.appending)
      }
      level = next.filter { folder.appending($0).isFolder }
    }
    return nil
  }
}
