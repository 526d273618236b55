import MusicLibrary
import SystemBase

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
