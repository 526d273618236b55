import SystemBase

/// What a watcher has to say.
package enum WatchNotice: Hashable, Sendable {
  /// The index has been brought up to what is on the disk.
  case updated(ScanReport)
  /// The system has no more watches for folders: changes in some are seen at the next start only.
  case watchesRanOut(watched: Int)
  /// Changes that other machines make in this folder are seen at the next start only.
  case remote(FilePath)
  case failed(LibraryError)
}
