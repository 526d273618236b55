import AudioBase
import MusicLibrary
import Player

/// A request for the tracks of rows, which another thread looks up for the queue, or to be rated.
package struct LibraryTracksRequest: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable {
    /// Replaces the queue and plays from `start`.
    case replace
    case append
    case next
    /// Inserts behind the current track and plays at once.
    case playNext
    /// Rates them, and leaves the queue as it is.
    case rate(RatingChange)
  }

  package struct Result: Hashable, Sendable {
    package var purpose: Purpose
    package var tracks: [QueueAddition] = []
    /// The index of the track that is played.
    package var start = 0
    /// The number of tracks beyond `most`.
    package var leftOut = 0
    /// The number of tracks on drives that are not mounted.
    package var away = 0
    /// Whether the track that was to be played is away.
    package var isStartAway = false
    /// The tracks that were added, for a union.
    var added: Set<Int32> = []
  }

  package static let most = QueueAddition.most

  package var purpose: Purpose
  package var items: [LibraryListing.Item]
  /// The index of the item that is played.
  package var start = 0
  /// The album whose tracks the items are: they get its order, however the list is sorted.
  package var album: LibraryPlace?
  /// Whether a track that several items have is added once.
  package var isUnion = false
  /// The number of further rows, which a queue does not take.
  package var leftOut = 0

  package init(
    _ purpose: Purpose, _ items: [LibraryListing.Item], start: Int = 0, album: LibraryPlace? = nil
  ) {
    (self.purpose, self.items, self.start, self.album) = (purpose, items, start, album)
  }

  func carryOut(_ store: LibraryStore) throws(LibraryError) -> Result {
    var result = Result(purpose: purpose)
    result.leftOut = leftOut
    let (items, start) = try ordered(store)
    for (index, item) in items.enumerated() {
      if index == start { result.start = result.tracks.count }
      let away = result.away
      try add(item, to: &result, store)
      if index == start, result.away > away { result.isStartAway = true }
    }
    let extra = result.tracks.count - LibraryTracksRequest.most
    if extra > 0 {
      result.tracks.removeLast(extra)
      result.leftOut += extra
    }
    result.start = min(result.start, max(result.tracks.count - 1, 0))
    return result
  }

  /// Returns the items in queue order, and the index of the item to play: those of an album in the order of its tracks.
  private func ordered(_ store: LibraryStore) throws(LibraryError) -> ([LibraryListing.Item], Int) {
    guard let album, items.count > 1, items.indices.contains(start) else { return (items, start) }
    let lists = LibraryLists(store: store, place: album, filter: "", within: nil)
    let own = try lists.whole()?.items ?? []
    let places = Dictionary(own.enumerated().map { ($1, $0) }) { first, _ in first }
    let order = items.indices.sorted { left, right in
      (places[items[left]] ?? .max, left) < (places[items[right]] ?? .max, right)
    }
    return (order.map { items[$0] }, order.firstIndex(of: start) ?? 0)
  }

  /// Returns the rows as entries of a playlist; those on drives that are not mounted too.
  func playlistEntries(_ store: LibraryStore) throws(LibraryError) -> [PlaylistEntry] {
    var entries: [PlaylistEntry] = []
    for item in items {
      switch item {
      case .entry(_, let entry): entries.append(entry)
      case .track(let id): entries += try store.tracks([id]).map { PlaylistEntry($0.track) }
      case .place:
        let part = try LibraryTracksRequest(.append, [item]).carryOut(store)
        entries += part.tracks.map { PlaylistEntry($0.tags ?? $0.listed) }
      }
    }
    return entries
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
    // An artist stands for all tracks; a place that lists only places stands for none.
    var place = place
    if case .artist(let id, let name) = place { place = .artistTracks(id, name: name) }
    if place.holdsNames || place == .root { return }
    let lists = LibraryLists(store: store, place: place, filter: "", within: nil)
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
    var ids = ids
    if isUnion {
      ids = ids.filter { !result.added.contains($0) }[...]
      result.added.formUnion(ids)
    }
    let room = max(LibraryTracksRequest.most - result.tracks.count, 0)
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
    guard let location = entry.track else { return nil }
    var known = try store.track(at: location)
    if known == nil, entry.section != nil { known = try store.track(at: TrackLocation(path: location.path)) }
    var addition = QueueAddition(listed: TrackInfo(entry, at: location.path), tags: known?.track)
    addition.isMissing = entry.isMissing
    return addition
  }
}
