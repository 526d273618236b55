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

  /// Gives tracks the rating that a change makes of that of the first one, as one step. Returns those of the index. If it
  /// throws, no rating is changed, so that it can be repeated.
  func rate(
    _ tracks: [TrackLocation], _ change: RatingChange, at time: ChangeTime
  ) throws(LibraryError) -> [RatedTrack] {
    var (next, former) = (change, [Int32: TrackRating?]())
    var (ids, changes) = ([Int32](), [(step: Step.Change, assignment: RatingAssignment)]())
    for location in tracks {
      guard let track = try store.track(at: location), former[track.id] == nil else { continue }
      let rating = next.applied(to: track.rating)
      next = .to(rating)
      ids.append(track.id)
      former[track.id] = .some(track.rating)
      if rating != track.rating {
        changes.append(
          (
            Step.Change(track: location, former: track.rating, rating: rating),
            RatingAssignment(track.id, former: track.rating, rating: rating)
          ))
      }
    }
    let done = Set(try store.assign(changes.map(\.assignment)))
    let steps = changes.filter { done.contains($0.assignment) }.map(\.step)
    if !steps.isEmpty { histories.record(Step(changes: steps), at: time) }
    return rated(ids, former)
  }

  /// Undoes or redoes the newest change of ratings. A track that was rated elsewhere meanwhile is left alone.
  func turn(_ direction: UndoDirection, _ step: Step) throws(LibraryError) -> LibraryReport {
    var assignments: [RatingAssignment] = []
    for change in step.changes {
      let (from, to) =
        direction == .undo ? (change.rating, change.former) : (change.former, change.rating)
      guard let id = try store.id(of: change.track) else { continue }
      assignments.append(RatingAssignment(id, former: from, rating: to))
    }
    let done = try store.assign(assignments)
    histories.turn(\.ratings, direction, isDone: !done.isEmpty)
    var former: [Int32: TrackRating?] = [:]
    for assignment in done { former[assignment.track] = .some(assignment.former) }
    return .ratingsTurned(direction, rated(done.map(\.track), former))
  }

  /// Returns tracks with their former ratings. The change is written: an error of reading must not repeat it.
  private func rated(_ ids: [Int32], _ former: [Int32: TrackRating?]) -> [RatedTrack] {
    ((try? store.tracks(ids)) ?? []).map { RatedTrack($0, former: former[$0.id] ?? nil) }
  }
}
