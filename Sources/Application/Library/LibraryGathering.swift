import Player
import AudioBase
import MusicLibrary
import SystemBase

/// The tracks behind rows, to be found on another thread.
package struct LibraryGathering: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable {
    /// To be the queue, from the first on that is named.
    case replace
    case append
    case next
    /// Behind what plays, and played at once.
    case playNext
  }

  package struct Result: Hashable, Sendable {
    package var purpose: Purpose
    package var tracks: [QueueAddition] = []
    /// The one that is played, where it is there.
    package var start = 0
    /// More than a queue takes.
    package var leftOut = 0
    /// On drives that are not mounted.
    package var away = 0
    /// The one that was to be played is away.
    package var isStartAway = false
  }

  /// What a queue is given at a time: a longer one is no queue any more.
  package static let most = 10_000

  package var purpose: Purpose
  package var items: [LibraryListing.Item]
  /// The one of them that is played.
  package var start = 0

  package init(_ purpose: Purpose, _ items: [LibraryListing.Item], start: Int = 0) {
    (self.purpose, self.items, self.start) = (purpose, items, start)
  }

  func carryOut(_ store: LibraryStore) throws(LibraryError) -> Result {
    var result = Result(purpose: purpose)
    for (index, item) in items.enumerated() {
      if index == start { result.start = result.tracks.count }
      let away = result.away
      try add(item, to: &result, store)
      if index == start, result.away > away { result.isStartAway = true }
    }
    let extra = result.tracks.count - LibraryGathering.most
    if extra > 0 {
      result.tracks.removeLast(extra)
      result.leftOut += extra
    }
    result.start = min(result.start, max(result.tracks.count - 1, 0))
    return result
  }

  private func add(
    _ item: LibraryListing.Item, to result: inout Result, _ store: LibraryStore
  ) throws(LibraryError) {
    switch item {
    case .track(let id): try add([id], to: &result, store)
    case .entry(_, let entry): if let addition = try addition(entry, store) { result.tracks.append(addition) }
    case .place(let row): try add(row.place, to: &result, store)
    }
  }

  private func add(
    _ place: LibraryPlace, to result: inout Result, _ store: LibraryStore
  ) throws(LibraryError) {
    // An artist stands for the tracks, a place full of places for nothing.
    var place = place
    if case .artist(let id, let name) = place { place = .artistTracks(id, name: name) }
    if place.holdsNames || place == .root { return }
    let lists = LibraryLists(store: store, place: place, filter: "", kinds: [], within: nil)
    guard let listing = try lists.whole() else { return }
    for row in listing.rows { try add(row.place, to: &result, store) }
    try add(listing.tracks.ids[...], to: &result, store)
    for entry in listing.entries {
      if let addition = try addition(entry, store) { result.tracks.append(addition) }
    }
  }

  private func add(
    _ ids: ArraySlice<Int32>, to result: inout Result, _ store: LibraryStore
  ) throws(LibraryError) {
    let room = max(LibraryGathering.most - result.tracks.count, 0)
    result.leftOut += max(ids.count - room, 0)
    for track in try store.tracks(ids.prefix(room)) {
      if track.isAway {
        result.away += 1
      } else {
        result.tracks.append(QueueAddition(track.track))
      }
    }
  }

  private func addition(_ entry: PlaylistEntry, _ store: LibraryStore) throws(LibraryError) -> QueueAddition?
  {
    guard case .file(let path) = entry.location else { return nil }
    var known = try store.track(at: path, entry.section)
    if known == nil, entry.section != nil { known = try store.track(at: path) }
    return QueueAddition(path, hint: QueueItem.Hint(entry), track: known?.track)
  }
}
