import SystemBase

/// Reads the texts of an MP4 file (Apple, "QuickTime File Format", metadata).
enum MP4Text {
  /// The property names by box. The copyright sign at the start of most box names is one byte, which is not UTF-8.
  private static let names = [
    "\u{FFFD}nam": "TITLE", "\u{FFFD}ART": "ARTIST", "\u{FFFD}alb": "ALBUM", "aART": "ALBUMARTIST",
    "\u{FFFD}gen": "GENRE", "\u{FFFD}day": "DATE", "\u{FFFD}wrt": "COMPOSER", "\u{FFFD}cmt": "COMMENT",
    "\u{FFFD}lyr": "LYRICS",
  ]
  /// The property names of MusicBrainz by the names of freeform items, in capitals.
  private static let musicBrainz = [
    "MUSICBRAINZ TRACK ID": "MUSICBRAINZ_TRACKID", "MUSICBRAINZ ARTIST ID": "MUSICBRAINZ_ARTISTID",
    "MUSICBRAINZ ALBUM ID": "MUSICBRAINZ_ALBUMID",
    "MUSICBRAINZ ALBUM ARTIST ID": "MUSICBRAINZ_ALBUMARTISTID",
    "MUSICBRAINZ RELEASE GROUP ID": "MUSICBRAINZ_RELEASEGROUPID",
    "MUSICBRAINZ RELEASE TRACK ID": "MUSICBRAINZ_RELEASETRACKID",
  ]
  /// The rating in percent. TagLib reads it as a number of two bytes, even if it is a text.
  private static let rating = "rate"
  /// The types of texts: not stated, UTF-8, UTF-16 with the high byte first.
  private enum TextType: Int { case unstated, utf8, utf16 }
  /// The limit in bytes of a text.
  private static let limit = 1 << 18

  static func all(of file: borrowing RegularFile) throws(FileError) -> [RawTagText] {
    guard let meta = try file.box("moov", "udta", "meta", in: 0..<file.size),
      // The version and flags precede the boxes.
      let list = try file.box("ilst", in: (meta.content.lowerBound + 4)..<meta.content.upperBound)
    else { return [] }
    var texts: [RawTagText] = []
    for item in try file.boxes(in: list.content)
    where names[item.name] != nil || item.name == "----" || item.name == rating {
      let boxes = try file.boxes(in: item.content)
      let freeform = item.name == "----" ? try freeformName(boxes, of: file) : nil
      guard let name = item.name == rating ? rating : names[item.name] ?? freeform else { continue }
      for data in boxes where data.name == "data" {
        if let text = try text(name, data, of: file) { texts.append(text) }
      }
    }
    return texts
  }

  /// Returns the property name of a freeform item, from its box `name`.
  private static func freeformName(
    _ boxes: [MP4Box], of file: borrowing RegularFile
  ) throws(FileError) -> String? {
    guard let box = boxes.first(where: { $0.name == "name" }) else { return nil }
    let bytes = try file.read(at: box.content.lowerBound, count: min(box.content.count, 256)).dropFirst(4)
    let name = String(decoding: bytes, as: UTF8.self).uppercased()
    return musicBrainz[name] ?? name
  }

  private static func text(
    _ name: String, _ box: MP4Box, of file: borrowing RegularFile
  ) throws(FileError) -> RawTagText? {
    let bytes = try file.read(at: box.content.lowerBound, count: min(box.content.count, limit))
    // The type and the language have four bytes each.
    guard bytes.count > 8, let type = TextType(rawValue: bytes.span.big(0, 4) ?? -1) else { return nil }
    let content = Array(bytes.dropFirst(8))
    switch type {
    case .utf8: return RawTagText(name: name, bytes: content, isDeclared: name != rating)
    // Binary items have no type either.
    case .unstated:
      return content.contains(0) ? nil : RawTagText(name: name, bytes: content, isDeclared: false)
    case .utf16:
      let units = stride(from: 0, to: content.count - 1, by: 2).map {
        UInt16(content[$0]) << 8 | UInt16(content[$0 + 1])
      }
      return RawTagText(
        name: name, bytes: Array(String(decoding: units, as: UTF16.self).utf8), isDeclared: false)
    }
  }
}
