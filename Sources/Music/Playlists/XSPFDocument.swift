import AudioBase
import Documents

/// Collects the tracks of an XSPF document while it is parsed.
///
/// Elements are recognised by their path, because extensions may use the same names. Source: the XSPF
/// specification, version 1.
final class XSPFDocument: XMLReaderDelegate {
  struct Track {
    var line: Int
    /// The locations, resolved against the `xml:base` attributes of the elements around them.
    var locations: [String] = []
    /// The metadata; its location is not known yet.
    var entry = PlaylistEntry(.url(""))
    /// The part of a file in seconds, as VLC writes it.
    var start: Double?
    var end: Double?
  }

  private(set) var tracks: [Track] = []
  private(set) var title: String?
  /// The line of the first track beyond the limit.
  private(set) var lineOfExcess: Int?
  private(set) var isPlaylist = false
  var warnings: [PlaylistWarning] { validator.warnings }

  private var validator = XSPFValidator()
  private var open: [String] = []
  private var bases: [String?] = []
  private var depth = 0
  private var text: [UInt8] = []
  private let limit: Int

  /// The depth below which elements are ignored.
  private static let deepest = 16
  private static let longest = 64 << 10

  /// Creates an empty document that reads up to `limit` tracks.
  init(limit: Int) { self.limit = limit }

  func didBeginElement(_ name: String, attributes: [String: String], line: Int) {
    depth += 1
    guard depth <= XSPFDocument.deepest else { return }
    let local = validator.begin(name, attributes, line: line)
    open.append(local ?? (open.contains("extension") ? XMLReader.localName(name) : ":" + name))
    bases.append(attributes["xml:base"])
    text = []
    if open == ["playlist"] { isPlaylist = true }
    guard open == XSPFDocument.track else { return }
    if tracks.count < limit {
      tracks.append(Track(line: line))
    } else if lineOfExcess == nil {
      lineOfExcess = line
    }
  }

  func didEndElement(_ name: String) {
    depth -= 1
    guard depth < XSPFDocument.deepest else { return }
    let value = String(
      decoding: PlaylistLocation.trimmed(text[...], isBlank: PlaylistLocation.isSpace), as: UTF8.self)
    validator.end(value)
    if !value.isEmpty { apply(value) }
    text = []
    open.removeLast()
    bases.removeLast()
  }

  func didFindText(_ text: UnsafeBufferPointer<UInt8>, line: Int) {
    if depth <= XSPFDocument.deepest { validator.find(text, line: line) }
    if depth <= XSPFDocument.deepest, self.text.count + text.count <= XSPFDocument.longest {
      self.text += text
    }
  }

  private static let track = ["playlist", "trackList", "track"]
  private static let option = ["extension", "option"]

  private func apply(_ value: String) {
    if open == ["playlist", "title"] { title = value }
    guard open.count > 3, open.starts(with: XSPFDocument.track), lineOfExcess == nil,
      var track = tracks.popLast()
    else {
      return
    }
    let place = Array(open.dropFirst(3))
    if place == XSPFDocument.option { track.set(option: value) }
    if place == ["location"] {
      let base = bases.compactMap(\.self).reduce("") { URIReference.resolved($1, against: $0) }
      track.add(location: URIReference.resolved(value, against: base))
    } else if place.count == 1 {
      track.set(place[0], value)
    }
    tracks.append(track)
  }
}

extension XSPFDocument.Track {
  fileprivate mutating func add(location: String) {
    if locations.count < 16 { locations.append(location) }
  }

  fileprivate mutating func set(_ name: String, _ value: String) {
    switch name {
    case "title": entry.title = value
    case "creator": entry.artist = value
    case "album": entry.album = value
    case "trackNum": entry.trackNumber = ASCIIText.number(value.utf8.drop { $0 == UInt8(ascii: "+") })
    case "duration": entry.duration = PlaylistEntry.length(Double(value).map { $0 / 1_000 })
    default: break
    }
  }

  fileprivate mutating func set(option: String) {
    let parts = option.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { return }
    if parts[0] == "start-time" { start = Double(parts[1]) }
    if parts[0] == "stop-time" { end = Double(parts[1]) }
  }
}
