import AudioBase
import Documents
import Playlists
import SystemBase
import TestSupport
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
