import AudioBase
import SystemBase
import TestSupport
import Testing
import TrackTags

private let hasEncoder = Tool.mayUse("ffmpeg")

/// Several values of a tag are shown, and kept when other tags are changed.
@Suite struct SeveralValueTests {
  private let music: TestMusic

  init() throws { music = try TestMusic() }

  @Test func titlesAreJoinedAndKept() throws {
    let tag = TestID3.tag(version: 4, [("TIT2", TestID3.utf8("One\0Two"))])
    let sound = try FileBytes.read(try music.mp3("plain.mp3"), limit: 1 << 20)
    let paths = [
      try music.folder.write(tag + sound, to: "a.mp3"),
      try music.flac("a.flac", ["-T", "TITLE=One", "-T", "TITLE=Two"]),
    ]
    for path in paths {
      #expect(try TagReader.read(path).title == "One, Two")
      _ = try TagEditor.apply(.set([.album: "New"]), to: path)
      #expect(try TagReader.read(path).title == "One, Two")
      #expect(try TagEditor.texts(of: path)[.title] == "One ; Two")
      _ = try TagEditor.apply(.set([.title: "One ; Three"]), to: path)
      #expect(try TagReader.read(path).title == "One, Three")
      #expect(try TagReader.read(path).album == "New")
    }
  }

  private func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) } }

  private func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    big(content.count + 8) + Array(name.utf8) + content
  }

  private func item(_ name: String, _ values: [String]) -> [UInt8] {
    let empty: [UInt8] = [0, 0, 0, 0]
    let names = box("mean", empty + Array("com.apple.iTunes".utf8)) + box("name", empty + Array(name.utf8))
    return box("----", names + values.flatMap { box("data", big(1) + empty + Array($0.utf8)) })
  }

  /// Makes a file with items behind the others. Its box `moov` is the last one.
  private func file(_ items: [UInt8]) throws -> FilePath {
    let path = music.folder.file("a.m4a")
    let input = try music.wav().shown
    let options = ["-c:a", "aac", "-metadata", "title=Duo", "-metadata", "album=Old"]
    try Tool.run("ffmpeg", ["-y", "-v", "error", "-i", input] + options + [path.shown])
    var bytes = try FileBytes.read(path, limit: 1 << 24)
    var end = 0
    for name in ["moov", "udta", "meta", "ilst"] {
      let place = try #require(bytes.ranges(of: Array(name.utf8)).last).lowerBound - 4
      let size = bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
      bytes.replaceSubrange(place..<(place + 4), with: big(size + items.count))
      end = place + size
    }
    bytes.insert(contentsOf: items, at: end)
    return try music.folder.write(bytes, to: "a.m4a")
  }

  @Test(.enabled(if: hasEncoder, "ffmpeg makes these files"), arguments: [0, 1, 2])
  func albumOfMP4IsWrittenBesideFreeFormItems(_ index: Int) throws {
    let items = [
      item("ARTISTS", ["A", "B"]), item("artists", ["A"]) + item("ARTISTS", ["B"]),
      item("Artists", ["A", "B"]) + item("MusicBrainz Artist Id", ["x", "y"]),
    ]
    let path = try file(items[index])
    #expect(try TagReader.read(path).artists == ["A", "B"])
    _ = try TagEditor.apply(.set([.album: "New"]), to: path)
    let track = try TagReader.read(path)
    #expect(track.album == "New" && track.title == "Duo" && track.artists == ["A", "B"])
    #expect(track.musicBrainz.artists == (index == 2 ? ["x", "y"] : []))
    let isKept = try FileBytes.read(path, limit: 1 << 24).contains(items[index])
    #expect(isKept)
  }

  /// TagLib would write the number of the genre as a text, and leave out the others.
  @Test(.enabled(if: hasEncoder, "ffmpeg makes these files")) func otherItemsOfMP4KeepTheirBytes() throws {
    let empty = [UInt8](repeating: 0, count: 8)
    let items = [
      box("gnre", box("data", empty + [0, 18])), box("xbin", box("data", empty + [0, 0xFF, 1])),
      box("yodd", Array("odd".utf8)), box("free", [7, 7]),
    ]
    let path = try file(items.reduce([], +))
    #expect(try TagReader.read(path).genre == "Rock")
    _ = try TagEditor.apply(.set([.album: String(repeating: "New", count: 900), .rating: "4"]), to: path)
    let track = try TagReader.read(path)
    #expect(track.album?.count == 2_700 && track.title == "Duo" && track.genre == "Rock")
    var bytes = try FileBytes.read(path, limit: 1 << 24)
    for item in items { #expect(!bytes.ranges(of: item).isEmpty, "\(item)") }
    _ = try TagEditor.apply(.set([.genre: "Dub"]), to: path)
    #expect(try TagReader.read(path).genre == "Dub")
    bytes = try FileBytes.read(path, limit: 1 << 24)
    #expect(items.map { bytes.ranges(of: $0).isEmpty } == [true, false, false, false])
  }
}
