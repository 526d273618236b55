import AudioBase
import Playlists
import SystemBase
import Testing

/// XSPF documents that violate the specification are read, and each violation is a warning with its line.
@Suite struct XSPFViolationTests {
  /// A violation: a line in the playlist or in its track, and what is wrong with it.
  struct Violation: Sendable, CustomTestStringConvertible {
    var text: String
    var problem: PlaylistWarning.Problem
    var testDescription: String { text }

    init(_ text: String, _ problem: PlaylistWarning.Problem) { (self.text, self.problem) = (text, problem) }
  }

  private static let namespace = "xmlns=\"http://xspf.org/ns/0/\""

  private func parse(_ text: String) throws -> Playlist {
    try PlaylistReader(exists: { _ in true }).parse(Array(text.utf8), from: FilePath("/l/a.xspf"))
  }

  private func list(playlist: String = "", track: String = "") -> String {
    """
    <playlist version="1" \(Self.namespace)>
    \(playlist)
    <trackList><track>
    <location>a.mp3</location>
    \(track)
    </track></trackList></playlist>
    """
  }

  static let ofPlaylists: [Violation] = [
    Violation("<title lang=\"en\">t</title>", .unexpectedAttribute("lang", of: "title")),
    Violation("<creator id=\"1\">t</creator>", .unexpectedAttribute("id", of: "creator")),
    Violation(
      "<annotation x:y=\"1\" xmlns:x=\"u\">t</annotation>", .unexpectedAttribute("x:y", of: "annotation")),
    Violation("<info rel=\"r\">t</info>", .unexpectedAttribute("rel", of: "info")),
    Violation("<link rel=\"r\" href=\"h\">t</link>", .unexpectedAttribute("href", of: "link")),
    Violation("<attribution n=\"1\"/>", .unexpectedAttribute("n", of: "attribution")),
    Violation("<id>1</id>", .unexpectedElement("id")),
    Violation("<album>t</album>", .unexpectedElement("album")),
    Violation("<track><location>b</location></track>", .unexpectedElement("track")),
    Violation("<x:title xmlns:x=\"u\">t</x:title>", .unexpectedElement("x:title")),
    Violation("<title xmlns=\"u\">t</title>", .unexpectedElement("title")),
    Violation("<title>a <b>t</b></title>", .unexpectedElement("b")),
    Violation("<meta rel=\"r\"><b/></meta>", .unexpectedElement("b")),
    Violation("<attribution><title>t</title></attribution>", .unexpectedElement("title")),
    Violation("<title>a</title><title>b</title>", .repeatedElement("title")),
    Violation("<location>a</location><location>b</location>", .repeatedElement("location")),
    Violation("<identifier>a</identifier><identifier>b</identifier>", .repeatedElement("identifier")),
    Violation("<license>a</license><license>b</license>", .repeatedElement("license")),
    Violation("<attribution/><attribution/>", .repeatedElement("attribution")),
    Violation("<trackList/>", .repeatedElement("trackList")),
    Violation("<link>t</link>", .missingAttribute("rel", of: "link")),
    Violation("<meta>t</meta>", .missingAttribute("rel", of: "meta")),
    Violation("<extension/>", .missingAttribute("application", of: "extension")),
    Violation("<meta rel=\"a b\">t</meta>", .badURI(in: "rel")),
    Violation("<extension application=\"&lt;\"/>", .badURI(in: "application")),
    Violation("text", .unexpectedText(in: "playlist")),
    Violation("<attribution>text</attribution>", .unexpectedText(in: "attribution")),
    Violation("<license>http://h/%zz</license>", .badURI(in: "license")),
    Violation("<image>a b.png</image>", .badURI(in: "image")),
    Violation("<info>1:2</info>", .badURI(in: "info")),
    Violation("<identifier>a#b#c</identifier>", .badURI(in: "identifier")),
    Violation("<attribution><location>a{b}</location></attribution>", .badURI(in: "location")),
    Violation("<date/>", .badDate),
    Violation("<date>2005-01-08</date>", .badDate),
    Violation("<date>2005-02-29T17:10:47</date>", .badDate),
    Violation("<date>2005-1-8T17:10:47</date>", .badDate),
    Violation("<date>205-01-08T17:10:47</date>", .badDate),
    Violation("<date>2005-01-08T24:10:47</date>", .badDate),
    Violation("<date>2005-01-08T17:60:47</date>", .badDate),
    Violation("<date>2005-01-08T17:10:60</date>", .badDate),
    Violation("<date>2005-01-08T17:10:47.</date>", .badDate),
    Violation("<date>2005-01-08T17:10:47+0500</date>", .badDate),
    Violation("<date>2005-01-08T17:10:47+14:01</date>", .badDate),
  ]

