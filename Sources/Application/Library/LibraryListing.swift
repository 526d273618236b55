import AudioBase
import MusicLibrary

/// A row that leads to other rows.
package struct LibraryRow: Hashable, Sendable {
  package var place: LibraryPlace
  package var detail: String?
  package var date: String?
  /// Of tracks.
  package var count: Int?

  package init(_ place: LibraryPlace, detail: String? = nil, date: String? = nil, count: Int? = nil) {
    self.place = place
    self.detail = detail
    self.date = date
    self.count = count
  }
}

/// What a place holds: places, then tracks by their ids, then a playlist's entries.
package struct LibraryListing: Hashable, Sendable {
  package var rows: [LibraryRow] = []
  package var tracks = TrackList()
  package var entries: [PlaylistEntry] = []
  /// False for the first ones that were found, in no order: the whole is on its way.
  package var isWhole = true

  package init(rows: [LibraryRow] = [], tracks: TrackList = TrackList(), entries: [PlaylistEntry] = []) {
    self.rows = rows
    self.tracks = tracks
    self.entries = entries
  }

  package var count: Int { rows.count + tracks.count + entries.count }

  /// One of its rows.
  package enum Item: Hashable, Sendable {
    case place(LibraryRow)
    case track(Int32)
    /// With its place among the entries: the same file may be there twice.
    case entry(Int, PlaylistEntry)
  }

  /// - Parameter index: of all rows, from 0.
  package func item(_ index: Int) -> Item? {
    var index = index
    if index < 0 { return nil }
    if index < rows.count { return .place(rows[index]) }
    index -= rows.count
    if index < tracks.count { return .track(tracks.ids[index]) }
    index -= tracks.count
    return index < entries.count ? .entry(index, entries[index]) : nil
  }

  func index(of item: Item) -> Int? {
    switch item {
    case .place(let row): rows.firstIndex { $0.place == row.place }
    case .track(let id): tracks.ids.firstIndex(of: id).map { $0 + rows.count }
    case .entry(let index, let entry):
      entries.indices.contains(index) && entries[index].location == entry.location
        ? index + rows.count + tracks.count : nil
    }
  }
}
