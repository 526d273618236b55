/// Values of tags of the whole index.
extension LibraryStore {
  /// A tag whose values are listed.
  package enum TagField: Hashable, Sendable {
    case artist, albumArtist, album, genre, date, disc

    /// The values as one text: see `ListText`.
    fileprivate var sql: String {
      switch self {
      case .artist: "coalesce(artists, artist, '')"
      case .albumArtist: "coalesce(album_artist, '')"
      case .album: "coalesce(album, '')"
      case .genre: "coalesce(genres, genre, '')"
      case .date: "coalesce(date, '')"
      case .disc: "coalesce(disc_number, '')"
      }
    }
  }

  /// Separates the texts of the fields; no tag has control characters.
  private static let separator: Character = "\u{1E}"

  /// Returns the values of tags of all tracks, each combination once, in no order. A track may have several values of a
  /// tag, or none.
  package func tagValues(_ fields: [TagField]) throws(LibraryError) -> [[[String]]] {
    if fields.isEmpty { return [] }
    return try read { connection throws(LibraryError) in
      let text = fields.map(\.sql).joined(separator: " || char(30) || ")
      return try connection.prepare("SELECT DISTINCT \(text) FROM tracks").all { row in
        let texts = (row.text(OnlyColumn.value) ?? "")
          .split(separator: LibraryStore.separator, omittingEmptySubsequences: false)
        return texts.map { $0.isEmpty ? [] : ListText.values(String($0)) }
      }
    }
  }

  /// Returns the duration of all tracks in seconds.
  package func totalDuration() throws(LibraryError) -> Double {
    try read { connection throws(LibraryError) in
      let sum = try connection.prepare("SELECT CAST(coalesce(sum(duration), 0) AS INTEGER) FROM tracks")
      return Double(try sum.firstInteger() ?? 0)
    }
  }
}
