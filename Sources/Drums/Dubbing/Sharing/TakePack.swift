import AudioBase
import Documents
import Glibc
import Percussion
import SystemBase

/// The export of a take to an archive of `take.dub`, `song.json`, the files of recorded sound, and the folder `kit`.
package struct TakePack: Sendable {
  static let takeName = FilePath("take.dub")
  static let songName = FilePath("song.json")
  static let kitName = FilePath("kit")

  package let take: Take
  /// The kit that is included, with its licence files; nil if there is none.
  package let kit: FilePath?
  private let folder: FilePath
  private let path: FilePath
  /// The song of the track, in its frames; nil if nothing is kept for it.
  package var song: Song?
  /// The level of the room of the kit that is heard; nil: that of its file.
  package var room: Decibels?
  package var replaces = false

  /// Creates an export to a file. `folder` is the folder of the recorded sound.
  package init(_ take: Take, from folder: FilePath, kit: FilePath?, to path: FilePath) {
    (self.take, self.folder, self.kit, self.path) = (take, folder, kit, path)
  }

  /// Writes the archive. `isCancelled` is called often.
  ///
  /// - Throws: `exists` for a file that must not be replaced; errors of reading the sound and the kit, and of writing.
  package func run(isCancelled: @escaping () -> Bool = { false }) throws(ExportError) -> ExportedFile {
    do throws(FileError) {
      try write(to: try AtomicFile(path, replaces: replaces), isCancelled)
    } catch {
      throw isCancelled() ? .cancelled : .failed(error, part: nil)
    }
    return ExportedFile(path: path, part: .mix, format: .pack, rate: take.frameRate, length: .zero)
  }

  private func write(to file: AtomicFile, _ isCancelled: @escaping () -> Bool) throws(FileError) {
    let copies = FilePath(bytes: path.bytes + Array(".\(getpid()).kit".utf8))
    defer { FileBytes.removeFolder(copies) }
    do throws(FileError) {
      let copy = try kit.map { (kit) throws(FileError) in
        try FileBytes.makeFolder(copies)
        return try KitImport(
          into: copies, name: TakePack.kitName, keepsName: true, isCancelled: isCancelled
        ).run(kit)
      }
      var take = take
      if let copy, let room, let changed = try Kit.store(room: room, in: copy) {
        // By its hash, the reader of the archive prefers this kit to one of the same name.
        take.kit?.hash = changed.contentHash()
      }
      try write(take, kit: copy, into: file.temporary, isCancelled)
      if isCancelled() { throw FileError(.writeFailed, path.shown, detail: "it was cancelled") }
      try file.commit()
    } catch {
      file.cancel()
      throw error
    }
  }

  private func write(
    _ take: Take, kit: FilePath?, into path: FilePath, _ isCancelled: () -> Bool
  ) throws(FileError) {
    let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw FileError(errno: errno, path.shown, call: "open", writing: true) }
    defer { close(descriptor) }
    let archive = try ArchiveWriter(descriptor, subject: path.shown)
    try archive.add(TakeFile.encode(take), as: TakePack.takeName)
    if var song {
      // Its stems are in a folder of this machine.
      (song.stems, song.foundStems) = (nil, nil)
      try archive.add(SongFile.encode(song), as: TakePack.songName)
    }
    let heard = Set(take.layers.compactMap(\.audio?.file))
    // The sound files of removed layers may be missing.
    for name in take.audioFiles where !isCancelled() && heard.contains(name) || folder.appending(name).exists
    {
      try archive.add(folder.appending(name), as: name)
    }
    if let kit { try archive.addFolder(kit, as: TakePack.kitName) }
    try archive.finish()
  }
}

/// An imported take with its sound and its kit, read from a `.dub` file or from an archive of `TakePack`.
package struct SharedTakeSource: Hashable, Sendable {
  /// The file that the user named.
  package let file: FilePath
  package let take: Take
  package let folder: FilePath
  package let kit: FilePath?
  /// The song of the track, in frames of that of the take, or the reason why it cannot be read; nil if there is none.
  package let song: SongInPack?
  /// The folder that the archive was unpacked into; nil for a `.dub` file.
  private let unpacked: FilePath?

  /// Reads and checks a take. An archive is unpacked into a new folder in `parent`, which `remove()` removes.
  ///
  /// - Throws: `damaged` for an invalid take; `unsupported` for a refused archive; errors of reading and writing.
  package init(_ file: FilePath, unpackingIn parent: FilePath) throws(FileError) {
    self.file = file
    if try SharedTakeSource.isTake(file) {
      take = try TakeFile.read(file)
      (folder, kit, song, unpacked) = (file.directory, nil, nil, nil)
      try take.checkShared(file.shown)
      return
    }
    FileBytes.removeLeftovers(in: parent, prefix: TakeStore.importPrefix)
    let folder = try TakeStore.makeImportFolder(in: parent)
    do throws(FileError) {
      try ArchiveUnpacker.unpack(file, into: folder)
      take = try SharedTakeSource.take(in: folder, of: file)
    } catch {
      FileBytes.removeFolder(folder)
      throw error
    }
    song = SongInPack(in: folder, of: file)
    let kit = folder.appending(TakePack.kitName)
    (self.folder, unpacked) = (folder, folder)
    self.kit = kit.isFolder ? kit : nil
  }

  /// Returns whether the first bytes of a file are those of a take or of an archive.
  package static func isShared(_ file: FilePath) -> Bool {
    (try? isTake(file)) == true || KitSource.isArchive(file)
  }

  private static func isTake(_ file: FilePath) throws(FileError) -> Bool {
    let start = try RegularFile(file, otherwise: .unsupported).read(at: 0, count: 512)
    return start.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
  }

  private static func take(in folder: FilePath, of archive: FilePath) throws(FileError) -> Take {
    let path = folder.appending(TakePack.takeName)
    guard path.exists else {
      throw FileError(
        .unsupported, archive.shown,
        detail: "an archive without take.dub; drumdub takes pack makes one with it")
    }
    let subject = "\(archive.shown): \(TakePack.takeName.shown)"
    let take = try TakeFile.decode(try FileBytes.read(path, limit: TakeFile.largest), subject: subject)
    try take.checkShared(subject)
    return take
  }

  package func remove() { if let unpacked { FileBytes.removeFolder(unpacked) } }
}
