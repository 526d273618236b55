import AudioBase

/// Values of tags of the whole index.
extension LibraryStore {
  /// A tag whose values are listed.
  package enum TagField: Hashable, Sendable {
    case artist, albumArtist, album, title, genre, date, disc
    case other(OtherTag)

    /// The values as one text: see `ListText`.
    fileprivate var sql: String {
      switch self {
      case .artist: "coalesce(artists, artist, '')"
      case .albumArtist: "coalesce(album_artist, '')"
      case .album: "coalesce(album, '')"
      case .title: "coalesce(title, '')"
      case .genre: "coalesce(genres, genre, '')"
      case .date: "coalesce(date, '')"
      case .disc: "coalesce(disc_number, '')"
      case .other(let tag): OtherTagText.values(tag)
      }
    }
  }

  /// Separates the texts of the fields; no tag has control characters.
  private static let separator: Character = "\u{1E}"

  /// Returns the values of tags of all tracks, each combination once, in no order. A track may have several values of a
  /// tag, or none. Albums are those of the tags, as in MPD's protocol, and not those of `AlbumRule`.
  package func tagValues(_ fields: [TagField]) throws(LibraryError) -> [[[String]]] {
    if fields.isEmpty { return [] }
    let text = fields.map(\.sql).joined(separator: " || char(30) || ")
    return try all("SELECT DISTINCT \(sql: text) FROM tracks") { row in
      (row.value() as String)
        .split(separator: LibraryStore.separator, omittingEmptySubsequences: false)
        .map { $0.isEmpty ? [] : ListText.values(String($0)) }
    }
  }

  /// Returns the duration of all tracks in seconds.
  package func totalDuration() throws(LibraryError) -> Double {
    try first("SELECT CAST(coalesce(sum(duration), 0) AS INTEGER) FROM tracks") { $0.value() } ?? 0
  }
}
