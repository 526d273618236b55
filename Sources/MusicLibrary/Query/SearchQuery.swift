/// A question to the index, as a value: what to find, in which order, how many.
package struct SearchQuery: Hashable, Sendable {
  /// Nil finds everything.
  package var condition: Condition?
  /// Empty: album artist, date, album, disc, track, then the natural order of names.
  package var sort: [SortTerm] = []
  package var limit: Int?

  package init(_ condition: Condition? = nil, sort: [SortTerm] = [], limit: Int? = nil) {
    self.condition = condition
    self.sort = sort
    self.limit = limit
  }

  package indirect enum Condition: Hashable, Sendable {
    /// Stands in the title (or the file's name), an artist, the album, its artist, a genre or the year.
    case word(String)
    case text(TextField, TextMatch)
    case number(NumberField, NumberRange)
    case kind(TrackKind)
    case away(Bool)
    case compilation(Bool)
    case not(Condition)
    case all([Condition])
    case any([Condition])
  }

  package enum TextField: String, Hashable, Sendable, CaseIterable {
    case title, artist, albumartist, album, genre, path, codec, date
  }

  /// Texts compare without case, accents and width.
  package enum TextMatch: Hashable, Sendable {
    case contains(String)
    case equals(String)
    /// The file says nothing of it.
    case absent
  }

  package enum NumberField: String, Hashable, Sendable, CaseIterable {
    case year, bpm, length, rating, played, track, disc, bitrate, samplerate, channels, bits
    /// Seconds since 1970.
    case added, lastplayed
  }

  /// What a track is sorted by, in the words of `sort:`.
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
    self.lower = lower
    self.upper = upper
    self.includesLower = includesLower
    self.includesUpper = includesUpper
  }
}
