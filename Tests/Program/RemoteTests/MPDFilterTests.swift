import AudioBase
import MusicQuery
import SystemBase
import Testing

@testable import Remote

@Suite struct MPDFilterTests {
  private let song: MPDSong = {
    var track = TrackInfo(path: FilePath("/music/Björk/Debut/01.flac"))
    (track.title, track.artist, track.artists) = ("Human Behaviour", "Björk, Nellee", ["Björk", "Nellee"])
    (track.album, track.genres, track.genre) = ("Debut", ["Pop", "Dance"], "Pop, Dance")
    (track.date, track.trackNumber) = ("1993-07-05", 1)
    (track.stream.sampleRate, track.stream.bitsPerSample, track.stream.channels) = (44_100, 16, 2)
    var song = MPDSong(uri: "Björk/Debut/01.flac", track: track, addedAt: 1_700_000_000)
    (song.modifiedAt, song.priority) = (1_600_000_000, 7)
    return song
  }()

  private func accepts(_ arguments: [String], folded: Bool = false) throws -> Bool {
    try MPDFilterParser.filter(arguments, folded: folded).accepts(song)
  }

  @Test(arguments: [
    (["artist", "Björk"], true), (["Artist", "björk"], false), (["artist", "Björ"], false),
    (["artist", "Nellee", "album", "Debut"], true), (["artist", "Nellee", "album", "Post"], false),
    (["genre", "Dance"], true), (["any", "Debut"], true), (["file", "Björk/Debut/01.flac"], true),
    (["base", "Björk"], true), (["base", "Björk/"], true), (["base", "Bj"], false),
    (["albumartist", "Björk"], true), (["disc", ""], true), (["title", ""], false),
    (["modified-since", "1600000000"], true), (["modified-since", "2030-01-01T00:00:00Z"], false),
    (["modified-since", "1600000001"], false), (["added-since", "1600000001"], true), ([], true),
  ]) func filterPairsCompareWholeValues(arguments: [String], isAccepted: Bool) throws {
    #expect(try accepts(arguments) == isAccepted)
  }

  @Test(arguments: [
    (["artist", "BJORK"], true), (["title", "behav"], true), (["any", "1993"], true),
    (["any", "post"], false),
    (["file", "debut"], true),
  ]) func searchesIgnoreCaseAndAccents(arguments: [String], isAccepted: Bool) throws {
    #expect(try accepts(arguments, folded: true) == isAccepted)
  }

  @Test(arguments: [
    ("(artist == \"Björk\")", true), ("(Artist == 'björk')", false), ("(artist eq_ci 'BJORK')", true),
    ("(!(artist == \"Björk\"))", false), ("(artist != 'ABBA')", true),
    ("((artist == 'Björk') AND (title contains 'Beh'))", true),
    ("((artist == 'Björk') AND (!(title contains 'Beh')))", false),
    ("(title starts_with \"Human\")", true), ("(title !contains_cs 'human')", true),
    ("(AudioFormat == '44100:16:2')", true), ("(AudioFormat =~ '*:24:*')", false),
    ("(base \"Björk/Debut\")", true), ("(any == 'Dance')", true), ("(file contains '01')", true),
    ("(((genre == 'Pop')))", true), ("(title == \"Human Behaviour\")", true),
    ("(title =~ '^Human')", true), ("(title !~ '^Human')", false), ("(artist =~ 'Nel+ee')", true),
    ("(title =~ 'human')", false), ("(any =~ 'Da.ce')", true), ("(file =~ '0[0-9]\\\\.flac$')", true),
    ("(composer =~ '.')", false), ("(composer !~ '.')", true),
    ("(title starts_with_ci 'HUMAN')", true), ("(title starts_with_cs 'HUMAN')", false),
    ("(title !starts_with 'Human')", false), ("(title contains_ci 'BEH')", true),
    ("(title !contains_ci 'BEH')", false), ("(title eq_cs 'human behaviour')", false),
    ("(title !eq_ci 'human behaviour')", false), ("(prio >= 7)", true), ("(prio >= 8)", false),
    ("(modified-since '2020-09-13T12:26:40Z')", true), ("(modified-since '2020-09-13T12:26:41Z')", false),
    ("(added-since '2023-11-14T22:13:20Z')", true), ("(added-since '2023-11-14T22:13:21Z')", false),
  ]) func filterExpressionsMatchByEveryOperator(text: String, isAccepted: Bool) throws {
    #expect(try accepts([text]) == isAccepted)
  }

