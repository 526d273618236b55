import AudioBase
import MusicQuery

/// A condition on songs.
///
/// Source: MPD's documentation, The music player daemon protocol, section Filters.
package indirect enum MPDFilter: Hashable, Sendable {
  /// A value of the tag, or of any tag if it is nil, compares with the text. An empty text stands for a missing tag.
  case tag(MPDTag?, Comparison, String)
  case uri(Comparison, String)
  /// Songs in a folder and in its subfolders.
  case base(String)
  /// Seconds since 1970.
  case addedSince(Int64)
  /// Seconds since 1970, of the file.
  case modifiedSince(Int64)
  /// Tracks of the queue with at least a priority.
  case priority(atLeast: Int)
  /// `RATE:BITS:CHANNELS`; `*` stands for any number.
  case audioFormat(String)
  case not(MPDFilter)
  case all([MPDFilter])

  package struct Comparison: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case equals, contains, startsWith
      /// A part of the value matches; folded expressions ignore case.
      case matches(RegularExpression)
    }

    package var kind: Kind
    /// Whether case and accents are ignored.
    package var isFolded: Bool

    package init(_ kind: Kind, folded: Bool) { (self.kind, isFolded) = (kind, folded) }

    func accepts(_ value: String, _ wanted: String) -> Bool {
      if case .matches(let expression) = kind { return expression.matches(value) }
      return isFolded
        ? accepts(FoldedText.bytes(value), FoldedText.bytes(wanted))
        : accepts(Array(value.utf8), Array(wanted.utf8))
    }

    private func accepts(_ value: [UInt8], _ wanted: [UInt8]) -> Bool {
      switch kind {
      case .equals: value == wanted
      case .contains: wanted.isEmpty || value.contains(wanted)
      case .startsWith: value.starts(with: wanted)
      case .matches: false
      }
    }
  }

  package func accepts(_ song: MPDSong) -> Bool {
    switch self {
    case .tag(let tag, let comparison, let text): accepts(song, tag, comparison, text)
    case .uri(let comparison, let text): comparison.accepts(song.uri, text)
    case .base(let folder): folder.isEmpty || song.uri == folder || song.uri.hasPrefix(folder + "/")
    case .addedSince(let time): song.addedAt.map { $0 >= time } ?? false
    case .modifiedSince(let time): song.modifiedAt.map { $0 >= time } ?? false
    case .priority(let least): song.priority >= least
    case .audioFormat(let format): acceptsFormat(format, song)
    case .not(let inner): !inner.accepts(song)
    case .all(let filters): filters.allSatisfy { $0.accepts(song) }
    }
  }

  private func accepts(_ song: MPDSong, _ tag: MPDTag?, _ comparison: Comparison, _ text: String) -> Bool {
    let values = tag.map(song.effectiveValues) ?? MPDFilter.searched.flatMap(song.values) + song.ownName
    if values.isEmpty { return text.isEmpty }
    return values.contains { comparison.accepts($0, text) }
  }

  private func acceptsFormat(_ format: String, _ song: MPDSong) -> Bool {
    let wanted = format.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = [song.track.sampleRate, song.track.bitsPerSample, song.track.channels]
    return wanted.count == numbers.count
      && zip(wanted, numbers).allSatisfy { $0 == "*" || Int($0) == $1 && $1 != nil }
  }

  /// The tags that `any` compares.
  private static let searched: [MPDTag] =
    [.title, .artist, .album, .albumArtist, .genre]
    + [
      .composer, .performer, .conductor, .ensemble, .work, .movement, .grouping, .label, .comment, .location,
      .mood,
      .originalDate, .titleSort, .artistSort, .albumSort, .albumArtistSort, .composerSort,
    ]

  // MARK: The index

  /// A condition of the index that accepts at least the songs of this filter; nil for all songs.
  package var condition: SearchQuery.Condition? {
    switch self {
    case .tag(let tag, let comparison, let text): MPDFilter.condition(tag, comparison, text)
    case .uri, .base, .modifiedSince, .priority, .audioFormat, .not: nil
    case .addedSince(let time): .number(.added, NumberRange(Double(time), nil))
    case .all(let filters):
      switch filters.compactMap(\.condition) {
      case let parts where parts.isEmpty: nil
      case let parts: parts.count == 1 ? parts[0] : .all(parts)
      }
    }
  }

  private static func condition(
    _ tag: MPDTag?, _ comparison: Comparison, _ text: String
  ) -> SearchQuery.Condition? {
    if case .matches = comparison.kind { return nil }
    if FoldedText.bytes(text).isEmpty { return nil }
    func match(_ field: SearchQuery.TextField) -> SearchQuery.Condition {
      .text(field, comparison.kind == .equals ? .equals(text) : .contains(text))
    }
    guard let tag else { return .word(text) }
    if tag == .albumArtist { return .any([match(.albumartist), match(.artist)]) }
    return fields[tag].map(match)
  }

  /// The fields of the index; it does not search other tags.
  private static let fields: [MPDTag: SearchQuery.TextField] = [
    .artist: .artist, .album: .album, .title: .title, .genre: .genre, .date: .date,
  ]

  /// Whether a song is compared by the times of the index.
  package var needsTimes: Bool {
    switch self {
    case .addedSince, .modifiedSince: true
    case .not(let inner): inner.needsTimes
    case .all(let filters): filters.contains(where: \.needsTimes)
    case .tag, .uri, .base, .priority, .audioFormat: false
    }
  }

  /// The address of the only song that the filter can accept; nil if it may accept others.
  package var onlyURI: String? {
    for case .uri(Comparison(.equals, folded: false), let uri) in parts { return uri }
    return nil
  }

  /// A tag that songs have if the filter accepts them, and a text that it then contains, which may be empty; nil if none is
  /// known.
  package var requiredTag: (tag: OtherTag, text: String)? {
    for case .tag(let tag?, let comparison, let text) in parts where !text.isEmpty && tag.fallbacks.isEmpty {
      guard let other = tag.other else { continue }
      if case .matches = comparison.kind { return (other, "") }
      return (other, comparison.isFolded ? "" : text)
    }
    return nil
  }

  /// The texts that songs have in any tag if the filter accepts them.
  var anyTexts: [String] {
    parts.compactMap { part in
      guard case .tag(nil, _, let text) = part, part.condition != nil else { return nil }
      return text
    }
  }

  /// This filter without the conditions of `anyTexts`.
  var withoutAnyTexts: MPDFilter {
    .all(parts.filter { if case .tag(nil, _, _) = $0 { $0.condition == nil } else { true } })
  }

  /// The folder that holds all songs that the filter can accept; nil if they may be anywhere.
  package var folder: String? {
    for case .base(let folder) in parts where !folder.isEmpty { return folder }
    return nil
  }

  /// The conditions that must all hold.
  private var parts: [MPDFilter] {
    if case .all(let filters) = self { filters.flatMap(\.parts) } else { [self] }
  }
}

extension MPDSong {
  /// The name of the file and the year, which a search in any tag finds as well.
  fileprivate var ownName: [String] {
    let name = track.title == nil ? [track.path.lastComponent.shown] : []
    return name + (track.date.map { [String($0.prefix(4))] } ?? [])
  }
}
