import AudioBase
import MusicLibrary
import Observation
import Player
import SystemBase

/// What has become of the lists of the library.
package enum LibraryListEvent: Sendable {
  case answer(LibraryAnswer)
  /// The index has changed.
  ///
  /// - Parameter isOfTracks: whether tracks have, not only playlists.
  case changed(isOfTracks: Bool)
  /// A track was rated or played.
  ///
  /// - Parameter isRated: whether it was rated.
  case track(LibraryTrack, isRated: Bool)
  /// The track is to be selected in its list.
  case reveal(LibraryTrack)
  /// The tracks of the list that were asked for are in the queue.
  case queued
  /// Entries of playlists are as before a change, or as after it again.
  case turned
}

/// The lists of the library that a screen shows. Main thread.
@MainActor
package protocol LibraryListsReceiver: AnyObject {
  func receive(_ event: LibraryListEvent)
}

/// Scans the library, rates its tracks and changes its playlists. Main thread; no function waits.
@MainActor @Observable
package final class LibraryController {
  package enum Stage: Hashable, Sendable {
    /// No index is open.
    case closed
    case opening
    /// The library has no tracks: the user is asked for a folder.
    case empty
    case ready
  }

  package struct IndexChanges: Hashable, Sendable {
    package internal(set) var tracks = 0
    package internal(set) var playlists = 0
    package internal(set) var ratings = 0

    package init() {}
  }

  package struct Scans {
    /// Whether one runs that the user started.
    package internal(set) var isRunning = false
    /// Whether the folders were scanned after the start and are watched.
    var isWatched = false
    /// Folders to scan when the index is open.
    var folders: [FilePath]?
  }

  package internal(set) var stage = Stage.closed
  /// Whether the library panel is shown.
  package internal(set) var isShown = false
  /// The progress that is shown; nil if there is no scan or it is short.
  package internal(set) var progress: ScanProgress?
  /// The folder that is offered for the first scan, and whether it exists.
  package let suggestion: (folder: FilePath, exists: Bool)
  /// The entries of the index for tracks of the queue that were shown.
  var queueEntries: [TrackLocation: LibraryTrack] = [:]
  /// The tracks of the queue that were looked up for `queueEntries`, and those whose entries have not arrived yet.
  @ObservationIgnored var queueLookups: (all: Set<TrackLocation>, awaited: Set<TrackLocation>) = ([], [])
  /// The playlists of the index, while `followsPlaylists`.
  package internal(set) var savedPlaylists: [SavedPlaylist] = []
  /// Whether `savedPlaylists` is kept up to date.
  @ObservationIgnored package var followsPlaylists = false { didSet { listPlaylists() } }
  @ObservationIgnored package internal(set) var indexChanges = IndexChanges()
  /// The lists that a screen shows; nil without a screen.
  @ObservationIgnored package weak var lists: (any LibraryListsReceiver)?
  /// Receives what the library knows of a track whose tags are shown; nil if it does not have the track.
  @ObservationIgnored package var onFound: (LibraryTrack?, TrackLocation) -> Void = { _, _ in }
  /// Receives each track that was rated in the player, with its former rating.
  @ObservationIgnored package var onRated: (LibraryTrack, _ former: TrackRating?) -> Void = { _, _ in }
  /// Receives that a change could not be written, or was written since.
  @ObservationIgnored package var onWritten: (FileSaver.Event) -> Void = { _ in }
  @ObservationIgnored package var onNotice: (LibraryMessage) -> Void = { _ in }
  @ObservationIgnored package let model: PlayerModel
  @ObservationIgnored package let service: any LibraryServing
  /// The folder that relative paths start from.
  @ObservationIgnored let folder: FilePath
  @ObservationIgnored private var plays = PlayReports()
  @ObservationIgnored package internal(set) var scans = Scans()

  package init(
    model: PlayerModel, service: any LibraryServing, reports: MainThreadChannel<LibraryReport>,
    suggestion: FilePath, hasSuggestion: Bool, folder: FilePath = FilePath("")
  ) {
    (self.model, self.service, self.folder) = (model, service, folder)
    self.suggestion = (suggestion, hasSuggestion)
    reports.receive = { [weak self] in self?.receive($0) }
  }

  // MARK: Opening

  /// Notes that the index is being opened. A report follows.
  package func willOpen() { stage = .opening }

  /// Shows the panel, even without a library.
  package func show() {
    isShown = true
    if stage == .closed { stage = .empty }
  }

  package func notify(_ message: LibraryMessage) { onNotice(message) }

  // MARK: Plays

  /// When `followPlay` must be called next; nil if only events can change the result.
  package var nextPlayUpdate: HostTime? { plays.nextUpdate }

  /// Follows what plays, and adds a play to the index when enough of a track was heard. Called after each event, and at
  /// `nextPlayUpdate`. Streams of the network have no plays.
  ///
  /// - Returns: the stages that the play of the current track has reached, and when it began in seconds since 1970.
  package func followPlay(now: HostTime = .now) -> (stages: [PlayStage], start: Int) {
    let (stages, age) = plays.update(model, now: now)
    if stages.isEmpty { return ([], 0) }
    let start = Timestamp.now - Int(age)
    if stages.contains(.heard), let item = model.nowPlaying, item.location.address == nil {
      var track = item.described
      track.location = located(track.location)
      service.countPlay(track, at: Int64(start))
    }
    return (stages, start)
  }
}
