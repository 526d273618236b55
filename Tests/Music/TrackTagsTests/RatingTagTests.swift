import SystemBase
import TestSupport
import Testing

@testable import AudioBase
@testable import TrackTags

/// Ratings that other programs have written, read as a scan reads them, and written again.
@Suite struct RatingTagTests {
  private let music: TestMusic

  init() throws { music = try TestMusic() }

  private func id3(_ frames: [(id: String, content: [UInt8])]) throws -> FilePath {
    let sound = try FileBytes.read(try music.mp3("plain.mp3"), limit: 1 << 20)
    return try music.folder.write(TestID3.tag(version: 4, frames) + sound, to: "a.mp3")
  }

  private static func popularimeter(_ rating: UInt8) -> (id: String, content: [UInt8]) {
    ("POPM", Array("Windows Media Player 9 Series\0".utf8) + [rating, 0, 0, 0, 7])
  }

  @Test(arguments: [(["RATING=4"], 4), (["RATING=60"], 3), (["FMPS_RATING=0.4"], 2), (["RATING=0"], 0)])
  func ratingsInVorbisCommentsAreRead(_ comments: [String], _ stars: Int) throws {
    let flac = try music.flac("a.flac", comments.flatMap { ["-T", $0] })
    let ogg = try music.ogg("a.ogg", comments.flatMap { ["-c", $0] })
    #expect(try [flac, ogg].map { try TagReader.read($0).rating?.stars ?? 0 } == [stars, stars])
  }

  @Test func ratingsInAnID3PopularimeterOrTextAreRead() throws {
    for (number, stars) in [(1, 1), (64, 2), (128, 3), (196, 4), (255, 5)] as [(UInt8, Int)] {
      #expect(try TagReader.read(try id3([Self.popularimeter(number)])).rating?.stars == stars)
    }
    for (text, stars) in [("FMPS_Rating\0" + "0.8", 4), ("RATING\0" + "40", 2)] {
      #expect(try TagReader.read(try id3([("TXXX", TestID3.utf8(text))])).rating?.stars == stars)
    }
  }

  @Test func ratingsInMP4ItemsAreReadAndEdited() throws {
    // The item as a number of two bytes, and as a text.
    let number = MP4Items.box("rate", MP4Items.data(type: 21, [0, 60]))
    let text = MP4Items.box("rate", MP4Items.data(type: 1, Array("100".utf8)))
    let free = MP4Items.box(
      "----",
      MP4Items.box("mean", [0, 0, 0, 0] + Array("com.apple.iTunes".utf8))
        + MP4Items.box("name", [0, 0, 0, 0] + Array("FMPS_Rating".utf8))
        + MP4Items.data(type: 1, Array("0.4".utf8)))
    for (index, (item, stars)) in [(number, 3), (text, 5), (free, 2)].enumerated() {
      let path = try MP4Items.file("\(index).m4a", adding: item, music)
      #expect(try TagReader.read(path).rating?.stars == stars, "\(index)")
      _ = try TagEditor.apply(.set([.rating: "4"]), to: path)
      #expect(try TagReader.read(path).rating == 4, "\(index)")
      #expect(try TagReader.read(path).title == "T")
    }
  }

  @Test func ratingInWindowsMediaIsWrittenAsANumber() throws {
    let path = music.folder.file("a.wma")
    try Tool.run("ffmpeg", ["-y", "-v", "error", "-i", try music.wav().shown, "-c:a", "wmav2", path.shown])
    _ = try TagEditor.apply(.set([.rating: "2"]), to: path)
    #expect(try TagReader.read(path).rating == 2)
    #expect(try TagInventory(of: path).values["WM/SharedUserRating"] == ["25"])
  }

  @Test func anEditChangesEveryRatingThatTheFileHas() throws {
    let flac = try music.flac("a.flac", ["-T", "RATING=20", "-T", "FMPS_RATING=0.2"])
    _ = try TagEditor.apply(.set([.rating: "4"]), to: flac)
    let values = try TagInventory(of: flac).values
    #expect(values["RATING"] == ["80"] && values["FMPS_RATING"] == ["0.8"])
    let mp3 = try id3([Self.popularimeter(64), ("TXXX", TestID3.utf8("FMPS_Rating\0" + "0.4"))])
    _ = try TagEditor.apply(.set([.rating: "5"]), to: mp3)
    #expect(try TagInventory(of: mp3).values["POPM"] == ["255"])
    #expect(try TagInventory(of: mp3).values["FMPS_RATING"] == ["1.0"])
    _ = try TagEditor.apply(.set([.rating: "0"]), to: mp3)
    #expect(try TagReader.read(mp3).rating == nil)
  }

  /// The parts of a file have no tags of their own.
  @Test func partOfAFileDoesNotHaveTheRatingOfTheFile() {
    var track = TrackInfo(path: FilePath("disc.flac"))
    track.rating = 4
    var entry = PlaylistEntry(.file(track.path))
    entry.section = TrackSection(start: DiscTime(frames: 75), end: nil)
    #expect(track.part(entry).rating == nil)
  }
}

/// Adds items to MP4 files that TagLib cannot write.
private enum MP4Items {
  static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    size(content.count + 8) + Array(name.utf8) + content
  }

  static func data(type: UInt8, _ value: [UInt8]) -> [UInt8] {
    box("data", [0, 0, 0, type, 0, 0, 0, 0] + value)
  }

  private static func size(_ size: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(size >> $0 & 0xFF) } }

  /// Encodes a file with a title, whose list of items is at its end, and appends an item to the list.
  static func file(_ name: String, adding item: [UInt8], _ music: TestMusic) throws -> FilePath {
    let path = music.folder.file(name)
    try Tool.run(
      "ffmpeg",
      ["-y", "-v", "error", "-i", try music.wav().shown, "-c:a", "aac", "-metadata", "title=T", path.shown])
    var bytes = try FileBytes.read(path, limit: 1 << 20)
    for box in ["moov", "udta", "meta", "ilst"] {
      let starts = bytes.ranges(of: Array(box.utf8)).map { $0.lowerBound - 4 }
      let start = try #require(
        starts.first { start in
          bytes[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) } == bytes.count - start
        }, "\(box) is the last box")
      bytes.replaceSubrange(start..<(start + 4), with: size(bytes.count - start + item.count))
    }
    try AtomicFile.replace(path, with: bytes + item)
    return path
  }
}
