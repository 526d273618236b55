import Player
import MusicLibrary
import SystemBase

/// What the library's threads tell the main thread.
package enum LibraryReport: Sendable {
  /// The index is open; whether it holds anything.
  case opened(isEmpty: Bool, LibraryNotice?)
  /// There is no index, and none was asked for.
  case absent
  case failed(LibraryError)
  case read(LibraryReader.Report)
  case progress(ScanProgress)
  /// A scan that was asked for has ended.
  case scanned(ScanReport)
  case watched(WatchNotice)
  /// Nil where the track is not in the library.
  case rated(LibraryTrack?)
  case played(LibraryTrack)
  /// The index's playlists have changed, or could not be.
  case playlists(LibraryMessage)
}