  @Test(arguments: [
    "(", "()", "(artist)", "(artist ==)", "(artist == x)", "(artist == 'x'", "(artist == 'x') y",
    "(foo == 'x')",
    "((artist == 'x') OR (artist == 'y'))", "(artist =~ '(')", "(artist =~ x)", "(prio >= x)", "(prio == 1)",
    "(artist ? 'x')", "(base 'x)",
    "(AudioFormat contains 'x')", "(modified-since 'yesterday')",
  ]) func malformedExpressionsAreRefused(text: String) {
    #expect(throws: MPDError.self) { try MPDFilterParser.filter([text], folded: false) }
  }

  @Test func searchesWithExpressionsIgnoreCase() throws {
    #expect(try accepts(["(title =~ '^HUMAN')"], folded: true))
    #expect(throws: MPDError(.argument, "Invalid regular expression: missing closing parenthesis")) {
      try accepts(["(title =~ '(')"])
    }
  }

  @Test func deepNestingIsRefused() {
    let deep =
      String(repeating: "(!", count: 10_000) + "(artist == 'x')" + String(repeating: ")", count: 10_000)
    #expect(throws: MPDError.self) { try MPDFilterParser.filter([deep], folded: false) }
  }

  @Test func unpairedAndUnknownFilterArgumentsAreRefused() {
    #expect(throws: MPDError.self) { try MPDFilterParser.filter(["artist"], folded: false) }
    #expect(throws: MPDError.self) { try MPDFilterParser.filter(["nothing", "x"], folded: false) }
  }

  @Test func sortWindowAndPositionOfASearchAreRead() throws {
    let selection = try MPDSelection(
      ["artist", "A", "sort", "-Date", "window", "2:4"], folded: false)
    #expect(selection.sort == .tag(.date) && selection.isDescending)
    #expect(selection.window?.within(10) == 2..<4)
    #expect(selection.filter == .tag(.artist, MPDFilter.Comparison(.equals, folded: false), "A"))
    #expect(throws: MPDError.self) { try MPDSelection(["artist", "A", "sort", "nothing"], folded: false) }
    #expect(try MPDSelection(["artist", "A", "position", "+0"], folded: false).position == "+0")
  }

  /// What the index finds is compared again, so it must never find less.
  @Test func conditionForTheIndexFindsNoLessThanTheFilter() throws {
    func condition(_ arguments: [String]) throws -> SearchQuery.Condition? {
      try MPDFilterParser.filter(arguments, folded: false).condition
    }
    #expect(try condition(["artist", "x"]) == .text(.artist, .equals("x")))
    #expect(try condition(["(artist != 'x')"]) == nil)
    #expect(try condition(["artist", ""]) == nil)
    #expect(try condition(["disc", "1", "album", "y"]) == .text(.album, .equals("y")))
    #expect(
      try condition(["albumartist", "x"])
        == .any([.text(.albumartist, .equals("x")), .text(.artist, .equals("x"))]))
  }

  private func changed(_ change: (inout TrackInfo) -> Void) -> MPDSong {
    var track = song.track
    change(&track)
    return MPDSong(uri: song.uri, track: track)
  }

  @Test func tagsThatThePlayerDoesNotUseAreCompared() throws {
    let song = changed { $0.otherTags = [.composer: ["Ann", "Bea"], .originalDate: ["1971-02"]] }
    for (expression, isAccepted) in [
      ("(composer == 'Bea')", true), ("(Composer contains_ci 'an')", true), ("(composer != 'Ann')", false),
      ("(composer =~ '^B')", true), ("(originaldate starts_with '1971')", true), ("(label == '')", true),
      ("(composersort == 'Ann')", true), ("(performer == 'Ann')", false), ("(any == 'Bea')", true),
      ("(any contains_ci 'ANN')", true), ("(any == '1971-02')", true), ("(any == 'Cee')", false),
    ] {
      let filter = try MPDFilterParser.expression(expression, folded: false)
      #expect(filter.accepts(song) == isAccepted, "\(expression)")
    }
  }

  @Test func textsInAnyTagAreKnownOfAFilter() throws {
    let filter = try MPDFilterParser.expression(
      "((any == 'x') AND (artist == 'a') AND (any contains_ci 'y') AND (any =~ 'z'))", folded: false)
    #expect(filter.anyTexts == ["x", "y"] && filter.withoutAnyTexts.anyTexts.isEmpty)
    #expect(filter.withoutAnyTexts.condition == .text(.artist, .equals("a")))
  }

  @Test func sortTagsFallBack() {
    let plain = changed { $0.albumArtist = nil }
    #expect(plain.effectiveValues(of: .albumArtistSort) == ["Björk", "Nellee"])
    #expect(plain.effectiveValues(of: .albumSort) == ["Debut"])
    let sorted = changed { ($0.albumArtist, $0.otherTags) = (nil, [.artistSort: ["Bjork"]]) }
    #expect(sorted.effectiveValues(of: .albumArtistSort) == ["Bjork"])
    let owned = changed { ($0.albumArtist, $0.otherTags) = ("V", [.artistSort: ["Bjork"]]) }
    #expect(owned.effectiveValues(of: .albumArtistSort) == ["V"])
    #expect(owned.values(of: .albumArtistSort).isEmpty)
  }

  @Test func tagThatSongsMustHaveIsKnownOfAFilter() throws {
    func required(_ text: String) throws -> String? {
      try MPDFilterParser.expression(text, folded: false).requiredTag.map { "\($0.tag.rawValue) \($0.text)" }
    }
    #expect(try required("((artist == 'x') AND (composer == 'Ann'))") == "COMPOSER Ann")
    #expect(try required("(composer contains_ci 'Ann')") == "COMPOSER ")
    for text in ["(composer != 'Ann')", "(composer == '')", "(titlesort == 'x')", "(artist == 'x')"] {
      #expect(try required(text) == nil, "\(text)")
    }
  }
}

