import AudioBase
import Documents
import Playlists
import SystemBase
import Testing

@Suite struct PlaylistEncodingTests {
  private static let text = "#EXTM3U\r\n#EXTINF:3,Léo - Lakmé\r\ncafé.mp3\r\n"

  private func parse(_ bytes: [UInt8], there: Set<FilePath> = []) throws -> Playlist {
    try PlaylistReader(exists: { there.contains($0) }).parse(bytes, from: FilePath("/l/x.m3u"))
  }

  private static func utf16(_ text: String, _ mark: [UInt8], big: Bool) -> [UInt8] {
    mark
      + text.utf16.flatMap { big ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  @Test(arguments: [
    (Array(text.utf8), TextEncoding.utf8), ([0xEF, 0xBB, 0xBF] + Array(text.utf8), .utf8),
    (utf16(text, [0xFF, 0xFE], big: false), .utf16LittleEndian),
    (utf16(text, [0xFE, 0xFF], big: true), .utf16BigEndian),
    (utf16(text, [0xFF, 0xFE], big: false) + [7], .utf16LittleEndian),
    (text.unicodeScalars.map { UInt8($0.value) }, .latin1),
  ])
  func everyEncodingGivesTheSameList(bytes: [UInt8], encoding: TextEncoding) throws {
    let playlist = try parse(bytes)
    var entry = PlaylistEntry(.file(FilePath("/l/café.mp3")), isMissing: true)
    (entry.artist, entry.title, entry.duration) = ("Léo", "Lakmé", 3)
    #expect(playlist.encoding == encoding)
    #expect(playlist.entries == [entry])
  }

  @Test func rawBytesOfANameAreKeptWhereThatFileExists() throws {
    let raw = FilePath(bytes: Array("/l/caf".utf8) + [0xE9])
    let line = Array("caf".utf8) + [0xE9, 0x0A]
    #expect(try parse(line, there: [raw]).entries == [PlaylistEntry(.file(raw))])
    #expect(
      try parse(line, there: [FilePath("/l/café")]).entries == [PlaylistEntry(.file(FilePath("/l/café")))])
  }

  /// A list with one line, which is too short to detect its encoding, is read in the encoding in which the file exists.
  /// The second byte of 表 and ソ is that of a backslash in Shift JIS, that of 誠 in GBK and of 許 in Big5.
  @Test(arguments: [
    ("SHIFT_JIS", "表\\ソ.mp3", "表/ソ.mp3"), ("SHIFT_JIS", "表/ソ.mp3", "表/ソ.mp3"),
    ("GBK", "音乐\\歌 曲.mp3", "音乐/歌 曲.mp3"), ("BIG5", "許\\功.mp3", "許/功.mp3"),
    ("BIG5", "許/功.mp3", "許/功.mp3"), ("WINDOWS-1251", "Песни\\Ёлка.mp3", "Песни/Ёлка.mp3"),
    ("KOI8-R", "Песни/Ёлка.mp3", "Песни/Ёлка.mp3"), ("EUC-KR", "노래\\별.mp3", "노래/별.mp3"),
    ("WINDOWS-1250", "písně\\žár.mp3", "písně/žár.mp3"), ("IBM850", "café\\ñ.mp3", "café/ñ.mp3"),
  ])
  func encodingIsThatInWhichTheFilesExist(encoding: String, name: String, path: String) throws {
    let encoded = try #require(
      CharsetConverter.bytes(of: Array(name.utf8), in: TextEncoding(rawValue: encoding)))
    let file = FilePath("/l/\(path)")
    let m3u = try parse(encoded + [0x0D, 0x0A], there: [file])
    #expect(m3u.entries == [PlaylistEntry(.file(file))])
    let sheet = Array("FILE \"".utf8) + encoded + Array("\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n".utf8)
    let cue = try parse(sheet, there: [file])
    #expect(cue.format == .cue && cue.entries.map(\.location) == [.file(file)])
    #expect(cue.entries.map(\.isMissing) == [false])
  }

  @Test func titlesAreInTheEncodingOfTheFiles() throws {
    let text = "#EXTM3U\n#EXTINF:3,Кино - Кукушка\nКино.mp3\n#EXTINF:3,x\nнет.mp3\n"
    let bytes = try #require(
      CharsetConverter.bytes(of: Array(text.utf8), in: TextEncoding(rawValue: "IBM866")))
    let playlist = try parse(bytes, there: [FilePath("/l/Кино.mp3")])
    #expect(playlist.encoding.rawValue == "IBM866")
    #expect(playlist.entries.map(\.title) == ["Кукушка", "x"])
    #expect(
      playlist.entries.map(\.location) == [.file(FilePath("/l/Кино.mp3")), .file(FilePath("/l/нет.mp3"))])
  }

  /// As on a disk of Windows that keeps the names in its encoding.
  @Test func namesInTheEncodingOfTheListMayHaveBackslashes() throws {
    let shiftJIS = TextEncoding(rawValue: "SHIFT_JIS")
    let text = "日本の歌\\表.mp3\n日本の歌\\さくら.mp3\n"
    let bytes = try #require(CharsetConverter.bytes(of: Array(text.utf8), in: shiftJIS))
    let path = try #require(CharsetConverter.bytes(of: Array("/l/日本の歌/表.mp3".utf8), in: shiftJIS))
    let there: Set = [FilePath(bytes: path), FilePath("/l/日本の歌/さくら.mp3")]
    #expect(try parse(bytes, there: there).entries.map(\.isMissing) == [false, false])
  }

  @Test(arguments: [false, true])
  func wideTextNeedsNoMark(big: Bool) throws {
    let text = "#EXTM3U\n#EXTINF:3,一 - 世一\n一.mp3\n"
    let playlist = try parse(Self.utf16(text, [], big: big))
    #expect(playlist.encoding == (big ? .utf16BigEndian : .utf16LittleEndian))
    #expect(playlist.entries.map(\.title) == ["世一"])
  }

  @Test func unpairedSurrogatesAreReplaced() throws {
    let playlist = try parse([0xFF, 0xFE, 0x61, 0, 0x3C, 0xD8, 0x62, 0])
    #expect(playlist.entries.map(\.location) == [.file(FilePath("/l/a\u{FFFD}b"))])
  }

  @Test func randomBytesAreParsedOrRefusedWithoutACrash() {
    var random = SeededGenerator(seed: 2)
    let words = [
      "#EXTM3U", "#EXTINF:", "-1", ",", " - ", "\"", "file://", "http://", "%4", "%00", "\\", "\r", "\n",
      "\r\n", "é", "#", "=", "/",
    ]
    for round in 0..<4_000 {
      var bytes: [UInt8] = [[], [0xFF, 0xFE], [0xFE, 0xFF], [0xEF, 0xBB, 0xBF]][round % 4]
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        if Bool.random(using: &random) {
          bytes += Array(words.randomElement(using: &random)?.utf8 ?? "".utf8)
        } else {
          bytes.append(.random(in: (round % 3 == 0 ? 0 : 1)...255, using: &random))
        }
      }
      guard let playlist = try? parse(bytes) else { continue }
      let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
      #expect(playlist.entries.count + playlist.warnings.count <= lines * 2)
    }
  }

  @Test func playlistOfAHundredThousandEntriesIsReadWhole() throws {
    let text =
      "#EXTM3U\n" + (0..<100_000).map { "#EXTINF:\($0),Artist - Title \($0)\nfolder/\($0).mp3\n" }.joined()
    let playlist = try parse(Array(text.utf8))
    #expect(playlist.entries.count == 100_000)
    #expect(playlist.entries.last?.title == "Title 99999")
  }
}
