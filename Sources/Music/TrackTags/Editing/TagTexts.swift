import AudioBase

package enum TagName: Hashable, Sendable {
  case title, artist, album, albumArtist, track, disc, date, genre, composer, comment, bpm, rating
  /// Another property of the file, by TagLib's name.
  case other(String)

  /// The tags that every file can have.
  package static let usual: [TagName] = [
    .title, .artist, .album, .albumArtist, .track, .disc, .date, .genre, .composer, .comment, .bpm, .rating,
  ]

  /// The name in commands.
  package var name: String {
    switch self {
    case .albumArtist: "albumartist"
    case .other(let key): key
    default: String(describing: self)
    }
  }

  /// Finds a usual tag by its name in commands; nil if there is none.
  package init?(usual name: some StringProtocol) {
    guard let found = TagName.usual.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  package var isUsual: Bool { if case .other = self { false } else { true } }

  /// Returns whether a text can be the value: numbers as `3` or `3/12`, dates as `1999`, `1999-05` or `1999-05-03`,
  /// tempos from 1 to 999, ratings from 0 to 5. An empty text removes the tag.
  package func accepts(_ text: String) -> Bool {
    if text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) { return false }
    if text.isEmpty { return true }
    return switch self {
    case .title, .artist, .album, .albumArtist, .genre, .composer, .comment, .other: true
    case .track, .disc: TagName.isNumber(text)
    case .date: TagName.isDate(text)
    case .bpm: Double(text).map { (1...999).contains($0) } ?? false
    case .rating: text == "0" || TrackRating(text) != nil
    }
  }

  private static func isNumber(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.allSatisfy { (1...4).contains($0.count) && UInt16($0) != nil }
  }

  private static func isDate(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let limits: [ClosedRange<Int>] = [0...9_999, 1...12, 1...31]
    return parts.count <= 3
      && zip(parts, zip([4, 2, 2], limits)).allSatisfy { part, form in
        part.count == form.0 && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
          && Int(part).map(form.1.contains) ?? false
      }
  }
}

/// The texts of the tags of a file that can be changed, as the user types them.
package struct TagTexts: Hashable, Sendable {
  /// Separates the values of a tag that allows several.
  package static let separator = " ; "

  private(set) var texts: [TagName: String] = [:]

  package init() {}

  init(texts: [TagName: String]) { self.texts = texts }

  /// The other tags of the file than the usual ones, in the order of their names.
  package var others: [TagName] {
    texts.keys.filter { !$0.isUsual }.sorted { $0.name < $1.name }
  }

  /// The text of a tag; empty if the file does not have the tag.
  package subscript(name: TagName) -> String {
    get { texts[name] ?? "" }
    set { texts[name] = newValue.isEmpty ? nil : newValue }
  }

  /// Creates the texts of the tags of a file from its values by TagLib's names.
  init(_ values: [String: [String]]) {
    let known = Set(TagName.usual.flatMap { $0.keys + $0.totalKeys } + ["ARTISTS"])
    for name in TagName.usual + values.keys.filter({ !known.contains($0) }).map(TagName.other) {
      switch name {
      case .rating: self[name] = TrackRating.text(TrackRating(tags: { values[$0]?.first }))
      case .track, .disc: self[name] = TagTexts.number(values, name)
      case .date, .bpm: self[name] = TagTexts.found(values, name).first ?? ""
      case .title, .artist, .album, .albumArtist, .genre, .composer, .comment, .other:
        self[name] = TagTexts.found(values, name).joined(separator: TagTexts.separator)
      }
    }
  }

  private static func found(_ values: [String: [String]], _ name: TagName) -> [String] {
    name.keys.lazy.compactMap { values[$0] }.first ?? []
  }

  private static func number(_ values: [String: [String]], _ name: TagName) -> String {
    guard let number = name.keys.lazy.compactMap({ values[$0]?.first }).first else { return "" }
    let total = name.totalKeys.lazy.compactMap { values[$0]?.first }.first
    return number.contains("/") ? number : total.map { "\(number)/\($0)" } ?? number
  }
}

extension TagName {
  /// TagLib's names of the property; the first one is written.
  var keys: [String] { properties.keys }

  /// The names of the property that holds the number of tracks or discs.
  var totalKeys: [String] { properties.totals }

  private var properties: (keys: [String], totals: [String]) {
    switch self {
    case .title: (["TITLE"], [])
    case .artist: (["ARTIST"], [])
    case .album: (["ALBUM"], [])
    case .albumArtist: (["ALBUMARTIST", "ALBUM ARTIST"], [])
    case .track: (["TRACKNUMBER", "TRACK"], ["TRACKTOTAL", "TOTALTRACKS", "TRACKC"])
    case .disc: (["DISCNUMBER", "DISC"], ["DISCTOTAL", "TOTALDISCS", "DISCC"])
    case .date: (["DATE", "YEAR"], [])
    case .genre: (["GENRE"], [])
    case .composer: (["COMPOSER"], [])
    case .comment: (["COMMENT"], [])
    case .bpm: (["BPM", "TEMPO"], [])
    case .rating: (TrackRating.Property.allCases.map(\.rawValue), [])
    case .other(let key): ([key], [])
    }
  }
}
