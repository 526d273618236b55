import AudioBase
import SystemBase

/// The folder of song files. Each is named by the key of its track. Any thread.
package struct SongStore: Sendable {
  package let folder: FilePath

  package init(folder: FilePath) { self.folder = folder }

  package func path(of key: TrackKey) -> FilePath { folder.appending("\(key).json") }

  /// The keys of all stored songs.
  var keys: [TrackKey] {
    TakeStore(folder: folder).names(ending: ".json").compactMap { TrackKey($0.dropLast(5)) }
  }

  /// Returns the song of a track; nil if none is stored.
  package func song(of key: TrackKey) throws(FileError) -> Song? {
    do throws(FileError) {
      return try SongFile.read(path(of: key))
    } catch {
      if error.code == .notFound { return nil }
      throw error
    }
  }

  /// Reads the song of a track from its file, changes it and writes it back. Returns the changed song.
  ///
  /// - Throws: errors of writing. If the file exists and cannot be read, throws that error and keeps the file.
  @discardableResult
  package func change(_ key: TrackKey, _ change: (inout Song) -> Void) throws(FileError) -> Song {
    try FileBytes.makeFolder(folder, permissions: 0o700)
    return try FolderLock.hold(folder) { () throws(FileError) -> Song in
      let former = try song(of: key)
      var changed = former ?? Song()
      change(&changed)
      if changed != former ?? Song() { try AtomicFile.replace(path(of: key), with: SongFile.encode(changed)) }
      return changed
    }
  }
}
