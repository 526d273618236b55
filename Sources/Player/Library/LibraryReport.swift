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

/// What there is to be told of the library.
package enum LibraryMessage: Hashable, Sendable {
  case failed(LibraryError)
  case madeAnew(LibraryNotice)
  case scanned(ScanReport)
  case unreadable(ScanReport.Unreadable)
  case folder(FileError)
  /// What cannot be watched.
  case watched(WatchNotice)
  /// Tracks that are the queue now, and the ones left out.
  case queue(count: Int, leftOut: Int, away: Int)
  case added(count: Int, isNext: Bool, away: Int)
  case nothingToAdd
  case away(count: Int)
  case rated(title: String, Int?)
  case notInLibrary
  case noFolders
  case playlistSaved(String)
  case playlistDeleted(String)
  case playlistRenamed(from: String, to: String)
  /// The name is another one's, or the playlist has gone.
  case playlistNotRenamed(to: String)

  var isProblem: Bool {
    switch self {
    case .failed, .madeAnew, .folder, .watched: true
    default: false
    }
  }
}
