import AudioBase
import SystemBase
import TestSupport
import Testing

@testable import TrackTags

/// Lyrics in the LRC format, in tags, and in files.
@Suite struct LyricsTests {
  private func texts(_ lyrics: Lyrics?) -> [String] { lyrics?.lines.map(\.text) ?? [] }
  private func times(_ lyrics: Lyrics?) -> [Double?] { lyrics?.lines.map(\.time) ?? [] }

  @Test func linesOfLyricsAreOrderedByTheirTimes() {
    let lyrics = Lyrics("[ti:Song]\r\n[00:12.50]second\r\n[00:01.25][01:02]chorus\r\n[00:30:20] third\r\n")
    #expect(texts(lyrics) == ["chorus", "second", "third", "chorus"])
    #expect(times(lyrics) == [1.25, 12.5, 30.2, 62])
    #expect(lyrics?.line(at: 0) == nil && lyrics?.line(at: 12.5) == 1 && lyrics?.line(at: 500) == 3)
    #expect(lyrics?.change(after: 12.5) == 30.2 && lyrics?.change(after: 62) == nil)
  }

  @Test func theOffsetMovesAllLinesEarlier() {
    #expect(times(Lyrics("[offset:+500]\n[00:02.00]a\n[00:00.10]b")) == [0, 1.5])
    #expect(times(Lyrics("[offset: -250]\n[00:02.00]a")) == [2.25])
    #expect(times(Lyrics("[offset:nan]\n[00:02.00]a")) == [2])
  }

  @Test func plainLyricsKeepTheirBracketsAndEmptyLines() {
    let lyrics = Lyrics("\n\n[Verse 1]\nfirst\n\nsecond [x2]\n\n")
    #expect(texts(lyrics) == ["[Verse 1]", "first", "", "second [x2]"])
    #expect(lyrics?.isTimed == false && lyrics?.line(at: 3) == nil)
  }

  @Test func timesOfWordsAreRemoved() {
    #expect(texts(Lyrics("[00:01.00]<00:01.00>one <00:01.50>two <3")) == ["one two <3"])
  }

  @Test(arguments: ["", "\n \n", "[ti:Song]\n[ar:Band]", "[00:01.00]\n[00:02.00] "])
  func textWithoutWordsGivesNoLyrics(_ text: String) { #expect(Lyrics(text) == nil) }

  @Test func overlongLyricsAreCut() {
    let lyrics = Lyrics(String(repeating: "[9999:59.99]y\n", count: 20_000))
    #expect(lyrics?.lines.count == Lyrics.mostLines)
  }

  @Test func lyricsFileBesideTheTrackOverridesTheTags() throws {
    let folder = try TemporaryFolder()
    let track = TrackLocation(path: folder.file("a.b.mp3"))
    let finder = LyricsFinder { _ in "from the tags" }
    #expect(texts(try finder.find(for: track)) == ["from the tags"])
    try folder.write(Array("[00:01]caf".utf8) + [0xE9], to: "a.b.lrc")
    #expect(texts(try finder.find(for: track)) == ["café"])
    let part = TrackLocation(
      path: track.path, section: TrackSection(start: DiscTime(frames: 75), end: nil))
    #expect(try finder.find(for: part) == nil)
  }

  @Test func lyricsTagOfEachFormatIsRead() throws {
    let folder = try TemporaryFolder()
    for (name, key) in [("a.flac", "LYRICS"), ("a.ogg", "UNSYNCEDLYRICS"), ("a.m4a", "lyrics")] {
      let path = folder.file(name)
      try Tool.run(
        "ffmpeg",
        ["-v", "error", "-f", "lavfi", "-i", "sine=d=1", "-metadata", "\(key)=one\ntwo", path.shown])
      #expect(try TagReader.lyrics(of: path) == "one\ntwo", "\(name)")
    }
  }

  @Test func synchronisedLyricsOfID3BecomeLRC() throws {
    let music = try TestMusic()
    var content: [UInt8] = [3] + Array("eng".utf8) + [2, 1, 0]
    for (text, time) in [("\nHel", 1000), ("lo", 1500), ("\nworld", 2250)] {
      content += Array(text.utf8) + [0] + [24, 16, 8, 0].map { UInt8(time >> $0 & 0xFF) }
    }
    let plain: [UInt8] = [3] + Array("eng".utf8) + [0] + Array("plain".utf8)
    let tag = TestID3.tag(version: 4, [("USLT", plain), ("SYLT", content)])
    let sound = try FileBytes.read(try music.mp3("tone.mp3"), limit: 1 << 20)
    let path = music.folder.file("a.mp3")
    try FileBytes.write(tag + sound, to: path)
    let lyrics = Lyrics(try TagReader.lyrics(of: path) ?? "")
    #expect(texts(lyrics) == ["Hello", "world"] && times(lyrics) == [1, 2.25])
  }
}