  static let ofTracks: [Violation] = [
    Violation("<title a=\"1\">t</title>", .unexpectedAttribute("a", of: "title")),
    Violation("<trackNum a=\"1\">1</trackNum>", .unexpectedAttribute("a", of: "trackNum")),
    Violation("<genre>t</genre>", .unexpectedElement("genre")),
    Violation("<date>2005-01-08T17:10:47</date>", .unexpectedElement("date")),
    Violation("<v:extra xmlns:v=\"u\"><v:more/></v:extra>", .unexpectedElement("v:extra")),
    Violation("<album>a</album><album>b</album>", .repeatedElement("album")),
    Violation("<trackNum>1</trackNum><trackNum>2</trackNum>", .repeatedElement("trackNum")),
    Violation("<duration>1</duration><duration>2</duration>", .repeatedElement("duration")),
    Violation("<link>t</link>", .missingAttribute("rel", of: "link")),
    Violation("<meta>t</meta>", .missingAttribute("rel", of: "meta")),
    Violation("<extension/>", .missingAttribute("application", of: "extension")),
    Violation("text", .unexpectedText(in: "track")),
    Violation("<trackNum>-1</trackNum>", .badNumber(in: "trackNum")),
    Violation("<trackNum>1/12</trackNum>", .badNumber(in: "trackNum")),
    Violation("<trackNum/>", .badNumber(in: "trackNum")),
    Violation("<duration>1.5</duration>", .badNumber(in: "duration")),
    Violation("<duration>3:20</duration>", .badNumber(in: "duration")),
    Violation("<location>b c.mp3</location>", .badURI(in: "location")),
    Violation("<location>m\\b.mp3</location>", .badURI(in: "location")),
    Violation("<identifier>urn:a b</identifier>", .badURI(in: "identifier")),
    Violation("<image>http://[::1/a.png</image>", .badURI(in: "image")),
    Violation("<info>%</info>", .badURI(in: "info")),
  ]

  @Test(arguments: ofPlaylists)
  func violationInAPlaylistIsAWarningWithItsLine(violation: Violation) throws {
    let playlist = try parse(list(playlist: violation.text))
    #expect(playlist.entries.map(\.location) == [.file(FilePath("/l/a.mp3"))])
    // The tracks after an empty list are those of a second list.
    let line = violation.text == "<trackList/>" ? 3 : 2
    #expect(playlist.warnings == [PlaylistWarning(line: line, problem: violation.problem)])
  }

  @Test(arguments: ofTracks)
  func violationInATrackIsAWarningWithItsLine(violation: Violation) throws {
    let playlist = try parse(list(track: violation.text))
    #expect(playlist.entries.map(\.location) == [.file(FilePath("/l/a.mp3"))])
    #expect(playlist.warnings == [PlaylistWarning(line: 5, problem: violation.problem)])
  }

