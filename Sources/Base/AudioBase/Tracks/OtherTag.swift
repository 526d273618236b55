/// A tag that the player does not use itself, which other programs find and list. The raw value is its name in the index.
package enum OtherTag: String, Hashable, Sendable, CaseIterable {
  case artistSort = "ARTISTSORT"
  case albumSort = "ALBUMSORT"
  case albumArtistSort = "ALBUMARTISTSORT"
  case titleSort = "TITLESORT"
  case composer = "COMPOSER"
  case composerSort = "COMPOSERSORT"
  case performer = "PERFORMER"
  case conductor = "CONDUCTOR"
  case work = "WORK"
  case ensemble = "ENSEMBLE"
  case movement = "MOVEMENT"
  case movementNumber = "MOVEMENTNUMBER"
  case showMovement = "SHOWMOVEMENT"
  case location = "LOCATION"
  case grouping = "GROUPING"
  case comment = "COMMENT"
  case label = "LABEL"
  case mood = "MOOD"
  case originalDate = "ORIGINALDATE"
  case workID = "MUSICBRAINZ_WORKID"

  /// The most characters of a value; longer ones, as comments may be, are cut.
  package static let longestValue = 1_000

  /// The tags by the names of the properties.
  static let byKey: [String: OtherTag] = Dictionary(
    allCases.flatMap { tag in tag.keys.map { ($0, tag) } }, uniquingKeysWith: { first, _ in first })

  /// The names of the properties of files, the first one that is there counts. Source: TagLib, PropertyMap, and the field
  /// names that Xiph.org and MusicBrainz recommend.
  var keys: [String] {
    switch self {
    case .movement: ["MOVEMENTNAME", "MOVEMENT"]
    case .showMovement: ["SHOWWORKMOVEMENT", "SHOWMOVEMENT"]
    case .grouping: ["GROUPING", "CONTENTGROUP"]
    case .comment: ["COMMENT", "DESCRIPTION"]
    case .label: ["LABEL", "PUBLISHER", "ORGANIZATION"]
    case .originalDate: ["ORIGINALDATE", "ORIGINALYEAR"]
    case .artistSort, .albumSort, .albumArtistSort, .titleSort, .composer, .composerSort, .performer,
      .conductor, .work, .ensemble, .movementNumber, .location, .mood, .workID:
      [rawValue]
    }
  }
}
