import AudioBase

/// A query as a value: the condition, the order and the limit.
package struct SearchQuery: Hashable, Sendable {
  /// The condition; nil matches all tracks.
  package var condition: Condition?
  /// The sort terms; empty for the default order: album artist, date, album, disc, track, then the natural order of
  /// names.
  package var sort: [SortTerm] = []
  package var limit: Int?

  package init(_ condition: Condition? = nil, sort: [SortTerm] = [], limit: Int? = nil) {
    (self.condition, self.sort, self.limit) = (condition, sort, limit)
  }

  /// The interval of the plays that all matches have; nil if the condition states none.
  package var heardRange: NumberRange? {
    let parts = if case .all(let parts) = condition { parts } else { condition.map { [$0] } ?? [] }
    return parts.lazy.compactMap { if case .heard(let range) = $0 { range } else { nil } }.first
  }

  package indirect enum Condition: Hashable, Sendable {
    /// The word is in the title (or the file name), an artist, the album, the album artist, a genre or the
    /// year.
    case word(String)
    case text(TextField, TextMatch)
    case number(NumberField, NumberRange)
    case kind(TrackKind)
    case away(Bool)
    case compilation(Bool)
    /// Whether something is known to be wrong with the sound.
    case damaged(Bool)
    /// Whether a play began in an interval of seconds since 1970.
    case heard(NumberRange)
    case not(Condition)
    case all([Condition])
    case any([Condition])
  }

  /// The fields of text, by their names in the query language.
  package enum TextField: String, Hashable, Sendable, CaseIterable {
    case title, artist, albumartist, album, genre, path, codec, date
  }

  /// Texts are compared without case, accents and width.
  package enum TextMatch: Hashable, Sendable {
    case contains(String)
    case equals(String)
    /// The tag is missing or empty.
    case absent
  }

  /// The fields of numbers, by their names in the query language.
  package enum NumberField: String, Hashable, Sendable, CaseIterable {
    case year, bpm, length, rating, played, track, disc, bitrate, samplerate, channels, bits
    /// Seconds since 1970.
    case added, lastplayed
  }

  /// The sort keys, by their names in `sort:`.
  package enum SortField: String, Hashable, Sendable, CaseIterable {
    case title, artist, albumartist, album, genre, path, codec, date
    case year, bpm, length, rating, played, track, disc, bitrate, samplerate, channels, bits, added,
      lastplayed
    case random
  }

  package struct SortTerm: Hashable, Sendable {
    package var field: SortField
    package var isDescending: Bool

    package init(_ field: SortField, descending: Bool = false) {
      self.field = field
      isDescending = descending
    }
  }
}

/// An interval of numbers; a bound that is nil is open.
package struct NumberRange: Hashable, Sendable {
  package var lower: Double?
  package var upper: Double?
  package var includesLower = true
  package var includesUpper = true

  package init(_ lower: Double?, _ upper: Double?, includesLower: Bool = true, includesUpper: Bool = true) {
    (self.lower, self.upper) = (lower, upper)
    (self.includesLower, self.includesUpper) = (includesLower, includesUpper)
  }
}

/// The kind of a track; the raw value is stored in the index.
package enum TrackKind: Int, Hashable, Sendable, CaseIterable {
  case music, podcast, audiobook

  /// The name in the query language.
  package var name: String { "\(self)" }
}

extension TrackInfo {
  /// The kind by genre, as iTunes, ID3v1 and podcast programs write it in several languages; else by the
  /// extension `m4b`, which is only used for audiobooks.
  package var kind: TrackKind {
    for genre in genres {
      let folded = FoldedText.bytes(genre)
      if TrackKind.podcastWords.contains(where: folded.contains(run:)) { return .podcast }
      if TrackKind.audiobookWords.contains(where: folded.contains(run:)) { return .audiobook }
    }
    return path.bytes.count > 4 && path.fileExtension == "m4b" ? .audiobook : .music
  }
}

extension TrackKind {
  /// Folded words that occur in genres of the kind. As bytes, because `String.contains` takes a hundred times
  /// as long.
  fileprivate static let podcastWords = ["podcast"].map { Array($0.utf8) }
  fileprivate static let audiobookWords = [
    "audiobook", "audio book", "books & spoken", "audio theatre", "horbuch", "horspiel", "livre audio",
    "audiolibro",
    "luisterboek",
  ].map { Array($0.utf8) }
}
