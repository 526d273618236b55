import SystemBase

/// The song of a take in an archive.
package enum SongInPack: Hashable, Sendable {
  case song(Song)
  /// The file of the song cannot be read; the take is imported without the song.
  case unreadable(FileError)

  /// Reads the song of an unpacked archive. Returns nil if the archive has none.
  init?(in folder: FilePath, of archive: FilePath) {
    let path = folder.appending(TakePack.songName)
    guard path.exists else { return nil }
    do throws(FileError) {
      let bytes = try FileBytes.read(path, limit: SongFile.largest)
      self = .song(try SongFile.decode(bytes, subject: "\(archive.shown): \(TakePack.songName.shown)"))
    } catch {
      self = .unreadable(error)
    }
  }
}

/// The result of importing the song of a take.
package enum SongImport: Hashable, Sendable {
  /// The archive has no song, or all of its data is present already.
  case nothing
  /// The song was merged, and this number of marks was added.
  case added(marks: Int)
  case failed(FileError)
}

extension SongStore {
  /// Merges the song of an archive into the stored song of the track. Existing marks are kept.
  package func add(_ packed: SongInPack?, to track: SharedTrack) -> SongImport {
    switch packed {
    case nil: return .nothing
    case .unreadable(let error)?: return .failed(error)
    case .song(let song)?:
      var count = 0
      do throws(FileError) {
        try change(track.reference.key) { present in
          let edits = present.edits(adding: song.moved(to: track.reference, offset: track.offset))
          count = edits.count { if case .set = $0 { true } else { false } }
          present.apply(edits)
          if present.track == nil, present != Song() { present.track = track.reference }
        }
      } catch {
        return .failed(error)
      }
      return count == 0 ? .nothing : .added(marks: count)
    }
  }
}
