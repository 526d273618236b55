import AudioBase
import Playlists
import SystemBase
import Testing

/// PLS and XSPF.
@Suite struct PlaylistKindTests {
  private func parse(_ text: String, name: String, there: Set<String> = []) throws -> Playlist {
    try parse(Array(text.utf8), name: name, there: there)
  }

  private func parse(_ bytes: [UInt8], name: String, there: Set<String> = []) throws -> Playlist {
    let paths = Set(there.map { FilePath($0) })
    return try PlaylistReader(exists: { paths.contains($0) }).parse(bytes, from: FilePath(name))
  }

  @Test(arguments: [
    ("version=\"2\" xmlns=\"http://xspf.org/ns/0/\"", PlaylistWarning.Problem.otherVersion("version 2")),
    ("version=\"1\" xmlns=\"http://other/\"", .otherVersion("http://other/")),
  ])
  func anotherVersionOfXSPFIsReadWithAWarning(attributes: String, problem: PlaylistWarning.Problem) throws {
    let text =
      "<playlist \(attributes)>\n<trackList><track><location>a.mp3</location></track></trackList></playlist>"
    let playlist = try parse(text, name: "/l/a.xspf")
    #expect(playlist.entries.count == 1)
    #expect(playlist.warnings == [PlaylistWarning(line: 1, problem: problem)])
  }

