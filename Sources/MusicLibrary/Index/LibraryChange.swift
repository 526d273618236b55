import AudioBase
import SystemBase

/// One thing that a scan found, for the index to take in. A batch of them is one transaction.
package enum LibraryChange: Hashable, Sendable {
  /// New, or changed: rating, play counts and the date of adding stay with a path that is known already.
  case read(TrackInfo, FileStamp)
  /// Kept in the index with the reason, and not read again until its stamp changes.
  case unreadable(FilePath, FileStamp, reason: String)
  /// The same file under another name: its history goes with it.
  case moved(from: FilePath, to: FilePath, FileStamp)
  case removed(FilePath)
  /// The drive that holds the folder is not mounted (or is again): its tracks stay, and are shown as away.
  case away(folder: FilePath, Bool)
  /// The sound of a track was identified.
  case key(TrackLocation, TrackKey)
  /// The loudness of a track was measured.
  case loudness(TrackLocation, ReplayGain)
  /// A sheet beside the music that has been read; nil where it has gone.
  case sheet(FilePath, FileStamp?)
}