  @Test(arguments: [
    ("version=\"0\" \(namespace)", PlaylistWarning.Problem.otherVersion("version 0")),
    ("version=\"1.0\" \(namespace)", .otherVersion("version 1.0")),
    (namespace, .missingAttribute("version", of: "playlist")),
    ("version=\"1\"", .otherVersion("a list without a namespace")),
    ("version=\"1\" xmlns=\"http://xspf.org/ns/1/\"", .otherVersion("http://xspf.org/ns/1/")),
    ("version=\"1\" name=\"n\" \(namespace)", .unexpectedAttribute("name", of: "playlist")),
  ])
  func violationOfTheRootIsOneWarning(attributes: String, problem: PlaylistWarning.Problem) throws {
    let playlist = try parse(
      "<playlist \(attributes)><trackList><track><location>a.mp3</location></track></trackList></playlist>")
    #expect(playlist.entries.count == 1)
    #expect(playlist.warnings == [PlaylistWarning(line: 1, problem: problem)])
  }

  @Test(arguments: [
    (
      "<playlist version=\"1\" \(namespace)>\n<title>t</title></playlist>", 1,
      PlaylistWarning.Problem.noTrackList
    ),
    (
      "<playlist version=\"1\" \(namespace)>\n<trackList a=\"1\"/></playlist>", 2,
      .unexpectedAttribute("a", of: "trackList")
    ),
    (
      "<playlist version=\"1\" \(namespace)><trackList>\n\nx</trackList></playlist>", 3,
      .unexpectedText(in: "trackList")
    ),
    (
      "<playlist version=\"1\" \(namespace)><trackList>\n<title/></trackList></playlist>", 2,
      .unexpectedElement("title")
    ),
  ])
  func violationOfTheTrackListIsOneWarning(
    text: String, line: Int, problem: PlaylistWarning.Problem
  ) throws {
    #expect(try parse(text).warnings == [PlaylistWarning(line: line, problem: problem)])
  }

  @Test(arguments: [
    "<title xml:lang=\"en\" xml:base=\"b/\">t</title>", "<title/>", "<location/>",
    "<date> 2005-01-08T17:10:47 </date>",
    "<date>2005-01-08T17:10:47Z</date>", "<date>-0044-03-15T24:00:00.000</date>",
    "<date>12004-02-29T17:10:47.25+14:00</date>", "<info>http://[::1]:80/é?a=b#c</info>",
    "<identifier>urn:isbn:1</identifier>", "<license>//h/a%20b</license>", "<image>../a:b/c</image>",
    "<link rel=\"http://h/\">http://h/</link><link rel=\"r\">t</link>", "<meta rel=\"r\">a &lt; b</meta>",
    "<attribution><location>a</location><identifier>b</identifier><location>c</location></attribution>",
    "<extension application=\"http://h/\"><title a=\"b\"><c xmlns=\"u\">t</c></title>t</extension>",
  ])
  func validElementIsNoWarning(text: String) throws {
    #expect(try parse(list(playlist: text)).warnings.isEmpty)
  }

  @Test(arguments: [
    "<trackNum> 7 </trackNum><duration>+61500</duration>", "<trackNum>0</trackNum>",
    "<trackNum>-0</trackNum>",
    "<identifier>a</identifier><identifier>b</identifier><location>b</location>",
  ])
  func validElementOfATrackIsNoWarning(text: String) throws {
    #expect(try parse(list(track: text)).warnings.isEmpty)
  }

  @Test func namespaceOfAPrefixIsThatOfTheDocument() throws {
    let playlist = try parse(
      """
      <x:playlist version="1" xmlns:x="http://xspf.org/ns/0/"><x:trackList><x:track>
      <x:location>a.mp3</x:location></x:track></x:trackList></x:playlist>
      """)
    #expect(playlist.entries.count == 1 && playlist.warnings.isEmpty)
  }

  @Test func manyViolationsGiveAHundredWarnings() throws {
    let playlist = try parse(list(playlist: String(repeating: "<a/>\n", count: 1_000)))
    #expect(playlist.warnings.count == 100 && playlist.entries.count == 1)
  }
}