@Suite struct MusicRootsTests {
  @Test func addressesAreRelativeToTheOnlyFolder() throws {
    let roots = MusicRoots([FilePath("/home/u/Music"), FilePath("/home/u/Music/sub")])
    #expect(roots.uri(FilePath("/home/u/Music/a/b.flac")) == "a/b.flac")
    #expect(roots.uri(FilePath("/tmp/c.wav")) == "/tmp/c.wav")
    #expect(roots.paths("a/b.flac") == [FilePath("/home/u/Music/a/b.flac")])
    #expect(roots.paths("") == [FilePath("/home/u/Music")])
    #expect(roots.paths("../x") == [] && roots.paths("a/../../x") == [])
    #expect(roots.contain(FilePath("/home/u/Music")) && roots.contain(FilePath("/home/u/Music/a..b/.c")))
    for path in [
      "/home/u", "/home/u/Musical", "/home/u/Music/..", "/home/u/Music/a/../../x", "/../home/u/Music",
    ] {
      #expect(!roots.contain(FilePath(path)), "\(path)")
    }
    #expect(roots.paths("/tmp/c.wav") == [FilePath("/tmp/c.wav")])
  }

  @Test func severalFoldersPrefixAddressesWithDistinctNames() {
    let roots = MusicRoots([FilePath("/a/Music"), FilePath("/b/Music"), FilePath("/c")])
    #expect(roots.roots.map(\.name) == ["Music", "Music (2)", "c"])
    #expect(roots.uri(FilePath("/b/Music/x.flac")) == "Music (2)/x.flac")
    #expect(roots.paths("Music (2)/x.flac") == [FilePath("/b/Music/x.flac")])
    #expect(roots.paths("nothing/x") == [])
  }

  @Test func everyFileNameHasAnAddressThatIsReadBack() throws {
    let roots = MusicRoots([FilePath("/m")])
    for bytes in [
      Array("/m/a\nb".utf8), Array("/m/".utf8) + [0xE9, 0x2E], Array("/m/a\\x41".utf8), Array("/m/#3".utf8),
      Array("/m/\\x41".utf8) + [0xE9],
    ] {
      let path = FilePath(bytes: bytes)
      let uri = roots.uri(path)
      #expect(!uri.contains("\n"))
      #expect(roots.paths(uri).contains(path), "\(uri)")
    }
  }

  @Test func filePartsHaveAddressesThatAreReadBack() throws {
    let roots = MusicRoots([FilePath("/m")])
    let part = TrackLocation(path: FilePath("/m/a.flac"), section: TrackSection(start: DiscTime(frames: 750)))
    #expect(roots.uri(part) == "a.flac#750")
    #expect(roots.locations("a.flac#750") == [TrackLocation(path: FilePath("/m/a.flac#750")), part])
  }
}
