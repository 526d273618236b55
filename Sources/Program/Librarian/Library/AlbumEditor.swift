import MusicLibrary
import MusicQuery
import SystemBase

/// A change of albums, of the tracks of rows.
package enum AlbumEdit: Hashable, Sendable {
  /// Joins the tracks to one album. `title`: nil for the title that all of their albums have.
  case join([LibraryListing.Item], title: String?)
  /// Undoes joins. Without any, makes an album of each folder, or of each artist if there is one folder.
  case split([LibraryListing.Item])
}

package enum AlbumChange: Hashable, Sendable { case joined, split }

/// Joins and splits albums of the index, and returns what is reported. Blocks on the index; one thread at a time.
package struct AlbumEditor {
  /// A change that can be undone.
  struct Step: Sendable {
    let change: AlbumChange
    let title: String
    let assignments: [AlbumAssignment]
  }

  private let store: LibraryStore
  private let histories: PlaylistHistories

  init(_ store: LibraryStore, _ histories: PlaylistHistories) {
    (self.store, self.histories) = (store, histories)
  }

  package func apply(_ edit: AlbumEdit, at time: ChangeTime = .now()) throws(LibraryError) -> LibraryReport {
    switch edit {
    case .join(let items, let title): try join(try tracks(of: items), title, at: time)
    case .split(let items): try split(try tracks(of: items), at: time)
    }
  }

  /// Undoes or redoes the newest change of albums.
  func turn(_ direction: UndoDirection, _ step: Step) throws(LibraryError) -> LibraryReport {
    let assignments = direction == .undo ? step.assignments.map(\.inverse) : step.assignments
    let isDone = try !store.assign(assignments).isEmpty
    histories.turn(\.albums, direction, isDone: isDone)
    return .albums(isDone ? .turned(direction, step.title, step.change) : .overtaken(step.title))
  }

  private func join(
    _ tracks: [AlbumTrack], _ title: String?, at time: ChangeTime
  ) throws(LibraryError) -> LibraryReport {
    if tracks.count < 2 { return .albums(.nothingToJoin) }
    guard let title = title ?? AlbumEditor.commonTitle(tracks) else { return .albums(.titlesDiffer) }
    let isOne = Set(tracks.map(\.album)).count == 1
    if isOne, tracks.allSatisfy({ $0.title == title }) { return .albums(.alreadyJoined(title)) }
    let choice = AlbumChoice.new(title)
    try change(.joined, title, tracks.map { AlbumAssignment($0, choice) }, at: time)
    return .albums(.joined(title, count: tracks.count))
  }

  private func split(_ tracks: [AlbumTrack], at time: ChangeTime) throws(LibraryError) -> LibraryReport {
    let tracks = tracks.filter { $0.album != nil }
    guard let title = tracks.first?.title else { return .albums(.noAlbum) }
    let chosen = tracks.filter { $0.choice != nil }
    let assignments =
      chosen.isEmpty
      ? Dictionary(grouping: tracks, by: \.album).values.flatMap(AlbumEditor.parts)
      : chosen.map { AlbumAssignment($0, nil) }
    if assignments.isEmpty { return .albums(.notSplit(title)) }
    try change(.split, title, assignments, at: time)
    // The change is written: an error of reading must not repeat it.
    let after = (try? store.albumTracks(tracks.map(\.id))) ?? []
    return .albums(.split(title, albums: Set(after.map(\.album)).count))
  }

  private func change(
    _ change: AlbumChange, _ title: String, _ assignments: [AlbumAssignment], at time: ChangeTime
  ) throws(LibraryError) {
    let done = try store.assign(assignments)
    if !done.isEmpty { histories.record(Step(change: change, title: title, assignments: done), at: time) }
  }

  /// Returns the changes that separate the folders of an album, else its artists. The largest part stays as it is.
  private static func parts(_ album: [AlbumTrack]) -> [AlbumAssignment] {
    let folders = Array(Dictionary(grouping: album, by: \.folder).values)
    let parts = folders.count > 1 ? folders : Array(Dictionary(grouping: album, by: \.artist).values)
    let sorted = parts.sorted { ($1.count, $0[0].id) < ($0.count, $1[0].id) }
    return sorted.dropFirst().flatMap { part in
      let choice = AlbumChoice.new(part[0].title ?? "")
      return part.map { AlbumAssignment($0, choice) }
    }
  }

  /// Returns the title of the albums, if all that have one have the same, in any case of letters.
  private static func commonTitle(_ tracks: [AlbumTrack]) -> String? {
    let titles = tracks.compactMap(\.title)
    return Set(titles.map { FoldedText.bytes($0) }).count == 1 ? titles.first : nil
  }

  /// Returns the tracks of rows, also those on drives that are not mounted, each once.
  private func tracks(of items: [LibraryListing.Item]) throws(LibraryError) -> [AlbumTrack] {
    var (ids, seen): ([Int32], Set<Int32>) = ([], [])
    for item in items {
      for id in try self.ids(of: item) where seen.insert(id).inserted { ids.append(id) }
    }
    return try store.albumTracks(ids)
  }

  private func ids(of item: LibraryListing.Item) throws(LibraryError) -> [Int32] {
    switch item {
    case .track(let id): return [id]
    case .entry(_, let entry):
      guard let location = entry.track, let id = try store.id(of: location) else { return [] }
      return [id]
    case .place(let row):
      var place = row.place
      if case .artist(let id, let name) = place { place = .artistTracks(id, name: name) }
      if place.holdsNames || place == .root { return [] }
      guard let listing = try LibraryLists(store: store, place: place, filter: "", within: nil).whole() else {
        return []
      }
      var ids: [Int32] = []
      for item in listing.items { ids += try self.ids(of: item) }
      return ids
    }
  }
}
