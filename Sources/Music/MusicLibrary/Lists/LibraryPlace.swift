import AudioBase
import SystemBase

/// A playlist of the index.
package struct PlaylistName: Hashable, Sendable {
  package let id: Int64
  package let name: String

  package init(id: Int64, name: String) { (self.id, self.name) = (id, name) }
}

/// A place in the library, with a list of its own.
package enum LibraryPlace: Hashable, Sendable {
  case root
  case artists, albums, genres, folders, playlists, recentlyAdded, recentlyPlayed, mostPlayed, unrated,
    allTracks
  case artist(Int64, name: String)
  case artistTracks(Int64, name: String)
  case album(Int64, name: String)
  case genre(Int64, name: String)
  case folder(FilePath)
  case playlist(Int64, name: String)
  /// A playlist in a folder of the library.
  case playlistFile(FilePath)
  /// One of the linked lists, below the selected rows of those before it: genres, artists and albums.
  case linked(LinkedList, below: [LibraryPlace])
  /// The tracks that all of these genres, artists and albums have.
  case within([LibraryPlace])

  /// The rows of the root.
  package static let top: [LibraryPlace] = [
    .artists, .albums, .genres, .folders, .playlists, .recentlyAdded, .recentlyPlayed, .mostPlayed, .unrated,
    .allTracks,
  ]

  /// The kind of list that has an order of its own.
  package enum Kind: Hashable, Sendable {
    case albums, artist, artistTracks, album, genre, folder, playlist, recentlyAdded, recentlyPlayed,
      mostPlayed, unrated
    /// All tracks, and what a search in the whole library finds.
    case allTracks
    /// Names, which have one order only.
    case names
  }

  package var kind: Kind {
    switch self {
    case .root, .allTracks: .allTracks
    case .artists, .genres, .folders, .playlists: .names
    case .albums: .albums
    case .recentlyAdded: .recentlyAdded
    case .recentlyPlayed: .recentlyPlayed
    case .mostPlayed: .mostPlayed
    case .unrated: .unrated
    case .artist: .artist
    case .artistTracks: .artistTracks
    case .album: .album
    case .genre: .genre
    case .folder: .folder
    case .playlist, .playlistFile: .playlist
    case .linked(.genre, _), .linked(.artist, _): .names
    case .linked(.album, _): .albums
    case .linked(.tracks, let places), .within(let places):
      places.contains(where: \.isAlbum) ? .album : .allTracks
    }
  }

  private var isAlbum: Bool { if case .album = self { true } else { false } }

  /// Whether it is an artist, whose name its albums need not repeat.
  var isArtist: Bool { if case .artist = self { true } else { false } }

  /// Whether the filter applies to names instead of tracks.
  package var holdsNames: Bool {
    switch self {
    case .artists, .albums, .genres, .folders, .playlists, .artist: true
    case .linked(let list, _): list != .tracks
    default: false
    }
  }
}

/// A row that opens another list.
package struct LibraryRow: Hashable, Sendable {
  package var place: LibraryPlace
  /// The end of the path of its folder, which other rows of the same name do not have; nil for a name that is unique.
  package var folder: String?
  package var detail: String?
  package var date: String?
  /// The number of tracks.
  package var count: Int?

  package init(
    _ place: LibraryPlace, folder: String? = nil, detail: String? = nil, date: String? = nil,
    count: Int? = nil
  ) {
    (self.place, self.folder, self.detail, self.date, self.count) = (place, folder, detail, date, count)
  }
}

/// The content of a place: places, then track ids, then entries of a playlist.
package struct LibraryListing: Hashable, Sendable {
  package var rows: [LibraryRow] = []
  package var tracks = TrackList()
  package var entries: [PlaylistEntry] = []
  /// The number of entries whose files do not exist.
  package var missing = 0
  /// The reason why the playlist cannot be read; nil if it can.
  package var failure: FileError?
  /// Whether the listing is complete; false for the first results of a search, which need not be in order.
  package var isWhole = true

  package init(rows: [LibraryRow] = [], tracks: TrackList = TrackList(), entries: [PlaylistEntry] = []) {
    (self.rows, self.tracks, self.entries) = (rows, tracks, entries)
    missing = entries.count(where: \.isMissing)
  }

  package var count: Int { rows.count + tracks.count + entries.count }

  package enum Item: Hashable, Sendable {
    case place(LibraryRow)
    case track(Int32)
    /// An entry with its index, because a playlist may contain a file twice.
    case entry(Int, PlaylistEntry)
  }

  package var items: [Item] { (0..<count).compactMap(item) }

  /// Returns a row by its index, from 0.
  package func item(_ index: Int) -> Item? {
    var index = index
    if index < 0 { return nil }
    if index < rows.count { return .place(rows[index]) }
    index -= rows.count
    if index < tracks.count { return .track(tracks.ids[index]) }
    index -= tracks.count
    return index < entries.count ? .entry(index, entries[index]) : nil
  }

  /// Returns the row of a track, or of the first entry of a playlist that is the track.
  package func index(of track: LibraryTrack) -> Int? {
    index(of: .track(track.id))
      ?? entries.firstIndex { $0.track == track.track.location }.map { $0 + rows.count + tracks.count }
  }

  package func index(of item: Item) -> Int? {
    switch item {
    case .place(let row): rows.firstIndex { $0.place == row.place }
    case .track(let id): tracks.ids.firstIndex(of: id).map { $0 + rows.count }
    case .entry(let index, let entry):
      entries.indices.contains(index) && entries[index].location == entry.location
        ? index + rows.count + tracks.count : nil
    }
  }
}

/// One of the linked lists, each of which has what is below the selected row of the list before it: the names of a tag, or
/// tracks. The raw value is its name in settings.
package enum LinkedList: String, Hashable, Sendable, CaseIterable {
  case genre, artist, album, tracks

  package static let standard: [LinkedList] = [.genre, .artist, .album, .tracks]
  private static let counts = 2...4

  /// The names of all lists, for help and errors.
  package static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// Parses two to four names that are separated by commas; nil if one is unknown or given twice, or if tracks are not last.
  package static func lists(_ text: String) -> [LinkedList]? {
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
    let lists = names.compactMap { LinkedList(rawValue: $0.filter { $0 != " " }.lowercased()) }
    guard lists.count == names.count, Set(lists).count == lists.count, counts.contains(lists.count),
      !lists.dropLast().contains(.tracks)
    else { return nil }
    return lists
  }
}
