import AudioBase
import MusicLibrary
import MusicQuery
import Player

/// A column of the lists of tracks; the raw value is its name in settings and in the query language.
package enum LibraryColumn: String, Hashable, Sendable, CaseIterable {
  case title, artist, album, albumartist, genre, track, year, length, rating, played, bpm, codec, bitrate

  package static let standard: [LibraryColumn] = [.title, .artist, .album, .year, .length, .rating]

  /// The names of all columns, for help and errors.
  package static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// Parses names that are separated by commas; nil if one is unknown or given twice.
  package static func list(_ text: String) -> [LibraryColumn]? {
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
    let columns = names.compactMap {
      LibraryColumn(rawValue: $0.split(separator: " ").joined(separator: " ").lowercased())
    }
    return columns.count == names.count && Set(columns).count == columns.count ? columns : nil
  }

  /// The key that sorts by this column, which has the same name.
  package var field: SearchQuery.SortField { SearchQuery.SortField(rawValue: rawValue) ?? .title }
}

/// The columns of the lists of tracks and albums.
enum LibraryColumns {
  private enum RowKind { case tracks, albums, others }

  /// The height from which a list has titles above its columns.
  private static let least = 5

  private static func kind(_ level: LibraryLevel) -> RowKind {
    guard let listing = level.listing, listing.count > 0 else { return .others }
    if listing.tracks.count + listing.entries.count > 0 { return .tracks }
    return listing.rows.contains { if case .album = $0.place { true } else { false } } ? .albums : .others
  }

  /// Returns whether a list has tracks or entries of a playlist.
  static func hasTracks(_ level: LibraryLevel) -> Bool { kind(level) == .tracks }

  /// Returns the number of rows that a list shows in this height.
  static func rows(_ level: LibraryLevel?, height: Int) -> Int {
    let hasTitles = level.map { kind($0) != .others } ?? false && height >= least
    return max(height - (hasTitles ? 2 : 1), 0)
  }

  /// Returns whether a queue of this height has titles above its columns.
  static func hasTitles(height: Int) -> Bool { height >= least }

  /// Returns the columns of the queue as a list shows them.
  static func list(_ columns: [LibraryColumn]) -> [ListContent.Column] {
    columns.enumerated().map { $1.column(nil, place: $0) }
  }

  /// Returns all columns of a list in their order; none if the list has none or is too low for their titles.
  static func list(
    _ level: LibraryLevel, _ columns: [LibraryColumn], sort: [SearchQuery.SortTerm], rows: Int
  ) -> [ListContent.Column] {
    guard rows + 2 >= least else { return [] }
    switch kind(level) {
    case .others: return []
    case .tracks:
      return columns.enumerated().map { $1.column(sort.first, place: $0) }
    case .albums: return albums(sort.first)
    }
  }

  private static func albums(_ sort: SearchQuery.SortTerm?) -> [ListContent.Column] {
    [
      ListContent.Column("Album", least: 20, share: 3, rank: 0, direction: sort?.direction(.title, .album)),
      ListContent.Column(
        "Artist", least: 10, share: 2, rank: 1, direction: sort?.direction(.artist, .albumartist)),
      ListContent.Column("Year", least: 5, isTrailing: true, rank: 2, direction: sort?.direction(.year)),
      ListContent.Column("Tracks", least: 6, isTrailing: true, rank: 3),
    ]
  }

  /// Returns the texts of an album in its columns; none for another row.
  static func cells(_ row: LibraryRow) -> [String] {
    guard case .album = row.place else { return [] }
    return [
      LibraryText.name(row.place), row.detail ?? "", row.date ?? "",
      row.count.map { LibraryText.number($0) } ?? "",
    ]
  }
}

extension SearchQuery.SortTerm {
  /// Returns the direction of a column that shows fields; nil if it shows others.
  fileprivate func direction(_ fields: SearchQuery.SortField...) -> ListContent.Column.Direction? {
    fields.contains(field) ? isDescending ? .descending : .ascending : nil
  }
}

