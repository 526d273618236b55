import AudioBase
import MusicLibrary
import Player

/// Keeps the data of the index about the tracks of the queue and of playlists, such as play counts.
extension LibraryController {
  /// The number of lookups that are remembered, many times the rows of a screen.
  private static let most = 2_000

  /// Returns what the index has of a track of the queue; nil if it does not have the track, or the track was not
  /// looked up yet.
  package func entry(of item: QueueItem) -> LibraryTrack? { queueEntries[located(item.location)] }

  /// Returns the rating of a track of the queue: that of the index, or that of the file if the index does not have it.
  package func rating(of item: QueueItem) -> TrackRating? {
    entry(of: item).map(\.rating) ?? item.tags?.rating
  }

  /// Returns what the index has of an entry of a playlist, as of a track of the queue.
  package func entry(of entry: PlaylistEntry) -> LibraryTrack? {
    entry.track.flatMap { queueEntries[located($0)] }
  }

  /// Whether the index was asked for a track for the first time and has not answered.
  package func awaits(_ track: TrackLocation) -> Bool {
    let track = located(track)
    return queueEntries[track] == nil && queueLookups.awaited.contains(track)
  }

  /// The number of tracks of the queue that were looked up; 0 after the index has changed.
  package var queueLookupCount: Int { queueLookups.all.count }

  /// Looks up the visible tracks of the queue that were not looked up yet. Called before each drawing.
  package func show(queue items: [QueueItem]) {
    lookUp(items.map(\.location).filter { $0.address == nil })
  }

  /// Looks up visible tracks that were not looked up yet.
  package func lookUp(_ tracks: [TrackLocation]) {
    guard stage == .ready else { return }
    var missing: [TrackLocation] = []
    for track in tracks.map(located) where !queueLookups.all.contains(track) && !missing.contains(track) {
      missing.append(track)
    }
    // Without need, nothing is changed: front ends observe it, and would be updated without end.
    if missing.isEmpty { return }
    queueLookups.all.formUnion(missing)
    queueLookups.awaited.formUnion(missing)
    service.findQueued(missing)
  }

  /// Stores what the index has of these tracks; nil for a track that it does not have.
  func receive(queued tracks: [TrackLocation: LibraryTrack?]) {
    if queueLookups.all.count > LibraryController.most {
      queueLookups.all = Set(tracks.keys)
      queueEntries = [:]
    }
    queueLookups.awaited.subtract(tracks.keys)
    var entries = queueEntries
    for (location, track) in tracks { entries[location] = track }
    if entries != queueEntries { queueEntries = entries }
  }

  /// Looks up the visible tracks of the queue and of playlists again at the next drawing. Until then the former values are shown.
  func refreshQueueEntries() { queueLookups.all = [] }
}