  @Test func aBadDateAndRepeatedElementsAreWarnings() throws {
    let text = """
      <playlist version="1" xmlns="http://xspf.org/ns/0/">
      <date>2005-13-08T17:10:47-05:00</date>
      <trackList><track>
      <location>a.mp3</location><location>b.mp3</location>
      <title>One</title>
      <title>Two</title>
      </track></trackList></playlist>
      """
    let playlist = try parse(text, name: "/l/a.xspf")
    #expect(playlist.entries.map(\.title) == ["Two"])
    #expect(
      playlist.warnings == [
        PlaylistWarning(line: 2, problem: .badDate),
        PlaylistWarning(line: 6, problem: .repeatedElement("title")),
      ])
    let good = text.replacing("13-08", with: "12-08").replacing("<title>One</title>", with: "")
    #expect(try parse(good, name: "/l/a.xspf").warnings.isEmpty)
  }

  private func xspf(_ tracks: String, there: Set<String> = []) throws -> Playlist {
    try parse(
      "<?xml version=\"1.0\"?><playlist version=\"1\" xmlns=\"http://xspf.org/ns/0/\"><title>L</title>"
        + "<trackList>\(tracks)</trackList></playlist>", name: "/l/a.xspf", there: there)
  }

  // MARK: PLS

  @Test func plsEntriesAreOrderedByNumber() throws {
    let playlist = try parse(
      "[playlist]\nfile10=c.mp3\nFile2=http://x/y\nTitle2=Radio\nLength2=-1\nFILE1 = /m/a b.mp3 \nLength1=61\nTitle1=A - T\n",
      name: "/l/a.pls", there: ["/l/c.mp3"])
    #expect(playlist.format == .pls)
    #expect(
      playlist.entries.map(\.location) == [
        .file(FilePath("/m/a b.mp3")), .url("http://x/y"), .file(FilePath("/l/c.mp3")),
      ])
    #expect(playlist.entries.map(\.title) == ["A - T", "Radio", nil])
    #expect(playlist.entries.map(\.duration) == [61, nil, nil])
    #expect(playlist.entries.map(\.isMissing) == [true, false, false])
  }

  @Test func invalidLengthsAreLeftOut() throws {
    let digits = String(repeating: "9", count: 200)
    let lengths = ["1e300", digits, "inf", "nan", "-1e300"]
    let pls = lengths.enumerated().map { "File\($0 + 1)=a.mp3\nLength\($0 + 1)=\($1)\n" }.joined()
    #expect(try parse("[playlist]\n" + pls, name: "/l/a.pls").entries.allSatisfy { $0.duration == nil })
    let xspf = lengths.map { "<track><location>a.mp3</location><duration>\($0)</duration></track>" }.joined()
    let text = "<playlist xmlns=\"http://xspf.org/ns/0/\"><trackList>\(xspf)</trackList></playlist>"
    #expect(try parse(text, name: "/l/a.xspf").entries.allSatisfy { $0.duration == nil })
  }

  @Test func entryWithoutAFileIsAWarning() throws {
    let playlist = try parse("[playlist]\nTitle1=x\nFile2=a\nFile3=\n", name: "/l/a.pls")
    #expect(playlist.entries.count == 1)
    #expect(
      playlist.warnings
        == [PlaylistWarning(line: 2, problem: .noLocation), PlaylistWarning(line: 4, problem: .noLocation)])
  }

  @Test func emptyPLSListHasNoEntries() throws {
    #expect(try parse("\n", name: "/l/a.pls").entries.isEmpty)
  }

  // MARK: XSPF

  @Test func xspfTrackIsReadWithAllFields() throws {
    let playlist = try xspf(
      """
      <track><location>file:///m/a%20b.mp3</location><title>T &amp; U</title><creator>A</creator><album>B</album>
      <trackNum>7</trackNum><duration>61500</duration><extension application="x"><title>no</title></extension></track>
      """, there: ["/m/a b.mp3"])
    var entry = PlaylistEntry(.file(FilePath("/m/a b.mp3")))
    (entry.title, entry.artist, entry.album, entry.trackNumber, entry.duration) = ("T & U", "A", "B", 7, 61.5)
    #expect(playlist.title == "L")
    #expect(playlist.entries == [entry])
    #expect(playlist.warnings.isEmpty)
  }

  @Test(
    arguments: [
      ("a%20b.mp3", [], "/l/a b.mp3"), ("a%20b.mp3", ["/l/a%20b.mp3"], "/l/a%20b.mp3"),
      ("../m/é.mp3", [], "/l/../m/é.mp3"),
      ("100%.mp3", [], "/l/100%.mp3"), ("m\\a.mp3", ["/l/m/a.mp3"], "/l/m/a.mp3"),
    ] as [(String, Set<String>, String)])
  func xspfLocationsAreResolvedAsReferences(location: String, there: Set<String>, path: String) throws {
    let playlist = try xspf("<track><location> \(location)\n</location></track>", there: there)
    #expect(playlist.entries.map(\.location) == [.file(FilePath(path))])
  }

  @Test func xmlBaseIsAddedToLocations() throws {
    let text = """
      <playlist xml:base="one/"><trackList xml:base="two/"><track xml:base="../../three/"><location>four</location></track>
      <track xml:base="http://h/a/b"><location>../c?d</location></track></trackList></playlist>
      """
    let playlist = try parse(text, name: "/l/a.xspf")
    #expect(playlist.entries.map(\.location) == [.file(FilePath("/l/three/four")), .url("http://h/c?d")])
  }

  /// The examples of RFC 3986, section 5.4, and some references against relative ones.
  @Test(arguments: [
    ("http://a/b/c/d;p?q", "g", "http://a/b/c/g"), ("http://a/b/c/d;p?q", "//g", "http://g"),
    ("http://a/b/c/d;p?q", "?y", "http://a/b/c/d;p?y"), ("http://a/b/c/d;p?q", "#s", "http://a/b/c/d;p?q#s"),
    ("http://a/b/c/d;p?q", "../../../g", "http://a/g"), ("http://a/b/c/d;p?q", "/./g", "http://a/g"),
    ("http://a/b/c/d;p?q", "g/../h", "http://a/b/c/h"),
    ("http://a/b/c/d;p?q", "g?y/../x", "http://a/b/c/g?y/../x"),
    ("http://a?b=/c/", "g", "http://a/g"), ("http://a/b/c", "mms://g", "mms://g"),
  ])
  func locationsAreResolvedAgainstABase(base: String, reference: String, address: String) throws {
    let playlist = try xspf("<track xml:base=\"\(base)\"><location>\(reference)</location></track>")
    #expect(playlist.entries.map(\.location) == [.url(address)])
  }

  @Test func baseOfALocationIsItsOwn() throws {
    let playlist = try xspf(
      """
      <track xml:base="one/x"><location xml:base="two/y">a%20b</location></track>
      <track xml:base="file:///m/"><location>a%20b</location></track>
      """)
    #expect(
      playlist.entries.map(\.location) == [.file(FilePath("/l/one/two/a b")), .file(FilePath("/m/a b"))])
  }

  @Test func firstExistingLocationIsTaken() throws {
    let playlist = try xspf(
      "<track><location>http://x/y</location><location>a</location><location>b</location></track><track/>",
      there: ["/l/b"])
    #expect(playlist.entries.map(\.location) == [.file(FilePath("/l/b")), .url("")])
    #expect(playlist.entries.map(\.isMissing) == [false, true] && playlist.warnings.isEmpty)
  }

  @Test(
    arguments: [
      (["mms://x", "a", "https://x/y", "http://x/z"], .url("https://x/y")),
      (["a", "mms://x"], .file(FilePath("/l/a"))), (["", "a#1.mp3"], .file(FilePath("/l/a#1.mp3"))),
      (["b#t=10"], .file(FilePath("/l/b"))), (["file:///l/b?x#y"], .file(FilePath("/l/b"))),
    ] as [([String], PlaylistEntry.Location)])
  func firstUsableLocationIsTaken(locations: [String], used: PlaylistEntry.Location) throws {
    let elements = locations.map { "<location>\($0)</location>" }.joined()
    let playlist = try xspf("<track>\(elements)</track>", there: ["/l/b", "/l/a#1.mp3"])
    #expect(playlist.entries.map(\.location) == [used])
  }

  @Test func tracksWithoutALocationAreKept() throws {
    let playlist = try xspf(
      """
      <track><title/></track><track><location/><album>B</album><trackNum>
      +07 </trackNum></track>
      <track><identifier>urn:a</identifier><duration>
      1000
      </duration></track>
      """)
    #expect(playlist.entries.map(\.hasLocation) == [false, false, false] && playlist.warnings.isEmpty)
    #expect(playlist.entries.map(\.album) == [nil, "B", nil])
    #expect(playlist.entries.map(\.trackNumber) == [nil, 7, nil])
    #expect(playlist.entries.map(\.duration) == [nil, nil, 1])
    let path = FilePath("/l/b")
    for format in [PlaylistWriter.Format.m3u8, .pls, .xspf] {
      let bytes = PlaylistWriter(format: format).bytes(playlist, at: path)
      let again = try PlaylistReader(exists: { _ in true }).parse(bytes, from: path)
      #expect(again.entries.count == (format == .xspf ? 3 : 0) && again.warnings.isEmpty)
    }
  }

  @Test func elementsOfOtherNamespacesAreIgnored() throws {
    let playlist = try xspf(
      """
      <track><location>a</location><title>T</title><o:title xmlns:o="u">O</o:title>
      <o:location xmlns:o="u">o</o:location></track>
      <o:track xmlns:o="u"><o:location>b</o:location></o:track>
      """)
    #expect(playlist.entries.map(\.location) == [.file(FilePath("/l/a"))])
    #expect(playlist.entries.map(\.title) == ["T"])
  }

  @Test func brokenXSPFGivesTheTracksBeforeTheError() throws {
    let playlist = try parse(
      "<playlist><trackList><track><location>a</location></track>\n<track></playlist>", name: "/l/a.xspf")
    #expect(playlist.entries.map(\.location) == [.file(FilePath("/l/a"))])
    #expect(playlist.warnings.last?.line == 2)
  }

  @Test(arguments: [
    "<playlist><trackList", "<html></html>", "not xml", "<!DOCTYPE playlist [<!ENTITY a \"b\">]><playlist/>",
  ])
  func documentThatIsNoPlaylistIsRefused(text: String) {
    #expect(throws: FileError.self) { try parse(text, name: "/l/a.xspf") }
  }

  @Test func encodingOfXSPFIsDeclaredOrDetected() throws {
    let body =
      "<playlist><trackList><track><location>a</location><title>é</title></track></trackList></playlist>"
    let latin1 = { (text: String) in text.unicodeScalars.map { UInt8($0.value) } }
    let said = try parse(latin1("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>" + body), name: "/l/a.xspf")
    let unsaid = try parse(latin1(body), name: "/l/a.xspf")
    let wide = try parse(
      [0xFF, 0xFE] + body.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, name: "/l/a.xspf")
    #expect([said, unsaid, wide].map(\.encoding) == [.latin1, .latin1, .utf16LittleEndian])
    #expect([said, unsaid, wide].map { $0.entries.map(\.title) } == [["é"], ["é"], ["é"]])
    // expat does not know this encoding; 95 5C is one character in it.
    let head = Array("<?xml version=\"1.0\" encoding=\"Shift_JIS\"?><playlist><trackList><track>".utf8)
    let title = Array("<location>a</location><title>".utf8) + [0x95, 0x5C]
    let tail = Array("</title></track></trackList></playlist>".utf8)
    #expect(try parse(head + title + tail, name: "/l/a.xspf").entries.map(\.title) == ["表"])
  }

  @Test func deeplyNestedElementsAreReadWithoutACrash() throws {
    let deep = String(repeating: "<a>", count: 100_000) + String(repeating: "</a>", count: 100_000)
    let playlist = try xspf("<track><extension>\(deep)</extension><location>a</location></track>")
    #expect(playlist.entries.map(\.location) == [.file(FilePath("/l/a"))])
  }
}
