import SystemBase
import Testing

@testable import Application
@testable import TrackTags

/// Patterns between file names and tags.
@Suite struct NamePatternTests {
  private func tags(_ pattern: String, _ path: String) throws -> [TagName: String]? {
    try #require(NamePattern(pattern)).tags(from: FilePath(path))
  }

  private func name(_ pattern: String, _ path: String, _ texts: [TagName: String]) throws -> String? {
    try? #require(NamePattern(pattern)).name(of: FilePath(path), TagTexts(texts: texts)).get().shown
  }

  @Test func namesAreReadByTheirPattern() throws {
    #expect(
      try tags("{track} {artist} - {title}", "/m/01 One - Two - Three.mp3")
        == [.track: "01", .artist: "One", .title: "Two - Three"])
    #expect(
      try tags("{artist}/{album}/{track}. {title}", "/m/A/B/3. C.flac")
        == [.artist: "A", .album: "B", .track: "3", .title: "C"])
    #expect(try tags("x{title}", "/m/xy.mp3") == [.title: "y"])
    for (pattern, path) in [
      ("{artist} - {title}", "/m/song.mp3"), ("x{title}", "/m/yx1.mp3"), ("{title}x", "/m/yxz.mp3"),
      ("{artist}{title}", "/m/ab.mp3"), ("{artist} - {title}", "/m/ - b.mp3"),
    ] { #expect(try tags(pattern, path) == nil, "\(pattern) \(path)") }
  }

  @Test func namesAreMadeOfTags() throws {
    let texts: [TagName: String] = [.title: "What? / Why", .artist: "Ä", .track: "3/12", .disc: "1/2"]
    #expect(try name("{disc}-{track} {artist} {title}", "/m/a.MP3", texts) == "1-03 Ä What_ _ Why.MP3")
    #expect(try name("{album}", "/m/a.mp3", texts) == nil)
    #expect(try name("{title}", "/m/a", [.title: ".. hidden .."]) == "_. hidden")
    let long = try #require(try name("{title}", "/m/a.flac", [.title: String(repeating: "é", count: 300)]))
    #expect(long.utf8.count <= 255 && long.hasSuffix("é.flac"))
  }

  @Test(arguments: ["", "no field", "{colour}", "{title"]) func invalidPatternIsRefused(pattern: String) {
    #expect(NamePattern(pattern) == nil)
  }

  @Test func patternsAreTypedAsCommands() throws {
    let pattern = try #require(NamePattern("{artist} - {title}"))
    #expect(
      try Command.parse("tags-from-names {artist} - {title}") == .request(.tagsFromNames(pattern)))
    #expect(try Command.parse("rename-files {artist} - {title}") == .request(.renameFiles(pattern)))
    #expect(throws: CommandError.self) { try Command.parse("rename-files {artist}/{title}") }
    #expect(throws: CommandError.self) { try Command.parse("tags-from-names {colour}") }
  }
}