extension LibraryColumn {
  /// - Parameter place: the position among the columns, which ranks columns that have no rank of their own.
  fileprivate func column(_ sort: SearchQuery.SortTerm?, place: Int) -> ListContent.Column {
    let (title, least, share) = shape
    return ListContent.Column(
      title, least: least, share: share, isTrailing: share == 0 && self != .rating && self != .codec,
      rank: LibraryColumn.standardRanks[self] ?? 10 + place, direction: sort?.direction(field))
  }

  /// The order in which columns are kept when the list becomes narrow.
  private static let standardRanks: [LibraryColumn: Int] = [
    .title: 0, .length: 1, .artist: 2, .album: 3, .year: 4, .rating: 5,
  ]

  /// The title, the least width, and the share of the rest. Title, artist and length fit a list of 46 columns with numbers.
  private var shape: (title: String, least: Int, share: Int) {
    switch self {
    case .title: ("Title", 17, 3)
    case .artist: ("Artist", 10, 2)
    case .album: ("Album", 12, 2)
    case .albumartist: ("Album artist", 12, 2)
    case .genre: ("Genre", 8, 1)
    case .track: ("No.", 4, 0)
    case .year: ("Year", 5, 0)
    case .length: ("Length", 7, 0)
    case .rating: ("Rating", 7, 0)
    case .played: ("Plays", 6, 0)
    case .bpm: ("BPM", 5, 0)
    case .codec: ("Codec", 6, 0)
    case .bitrate: ("kbit/s", 7, 0)
    }
  }

  func text(_ entry: LibraryTrack) -> String {
    switch self {
    case .length: entry.isAway ? "away" : ShownText.clock(entry.track.duration)
    case .rating: LibraryText.stars(entry.rating) ?? ""
    case .played: entry.playCount > 0 ? LibraryText.number(entry.playCount) : ""
    case .title, .artist, .album, .albumartist, .genre, .track, .year, .bpm, .codec, .bitrate:
      text(entry.track)
    }
  }

  /// - Parameter entry: what the library has of the track; nil if it does not have it.
  func text(_ item: QueueItem, _ entry: LibraryTrack?) -> String {
    switch self {
    case .title: item.title
    case .artist: item.artist ?? ""
    case .length: ShownText.clock(item.duration)
    case .rating: LibraryText.stars(entry.map(\.rating) ?? item.tags?.rating) ?? ""
    case .played: entry.map { text($0) } ?? ""
    case .album, .albumartist, .genre, .track, .year, .bpm, .codec, .bitrate: text(item.tags ?? item.listed)
    }
  }

  /// Returns the text that the tags of a track have in this column; empty for what only the library has.
  private func text(_ track: TrackInfo) -> String {
    switch self {
    case .title: track.title ?? track.path.lastComponent.shown
    case .artist: track.artist ?? ""
    case .album: track.album ?? ""
    case .albumartist: track.albumArtist ?? ""
    case .genre: track.genre ?? ""
    case .track: track.numberText ?? ""
    case .year: track.date.map { String($0.prefix(4)) } ?? ""
    case .length: ShownText.clock(track.duration)
    case .bpm: track.bpm.map { String(Int($0.rounded())) } ?? ""
    case .codec: track.codec?.rawValue ?? ""
    case .bitrate: track.bitrate.map { String(($0 + 500) / 1_000) } ?? ""
    case .rating, .played: ""
    }
  }

  /// Whether the value comes from the library and not from the file.
  var isHistory: Bool { self == .rating || self == .played }

  /// - Parameter track: what the library has of the entry; nil if it does not have it.
  func text(_ entry: PlaylistEntry, _ track: LibraryTrack?) -> String {
    switch self {
    case .title: entry.title ?? track?.track.title ?? entry.location.name
    case .artist: entry.artist ?? track?.track.artist ?? ""
    case .length: length(entry, track)
    case .album, .albumartist, .genre, .track, .year, .rating, .played, .bpm, .codec, .bitrate:
      track.map { text($0) } ?? ""
    }
  }
  private func length(_ entry: PlaylistEntry, _ track: LibraryTrack?) -> String {
    if case .url = entry.location { return "address" }
    if entry.isMissing { return "missing" }
    return ShownText.clock(entry.duration ?? track?.track.duration)
  }
}
