import AudioBase
import Containers
import SystemBase
import TestSupport
import Testing
import TrackTags

/// Tags in the chunks of WAVE files, also where the chunks do not follow each other.
@Suite struct WaveTagTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func little(_ value: Int, _ size: Int = 4) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func chunk(_ name: String, _ content: [UInt8], isPadded: Bool = true) -> [UInt8] {
    Array(name.utf8) + little(content.count) + content + (isPadded && content.count % 2 == 1 ? [0] : [])
  }

  private static func list(_ items: [(String, [UInt8])], isPadded: Bool = true) -> [UInt8] {
    chunk("LIST", Array("INFO".utf8) + items.flatMap { chunk($0.0, $0.1 + [0], isPadded: isPadded) })
  }

  private static func codePage(_ page: Int) -> [UInt8] {
    chunk("CSET", little(page, 2) + [0, 0, 0, 0, 0, 0])
  }

  /// A file of 8 bits and one channel.
  private static func wave(
    _ name: String = "RIFF", before: [UInt8] = [], sound: [UInt8]? = nil, after: [UInt8]
  ) -> [UInt8] {
    let format = little(1, 2) + little(1, 2) + little(8_000) + little(8_000) + little(1, 2) + little(8, 2)
    var body = Array("WAVE".utf8) + before
    body += chunk("fmt ", format)
    body += sound ?? chunk("data", samples)
    body += after
    return Array(name.utf8) + little(name == "RIFF" ? body.count : 0xFFFF_FFFF) + body
  }

  private static let samples = (0..<441).map { UInt8(0x80 + $0 % 50) }

  private static let texts = list([("INAM", Array("Duo".utf8)), ("IPRD", Array("Lakmé".utf8))])
  private static let tag = chunk("id3 ", TestID3.tag(version: 4, [("TPE1", TestID3.utf8("Mado"))]))

  static let codePages: [(page: Int, bytes: [UInt8], text: String)] = [
    (0, [0x43, 0x61, 0x66, 0xE9], "Café"), (0, [0x93, 0x48, 0x69, 0x94], "“Hi”"),
    (1_251, [0xCF, 0xE5, 0xF1, 0xED, 0xFF], "Песня"), (1_251, Array("Zoë".utf8), "Zoë"),
    (932, [0x83, 0x65, 0x83, 0x58, 0x83, 0x67], "テスト"), (28_592, [0x61, 0xB9], "aš"),
    (20_866, [0xF0, 0xC5, 0xD3, 0xCE, 0xD1], "Песня"), (65_001, Array("Песня".utf8), "Песня"),
    (64_999, [0x43, 0x61, 0x66, 0xE9], "Café"),
  ]

  @Test(arguments: codePages.indices) func infoTextIsReadInTheCodePageOfTheFile(_ index: Int) throws {
    let (page, bytes, text) = Self.codePages[index]
    let set = page == 0 ? [] : Self.codePage(page)
    let path = try folder.write(Self.wave(before: set, after: Self.list([("INAM", bytes)])), to: "a.wav")
    #expect(try TagReader.read(path).title == text)
  }

  enum Layout: String, CaseIterable {
    case regular, upperCase, beforeTheSound, strayBytes, zeros, letters, noPadding, noPaddingInTheList,
      longList
    case twoLists, wide
  }

  /// Returns a file with the same texts and the same tag in each layout.
  private static func file(_ layout: Layout) -> [UInt8] {
    let all = texts + tag
    let title: (String, [UInt8]) = ("INAM", Array("Duo".utf8))
    switch layout {
    case .regular: return wave(after: all)
    case .upperCase: return wave(after: texts + Array("ID3 ".utf8) + tag.dropFirst(4))
    case .beforeTheSound: return wave(before: all, after: [])
    case .strayBytes: return wave(after: [0, 0x6E, 0, 0x69, 0, 0, 0, 0] + all)
    case .zeros: return wave(after: [UInt8](repeating: 0, count: 100_001) + all)
    case .letters: return wave(after: Array("rubbish".utf8) + texts + Array("more".utf8) + tag)
    case .noPadding: return wave(sound: chunk("data", samples, isPadded: false), after: all)
    case .noPaddingInTheList:
      return wave(after: list([("IPRD", Array("Lakmé".utf8)), title], isPadded: false) + tag)
    case .longList: return wave(after: Array("LIST".utf8) + little(1 << 20) + texts.dropFirst(8) + tag)
    case .twoLists: return wave(before: list([title]), after: all)
    case .wide:
      let sizes = little(1_000, 8) + little(441, 8) + little(441, 8) + little(0)
      let sound = Array("data".utf8) + little(0xFFFF_FFFF) + samples + [0]
      return wave("RF64", before: chunk("ds64", sizes), sound: sound, after: all)
    }
  }

  @Test(arguments: Layout.allCases) func tagsOfEachLayoutAreRead(_ layout: Layout) throws {
    let track = try TagReader.read(try folder.write(Self.file(layout), to: "a.wav"))
    #expect(track.title == "Duo" && track.album == "Lakmé" && track.artist == "Mado")
    #expect(track.sampleRate == 8_000)
  }

  @Test(arguments: Layout.allCases.filter { $0 != .wide })
  func editOfEachLayoutKeepsTheOtherTagsAndTheSound(_ layout: Layout) throws {
    let path = try folder.write(Self.file(layout), to: "a.wav")
    let key = try TrackKeyReader.key(of: path)
    _ = try TagEditor.apply(.set([.title: "New"]), to: path)
    let track = try TagReader.read(path)
    #expect(track.title == "New" && track.album == "Lakmé" && track.artist == "Mado")
    #expect(try TrackKeyReader.key(of: path) == key)
    let bytes = try FileBytes.read(path, limit: 1 << 20)
    #expect(bytes.contains(Self.chunk("INAM", Array("New\0".utf8))))
    #expect(Self.little(bytes.count - 8) == Array(bytes[4..<8]))
  }

  @Test(arguments: ["RF64", "BW64"]) func editOfAWideFileKeepsTheOtherChunks(_ name: String) throws {
    var file: [UInt8] = Array(name.utf8) + Self.file(.wide).dropFirst(4)
    // A chunk behind the tags, of an odd size.
    file += Self.chunk("axml", Array("<a/>!".utf8))
    let path = try folder.write(file, to: "a.wav")
    let (key, duration) = (try TrackKeyReader.key(of: path), try TagReader.read(path).duration)
    #expect(try TagEditor.texts(of: path)[.title] == "Duo")
    let former = try TagEditor.apply(.set([.title: "A longer title", .rating: "4"]), to: path)
    var track = try TagReader.read(path)
    #expect(track.title == "A longer title" && track.album == "Lakmé" && track.artist == "Mado")
    #expect(track.rating == 4 && track.duration == duration)
    #expect(try TrackKeyReader.key(of: path) == key)
    let bytes = try FileBytes.read(path, limit: 1 << 20)
    #expect(bytes.starts(with: file[..<20]) && Array(bytes[20..<28]) == Self.little(bytes.count - 8, 8))
    // From the size of the sound up to the tags.
    let sound = 28..<(file.count - Self.texts.count - Self.tag.count - 14)
    #expect(Array(bytes[sound]) == Array(file[sound]))
    #expect(!bytes.ranges(of: Self.chunk("axml", Array("<a/>!".utf8))).isEmpty)
    #expect(bytes.ranges(of: Self.chunk("INAM", Array("A longer title\0".utf8))).count == 1)
    _ = try TagEditor.apply(.restore(former), to: path)
    track = try TagReader.read(path)
    #expect(track.title == "Duo" && track.rating == nil && track.artist == "Mado")
  }

  @Test func wideFileWithoutTagsGetsThem() throws {
    let sizes = Self.little(1_000, 8) + Self.little(441, 8) + Self.little(441, 8) + Self.little(0)
    let sound = Array("data".utf8) + Self.little(0xFFFF_FFFF) + Self.samples
    let path = try folder.write(
      Self.wave("RF64", before: Self.chunk("ds64", sizes), sound: sound, after: []), to: "a.wav")
    _ = try TagEditor.apply(.set([.title: "New"]), to: path)
    let track = try TagReader.read(path)
    #expect(track.title == "New" && track.sampleRate == 8_000)
  }

  /// Items in the summary list of Sony's format.
  @Test func textsOfAWave64FileAreRead() throws {
    let riff: [UInt8] = [0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 4, 0xC1, 0, 0]
    let wave: [UInt8] = [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A]
    let summary: [UInt8] = [
      0xBC, 0x94, 0x5F, 0x92, 0x5A, 0x52, 0xD2, 0x11, 0x86, 0xDC, 0, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A,
    ]
    func chunk(_ name: [UInt8], _ content: [UInt8]) -> [UInt8] {
      let padding = [UInt8](repeating: 0, count: (8 - content.count % 8) % 8)
      return name + Self.little(content.count + 24, 8) + content + padding
    }
    let items = [("INAM", "Песня"), ("IPRD", "Lakmé"), ("ITRK", "3/12")].flatMap { name, text -> [UInt8] in
      let units = Array(text.utf16) + [0]
      return Array(name.utf8) + Self.little(2 * units.count)
        + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }
    let format =
      Self.little(1, 2) + Self.little(1, 2) + Self.little(8_000) + Self.little(8_000) + Self.little(1, 2)
      + Self.little(8, 2)
    let body =
      chunk(Array("fmt ".utf8) + wave, format) + chunk(Array("data".utf8) + wave, Self.samples)
      + chunk(summary, Self.little(3) + items)
    let head = Array("riff".utf8) + riff + Self.little(body.count + 40, 8) + Array("wave".utf8) + wave
    let track = try TagReader.read(try folder.write(head + body, to: "a.w64"))
    #expect(track.title == "Песня" && track.album == "Lakmé" && track.trackNumber == 3)
    #expect(track.trackTotal == 12 && track.sampleRate == 8_000)
  }

  @Test func editKeepsTheCodePageAndTheBytesOfOtherItems() throws {
    let items: [(String, [UInt8])] = [
      ("ISFT", Array("Recorder".utf8)), ("INAM", [0xCF, 0xE5, 0xF1, 0xED, 0xFF]),
      ("IART", [0xD5, 0xEE, 0xF0]),
      ("IXYZ", [0xFF, 0xFE]),
    ]
    let file = Self.wave(before: Self.codePage(1_251), after: Self.list(items))
    let path = try folder.write(file, to: "a.wav")
    _ = try TagEditor.apply(.set([.title: "Звук"]), to: path)
    let track = try TagReader.read(path)
    #expect(track.title == "Звук" && track.artist == "Хор")
    var written = items
    written[1].1 = [0xC7, 0xE2, 0xF3, 0xEA]
    #expect(try FileBytes.read(path, limit: 1 << 20).contains(Self.list(written)))
    // A text that the code page lacks is written as UTF-8.
    _ = try TagEditor.apply(.set([.title: "テスト"]), to: path)
    #expect(try TagReader.read(path).title == "テスト")
  }

  @Test func pictureAndLyricsOfAWideFileAreRead() throws {
    let frames: [(id: String, content: [UInt8])] = [
      ("APIC", TestID3.picture("image/png", type: 3, TestPictures.png)),
      ("USLT", [3] + Array("eng\0la la".utf8)),
    ]
    let tag = Self.chunk("ID3 ", TestID3.tag(version: 4, frames))
    let path = try folder.write(Self.wave("RF64", after: tag), to: "a.wav")
    #expect(try TagReader.picture(of: path)?.bytes == TestPictures.png)
    #expect(try TagReader.lyrics(of: path) == "la la")
    #expect(try TagReader.read(path).pictures.count == 1)
  }

  @Test func textsBehindAZeroByteAreLeftOut() throws {
    let list = Self.list([("INAM", Array("Duo\0xyz".utf8)), ("ITRK", Array("3/12".utf8))])
    let track = try TagReader.read(try folder.write(Self.wave(after: list), to: "a.wav"))
    #expect(track.title == "Duo" && track.trackNumber == 3 && track.trackTotal == 12)
  }
}
