import AudioBase
import MusicQuery

/// The table of the tags that only other programs ask for: a text for each track that has some.
extension Connection {
  func storeOtherTags(of track: Int64, _ tags: [OtherTag: [String]]) throws(LibraryError) {
    if tags.isEmpty { return try run("DELETE FROM other_tags WHERE track = \(track)") }
    try run("INSERT OR REPLACE INTO other_tags\(row: ["track": track, "tags": OtherTagText.joined(tags)])")
  }
}

extension LibraryStore {
  /// Returns the tracks that have a tag. `text`: a text that stands in the tags of the track, too; it may be empty.
  package func tracks(with tag: OtherTag, and text: String) throws(LibraryError) -> Set<Int32> {
    let wanted = text.isEmpty ? SQLValue.null : .text(text)
    return Set(
      try all(
        """
        SELECT track FROM other_tags
        WHERE instr(tags, \(sql: OtherTagText.start(tag))) > 0 AND coalesce(instr(tags, \(wanted)), 1) > 0
        """
      ) { $0.trackID() })
  }

  /// Returns the tracks with a text, of any case and accents, in one of these tags, and some in whose names of tags it is.
  package func tracks(withOtherTagsThatContain text: String) throws(LibraryError) -> Set<Int32> {
    let wanted = SQLValue.utf8(FoldedText.bytes(text))
    return Set(
      try all("SELECT track FROM other_tags WHERE folded_contains(tags, \(wanted))") { $0.trackID() })
  }
}

/// The text of the tags of a track. U+001E stands before, between and after the tags, U+001D behind the name of a tag, and
/// U+001F between its values.
enum OtherTagText {
  static func joined(_ tags: [OtherTag: [String]]) -> String {
    OtherTag.allCases.reduce(into: "\u{1E}") { text, tag in
      guard let values = tags[tag], !values.isEmpty else { return }
      text += "\(tag.rawValue)\u{1D}\(values.map(plain).joined(separator: "\u{1F}"))\u{1E}"
    }
  }

  private static func plain(_ value: String) -> String {
    value.utf8.contains { (0x1D...0x1F).contains($0) }
      ? String(String.UnicodeScalarView(value.unicodeScalars.filter { !(0x1D...0x1F).contains($0.value) }))
      : value
  }

  static func tags(_ text: String?) -> [OtherTag: [String]] {
    guard let text else { return [:] }
    var tags: [OtherTag: [String]] = [:]
    for entry in text.utf8.split(separator: 0x1E) {
      let parts = entry.split(separator: 0x1D, maxSplits: 1)
      guard parts.count == 2, let tag = OtherTag(rawValue: String(Substring(parts[0]))) else { continue }
      tags[tag] = parts[1].split(separator: 0x1F).map { String(Substring($0)) }
    }
    return tags
  }

  /// Returns the beginning of a tag in the text as SQL.
  static func start(_ tag: OtherTag) -> String { "char(30) || '\(tag.rawValue)' || char(29)" }

  /// Returns the values of a tag of a row of `tracks` as SQL, as `ListText` has them; empty without the tag.
  static func values(_ tag: OtherTag) -> String {
    """
    coalesce((SELECT substr(rest, 1, instr(rest, char(30)) - 1) FROM (
      SELECT substr(tags, instr(tags, \(start(tag))) + \(tag.rawValue.count + 2)) AS rest FROM other_tags
      WHERE track = tracks.id AND instr(tags, \(start(tag))) > 0)), '')
    """
  }
}
