import AudioBase

/// The kinds of things that have stickers: songs, playlists, filters, and the values of a tag, such as artists and albums.
///
/// Source: MPD's documentation, The music player daemon protocol, section Stickers.
package enum MPDStickerType: Hashable, Sendable {
  case song, playlist, filter
  case tag(MPDTag)

  static let all: [MPDStickerType] = [.song, .playlist, .filter] + MPDTag.allCases.map(MPDStickerType.tag)

  package var name: String {
    switch self {
    case .song: "song"
    case .playlist: "playlist"
    case .filter: "filter"
    case .tag(let tag): tag.rawValue
    }
  }

  /// Finds the type of a name; the case of tags is ignored.
  package init?(name: String) {
    switch name {
    case "song": self = .song
    case "playlist": self = .playlist
    case "filter": self = .filter
    default:
      guard let tag = MPDTag(name: name) else { return nil }
      self = .tag(tag)
    }
  }
}

/// What has stickers.
package enum MPDStickerSubject: Hashable, Sendable {
  case song(TrackLocation)
  /// A playlist by its name, a filter as it is written, or a value of a tag.
  case named(MPDStickerType, String)

  package var type: MPDStickerType {
    switch self {
    case .song: .song
    case .named(let type, _): type
    }
  }
}
