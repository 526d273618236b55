import SystemBase

/// A playlist of the index.
package struct PlaylistName: Hashable, Sendable {
  package let id: Int64
  package let name: String

  package init(id: Int64, name: String) { (self.id, self.name) = (id, name) }
}

/// Where one is in the library.
package enum LibraryPlace: Hashable, Sendable {
  case root
  case artists, albums, genres, folders, playlists, recentlyAdded, mostPlayed, allTracks
  /// An artist's albums.
  case artist(Int64, name: String)
  /// All that an artist plays, whatever the album.
  case artistTracks(Int64, name: String)
  case album(Int64, name: String)
  case genre(Int64, name: String)
  case folder(FilePath)
  case playlist(Int64, name: String)

  /// What the library opens with.
  package static let top: [LibraryPlace] = [
    .artists, .albums, .genres, .folders, .playlists, .recentlyAdded, .mostPlayed, .allTracks,
  ]

  /// Whether a filter narrows names here, and not tracks.
  var holdsNames: Bool {
    switch self {
    case .artists, .albums, .genres, .folders, .playlists, .artist: true
    default: false
    }
  }
}
