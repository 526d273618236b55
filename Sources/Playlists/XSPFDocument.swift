import AudioBase
import TextEncodings
import XMLText

/// Collects the tracks of an XSPF document while it is parsed.
///
/// Elements are recognised by their path, because extensions may use the same names. Source: the XSPF
/// specification, version 1.
final class XSPFDocument: XMLReaderDelegate {
  struct Track {
    var line: Int
    /// The `xml:base` attributes of the enclosing elements, outermost first.
    var bases: [String]
    var locations: [String] = []
    var title: String?
    var creator: String?
    var album: String?
    var number: Int?
    /// Seconds.
    var duration: Double?
    /// The part of a file in seconds, as VLC writes it.
    var start: Double?
    var end: Double?
  }

  private(set) var tracks: [Track] = []
  private(set) var title: String?
  /// The line of the first track beyond the limit.
  private(set) var lineOfExcess: Int?
  private(set) var isPlaylist = false
  private(set) var warnings: [PlaylistWarning] = []

  private var open: [String] = []
  private var bases: [String?] = []
  private var depth = 0
  /// The names of the elements in each open element.
  private var known: [Set<String>] = []
  /// The line at which the current element begins.
  private var line = 0
  private var text: [UInt8] = []
  private let limit: Int

  /// The depth below which elements are ignored.
  private static let deepest = 16
  private static let longest = 64 << 10

  /// - Parameter limit: the number of tracks that are read.
  init(limit: Int) { self.limit = limit }

  func didBeginElement(_ name: String, attributes: [String: String], line: Int) {
    depth += 1
    guard depth <= XSPFDocument.deepest else { return }
    open.append(XSPFDocument.local(name))
    bases.append(attributes["xml:base"])
    text = []
    self.line = line
    checkRepetition(line)
    if open == ["playlist"] {
      isPlaylist = true
      checkVersion(attributes, line)
    }
    guard open == XSPFDocument.track else { return }
    if tracks.count < limit {
      tracks.append(Track(line: line, bases: bases.compactMap { $0 }))
    } else if lineOfExcess == nil {
      lineOfExcess = line
    }
  }

  func didEndElement(_ name: String) {
    depth -= 1
    guard depth < XSPFDocument.deepest else { return }
    let value = String(
      decoding: PlaylistLocation.trimmed(text[...], isBlank: PlaylistLocation.isSpace), as: UTF8.self)
    if !value.isEmpty { apply(value) }
    text = []
    open.removeLast()
    bases.removeLast()
    known.removeLast()
  }

  func didFindText(_ text: UnsafeBufferPointer<UInt8>) {
    if depth <= XSPFDocument.deepest, self.text.count + text.count <= XSPFDocument.longest {
      self.text += text
    }
  }

  private static let track = ["playlist", "trackList", "track"]
  private static let option = ["extension", "option"]

  private func apply(_ value: String) {
    if open == ["playlist", "title"] { title = value }
    if open == ["playlist", "date"], !XSPFDate.isValid(value) { warn(.badDate, line) }
    guard open.count > 3, open.starts(with: XSPFDocument.track), lineOfExcess == nil,
      var track = tracks.popLast()
    else {
      return
    }
    let place = Array(open.dropFirst(3))
    if place == XSPFDocument.option { track.set(option: value) }
    if place.count == 1 { track.set(place[0], value) }
    tracks.append(track)
  }

  // MARK: Warnings

  private static let mostWarnings = 100
  private static let versions: Set = ["0", "1"]
  private static let namespaces: Set = ["http://xspf.org/ns/0/", "https://xspf.org/ns/0/"]
  /// The elements of a playlist and of a track that occur at most once.
  private static let single: Set = [
    "title", "creator", "annotation", "info", "image", "date", "license", "attribution", "trackList", "album",
    "trackNum", "duration",
  ]

  private func warn(_ problem: PlaylistWarning.Problem, _ line: Int) {
    guard warnings.count < XSPFDocument.mostWarnings else { return }
    warnings.append(PlaylistWarning(line: line, problem: problem))
  }

  private func checkVersion(_ attributes: [String: String], _ line: Int) {
    if let version = attributes["version"], !XSPFDocument.versions.contains(version) {
      warn(.otherVersion("version \(version)"), line)
    }
    if let namespace = attributes["xmlns"], !XSPFDocument.namespaces.contains(namespace) {
      warn(.otherVersion(namespace), line)
    }
  }

  private func checkRepetition(_ line: Int) {
    if let name = open.last, let last = known.indices.last, !known[last].insert(name).inserted,
      open.count == 2 || open.count == 4 && open.starts(with: XSPFDocument.track),
      XSPFDocument.single.contains(name)
    {
      warn(.repeatedElement(name), line)
    }
    known.append([])
  }

  /// Returns a name without its prefix.
  private static func local(_ name: String) -> String {
    name.split(separator: ":", maxSplits: 1).last.map(String.init) ?? name
  }
}

extension XSPFDocument.Track {
  fileprivate mutating func set(_ name: String, _ value: String) {
    switch name {
    case "location": if locations.count < 16 { locations.append(value) }
    case "title": title = value
    case "creator": creator = value
    case "album": album = value
    case "trackNum": number = ASCIIText.number(value.utf8)
    case "duration": duration = PlaylistEntry.length(Double(value).map { $0 / 1_000 })
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

/// The form of a date in XSPF, `2005-01-08T17:10:47-05:00` (W3C, "XML Schema Part 2", section 3.2.7).
enum XSPFDate {
  static func isValid(_ text: String) -> Bool {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return false }
    let day = numbers(parts[0], "-")
    guard day.count == 3, let year = day[0], let month = day[1], let date = day[2], year > 0 else {
      return false
    }
    let time = parts[1].prefix { !"Z+-".contains($0) }
    let clock = numbers(time.prefix { $0 != "." }, ":")
    guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2] else {
      return false
    }
    return (1...12).contains(month) && (1...31).contains(date) && (0...24).contains(hour)
      && (0...59).contains(minute) && (0...60).contains(second)
      && isZone(parts[1][time.endIndex...])
  }

  private static func isZone(_ text: Substring) -> Bool {
    if text.isEmpty || text == "Z" { return true }
    let zone = numbers(text.dropFirst(), ":")
    guard zone.count == 2, let hours = zone[0], let minutes = zone[1] else { return false }
    return (0...14).contains(hours) && (0...59).contains(minutes)
  }

  private static func numbers(_ text: Substring, _ separator: Character) -> [Int?] {
    text.split(separator: separator, omittingEmptySubsequences: false).map { ASCIIText.number($0.utf8) }
  }
}
