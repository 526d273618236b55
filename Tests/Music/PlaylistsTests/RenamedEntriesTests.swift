import Documents
import Glibc
import SystemBase
import TestSupport
import Testing

@testable import Playlists

/// Names of renamed files in playlists and CUE sheets.
@Suite struct RenamedEntriesTests {
  /// A file of a playlist, with the renames `old.mp3` → `new & neu.mp3` and `é.mp3` → `ü.mp3`.
  struct Case: Sendable, CustomStringConvertible {
    let description: String
    /// `@` stands for the folder of the music.
    let old: String
    let new: String

    init(_ description: String, _ old: String, _ new: String) {
      (self.description, self.old, self.new) = (description, old, new)
    }
  }

  private let folder: TemporaryFolder
  private let music: FilePath
  private let renames: [(from: FilePath, to: FilePath)]

  init() throws {
    folder = try TemporaryFolder()
    music = folder.file("music")
    for path in [music, music.appending("other")] { #expect(path.withCString { mkdir($0, 0o755) } == 0) }
    for name in ["old.mp3", "é.mp3", "kept.mp3", "disc.flac", "other/old.mp3"] {
      _ = try folder.write("1", to: "music/\(name)")
    }
    renames = [("old.mp3", "new & neu.mp3"), ("é.mp3", "ü.mp3"), ("disc.flac", "one.flac")].map {
      [music] in (music.appending($0.0), music.appending($0.1))
    }
  }

  private func rewritten(
    _ content: [UInt8], _ name: String = "list.m3u", reversed: Bool = false
  ) throws -> [UInt8]? {
    let renames = reversed ? renames.map { (from: $0.to, to: $0.from) } : renames
    return try RenamedEntries(renames).rewritten(content, of: music.appending(name))
  }

  @Test(arguments: [
    Case(
      "bare names and CRLF", "#EXTM3U\r\n#EXTINF:1,old.mp3\r\nold.mp3\r\nkept.mp3\r\n",
      "#EXTM3U\r\n#EXTINF:1,old.mp3\r\nnew & neu.mp3\r\nkept.mp3\r\n"),
    Case("no line end at the end", "old.mp3", "new & neu.mp3"),
    Case("absolute", "@/old.mp3\n@/other/old.mp3\n", "@/new & neu.mp3\n@/other/old.mp3\n"),
    Case(
      "through another folder", "other/../old.mp3\nother/old.mp3\n", "other/../new & neu.mp3\nother/old.mp3\n"
    ),
    Case("backslashes", ".\\old.mp3\n", ".\\new & neu.mp3\n"),
    Case("a URL", "file://@/%C3%A9.mp3\nhttp://a/old.mp3\n", "file://@/%C3%BC.mp3\nhttp://a/old.mp3\n"),
    Case("blanks and a repeated entry", "  old.mp3\t\nold.mp3\n", "  new & neu.mp3\t\nnew & neu.mp3\n"),
    Case(
      "PLS", "[playlist]\nFile2=old.mp3\nTitle2=old.mp3\nFile1=é.mp3\nNumberOfEntries=2\n",
      "[playlist]\nFile2=new & neu.mp3\nTitle2=old.mp3\nFile1=ü.mp3\nNumberOfEntries=2\n"),
    Case(
      "CUE", "FILE \"old.mp3\" MP3\n  TRACK 01 AUDIO\n    TITLE \"old.mp3\"\n    INDEX 01 00:00:00\n",
      "FILE \"new & neu.mp3\" MP3\n  TRACK 01 AUDIO\n    TITLE \"old.mp3\"\n    INDEX 01 00:00:00\n"),
    Case(
      "CUE that names another packing", "FILE \"C:\\disc.wav\" WAVE\n TRACK 01 AUDIO\n INDEX 01 00:00:00\n",
      "FILE \"C:\\one.flac\" WAVE\n TRACK 01 AUDIO\n INDEX 01 00:00:00\n"),
    Case(
      "XSPF",
      "<playlist xmlns='http://xspf.org/ns/0/'><trackList><track><location>\n old.mp3 </location><title>old.mp3</title></track><track><location>file://@/%c3%a9.mp3</location></track></trackList></playlist>",
      "<playlist xmlns='http://xspf.org/ns/0/'><trackList><track><location>\n new%20&amp;%20neu.mp3 </location><title>old.mp3</title></track><track><location>file://@/%C3%BC.mp3</location></track></trackList></playlist>"
    ),
  ]) func namesAreReplacedAndAllElseIsKept(item: Case) throws {
    let ending =
      item.old.hasPrefix("<")
      ? "xspf" : item.old.hasPrefix("[") ? "pls" : item.old.hasPrefix("FILE") ? "cue" : "m3u"
    func bytes(_ text: String) -> [UInt8] { Array(text.replacing("@", with: music.shown).utf8) }
    let changed = try rewritten(bytes(item.old), "list.\(ending)")
    #expect(
      changed.map { String(decoding: $0, as: UTF8.self) } == String(decoding: bytes(item.new), as: UTF8.self))
    // It says the same when the files have been renamed already, and its undo restores the names.
    for (from, to) in renames { try AtomicFile.rename(from, to: to) }
    #expect(try rewritten(bytes(item.old), "list.\(ending)") == changed)
    let restored = try rewritten(bytes(item.new), "list.\(ending)", reversed: true)
    let isRecoded = item.old.contains("%c3") || item.old.contains(".wav")
    if !isRecoded { #expect(restored == bytes(item.old)) }
  }

  @Test func otherPlaylistsAreLeftAlone() throws {
    for text in ["kept.mp3\n", "other/old.mp3\n", "old.mp3.bak\n", "http://a/old.mp3\n", "# old.mp3\n", ""] {
      #expect(try rewritten(Array(text.utf8)) == nil)
    }
  }

  @Test func encodingAndByteOrderMarkAreKept() throws {
    let latin = Array("#EXTINF:1,Caf".utf8) + [0xE9, 0x0A, 0xE9] + Array(".mp3\n".utf8)
    let expected = Array("#EXTINF:1,Caf".utf8) + [0xE9, 0x0A, 0xFC] + Array(".mp3\n".utf8)
    #expect(try rewritten(latin) == expected)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    #expect(try rewritten(mark + Array("é.mp3".utf8)) == mark + Array("ü.mp3".utf8))
    for order in [UTF16Order.little, .big] {
      let mark: [UInt8] = order == .little ? [0xFF, 0xFE] : [0xFE, 0xFF]
      let (old, new) = (order.utf16(Array("é.mp3\r\n".utf8)[...]), order.utf16(Array("ü.mp3\r\n".utf8)[...]))
      #expect(try rewritten(mark + old) == mark + new)
    }
  }

  @Test func nameThatTheEncodingLacksIsEscaped() throws {
    let list = Array("#EXTINF:1,Caf".utf8) + [0xE9, 0x0A] + Array("kept.mp3\n".utf8)
    let names = RenamedEntries([(music.appending("kept.mp3"), music.appending("Ж.mp3"))])
    let result = try #require(try names.rewritten(list, of: music.appending("list.m3u")))
    #expect(result.suffix(11) == Array("%D0%96.mp3\n".utf8)[...])
  }

  @Test func swappedNamesAreSwapped() throws {
    let (a, b) = (music.appending("kept.mp3"), music.appending("disc.flac"))
    let names = RenamedEntries([(a, b), (b, a)])
    let result = try names.rewritten(Array("kept.mp3\ndisc.flac\n".utf8), of: music.appending("list.m3u"))
    #expect(result == Array("disc.flac\nkept.mp3\n".utf8))
  }

  @Test func nameThatBeginsAsACommentIsWrittenWithItsFolder() throws {
    let names = RenamedEntries([(music.appending("old.mp3"), music.appending("#1.mp3"))])
    let result = try names.rewritten(Array("old.mp3\n".utf8), of: music.appending("list.m3u"))
    #expect(result == Array("./#1.mp3\n".utf8))
  }
}
