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

  /// The rows of the root.
  package static let top: [LibraryPlace] = [
    .artists, .albums, .genres, .folders, .playlists, .recentlyAdded, .recentlyPlayed, .mostPlayed, .unrated,
    .allTracks,
  ]

  /// Whether the filter applies to names instead of tracks.
  var holdsNames: Bool {
    switch self {
    case .artists, .albums, .genres, .folders, .playlists, .artist: true
    default: false
    }
  }
}
