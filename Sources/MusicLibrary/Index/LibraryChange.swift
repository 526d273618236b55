import AudioBase
import SystemBase

/// One result of a scan. A batch of changes is one transaction.
package enum LibraryChange: Hashable, Sendable {
  /// The file is new or has changed; for a known path, rating, play count and the date of adding are kept.
  ///
  /// - damage: what is wrong with its sound; nil if nothing is.
  /// - isUnchanged: whether an earlier version of the tag reader has read the same file; its key is kept then.
  case read(TrackInfo, FileStamp, damage: String? = nil, isUnchanged: Bool = false)
  /// The file could not be read. It is stored with the reason and not read again until its stamp changes.
  case unreadable(FilePath, FileStamp, reason: String)
  /// The file was moved or renamed; its history is kept.
  case moved(from: FilePath, to: FilePath, FileStamp)
  case removed(FilePath)
  /// The drive of the folder is not mounted, or is mounted again. Its tracks are kept and shown as away.
  case away(folder: FilePath, Bool)
  /// The sound of a track was identified.
  case key(TrackLocation, TrackKey)
  /// The loudness of a track was measured.
  case loudness(TrackLocation, ReplayGain)
  /// A CUE sheet was read; nil if it no longer exists.
  case sheet(FilePath, FileStamp?)
}
