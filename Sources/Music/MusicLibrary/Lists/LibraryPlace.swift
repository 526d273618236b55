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
  /// The albums of an artist.
  case artist(Int64, name: String)
  /// All tracks of an artist.
  case artistTracks(Int64, name: String)
  case album(Int64, name: String)
  case genre(Int64, name: String)
  case folder(FilePath)
  case playlist(Int64, name: String)
  /// A playlist in a folder of the library.
  case playlistFile(FilePath)

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
    }
  }

  /// Whether the filter applies to names instead of tracks.
  package var holdsNames: Bool {
    switch self {
    case .artists, .albums, .genres, .folders, .playlists, .artist: true
    default: false
    }
  }
}
