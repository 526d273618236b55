import SystemBase

/// What a scan has found and done.
package struct ScanReport: Hashable, Sendable {
  package struct Unreadable: Hashable, Sendable {
    package var path: FilePath
    package var reason: String

    package init(path: FilePath, reason: String) {
      self.path = path
      self.reason = reason
    }
  }

  /// Seen on the disk.
  package var files = 0
  package var added = 0
  package var changed = 0
  package var moved = 0
  package var removed = 0
  package var unchanged = 0
  /// On drives that are not mounted.
  package var away = 0
  /// What was on a drive that was not mounted may be there again.
  package var mayHaveReturned = false
  /// All that are known below the folders, those that an earlier scan found too.
  package var unreadable: [Unreadable] = []
  package var seconds = 0.0
  /// Tracks whose loudness was measured behind the scan; nil where nobody asked for that.
  package var measured: Int?
  /// Those whose loudness could not be.
  package var unmeasured: [Unreadable] = []
  /// Of the folders asked for: those that are not there and never were, or cannot be looked into.
  package var failures: [FileError] = []
  /// What could not be looked into on the way; what is known of it stays.
  package var unseen: [FileError] = []
  /// It was told to stop before its end: what was done by then is kept.
  package var wasCancelled = false

  package init() {}
}
