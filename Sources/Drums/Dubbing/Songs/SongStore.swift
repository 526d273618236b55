import AudioBase
import SystemBase

/// The folder of songs, with a file for each track that has something of its own, by its key. Any thread.
package struct SongStore: Sendable {
  package let folder: FilePath

  package init(folder: FilePath) { self.folder = folder }

  package func path(of key: TrackKey) -> FilePath { folder.appending("\(key).json") }

  /// The keys of the songs that have files.
  var keys: [TrackKey] {
    TakeStore(folder: folder).names(ending: ".json").compactMap { TrackKey($0.dropLast(5)) }
  }

  /// Returns the song of a track; nil if nothing was stored for it.
  package func song(of key: TrackKey) throws(FileError) -> Song? {
    do throws(FileError) {
      return try SongFile.read(path(of: key))
    } catch {
      if error.code == .notFound { return nil }
      throw error
    }
  }

  /// Changes the song of a track in its file, as it is at this time. Returns the changed song.
  ///
  /// - Throws: the errors of writing, and that of a file which cannot be read and is therefore not replaced.
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
