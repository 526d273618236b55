import AudioBase
import SystemBase

/// The song of a take in an archive.
package enum SongInPack: Hashable, Sendable {
  case song(Song)
  /// Its file cannot be read; the take is imported without it.
  case unreadable(FileError)

  /// Reads the song of an unpacked archive; nil if it has none.
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

/// What an import has made of the song of a take.
package enum SongImport: Hashable, Sendable {
  /// There was none, or nothing of it was missing here.
  case nothing
  /// So many marks were added.
  case added(marks: Int)
  case failed(FileError)
}

extension SongStore {
  /// Adds what a pack has brought of a song to that of its track here. Marks of one's own stay as they are.
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
