import AudioBase
import MusicLibrary
import SystemBase

/// Rates tracks of the index. Blocks on the index; one thread at a time.
struct RatingEditor {
  /// A change that can be undone. Tracks whose rating it has not changed are left out.
  struct Step: Sendable {
    struct Change: Sendable {
      let track: TrackLocation
      let former, rating: TrackRating?
    }

    let changes: [Change]
  }

  private let store: LibraryStore
  private let histories: PlaylistHistories

  init(_ store: LibraryStore, _ histories: PlaylistHistories) {
    (self.store, self.histories) = (store, histories)
  }

  /// Gives tracks the rating that a change makes of that of the first one, as one step. Returns those of the index.
  func rate(
    _ tracks: [TrackLocation], _ change: RatingChange, at time: ChangeTime
  ) throws(LibraryError) -> [RatedTrack] {
    var (next, rated, changes) = (change, [RatedTrack](), [Step.Change]())
    for location in tracks {
      guard let track = try store.track(at: location) else { continue }
      let rating = next.applied(to: track.rating)
      next = .to(rating)
      rated += try set(rating, track)
      if rating != track.rating {
        changes.append(Step.Change(track: location, former: track.rating, rating: rating))
      }
    }
    if !changes.isEmpty { histories.record(Step(changes: changes), at: time) }
    return rated
  }

  /// Undoes or redoes the newest change of ratings. A track that was rated elsewhere meanwhile is left alone.
  func turn(_ direction: UndoDirection, _ step: Step) throws(LibraryError) -> LibraryReport {
    var rated: [RatedTrack] = []
    for change in step.changes {
      let (from, to) =
        direction == .undo ? (change.rating, change.former) : (change.former, change.rating)
      guard let track = try store.track(at: change.track), track.rating == from else { continue }
      rated += try set(to, track)
    }
    histories.turnRatings(direction, isDone: !rated.isEmpty)
    return .ratingsTurned(direction, rated)
  }

  private func set(_ rating: TrackRating?, _ track: LibraryTrack) throws(LibraryError) -> [RatedTrack] {
    try store.setRating(rating, of: track.id)
    // The change is written: an error of reading must not repeat it.
    guard let now = (try? store.tracks([track.id]))?.first else { return [] }
    return [RatedTrack(now, former: track.rating)]
  }
}
