import AudioBase
import SystemBase
import TestSupport
import Testing

@testable import AudioFiles

/// Chapters of files that ffmpeg has made.
@Suite(.enabled(if: TestSound.hasFFmpeg, "the ffmpeg program makes the files"))
struct ChapterReaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Chapters in milliseconds.
  private typealias Listed = (start: Int, end: Int, title: String?)

  private func metadata(_ chapters: [Listed]) -> [UInt8] {
    let parts = chapters.map { chapter in
      "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\(chapter.start)\nEND=\(chapter.end)\n"
        + (chapter.title.map { "title=\($0)\n" } ?? "")
    }
    return Array((";FFMETADATA1\n" + parts.joined()).utf8)
  }

  private func file(
    _ name: String, _ metadata: [UInt8], _ options: [String] = [], seconds: Int = 4
  ) throws -> FilePath {
    let list = try folder.write(metadata, to: "chapters.txt")
    return try TestSound(frames: seconds * 44_100).ffmpeg(
      in: folder, name, ["-i", list.shown, "-map", "0:a", "-map_chapters", "1"] + options)
  }

  private let three: [Listed] = [(0, 1000, "One"), (1000, 3000, "Zwei ü"), (3000, 4000, "Three")]

  @Test(arguments: ["a.mp3", "a.m4a", "a.mka", "a.webm", "a.opus", "a.mov"])
  func chaptersOfEachKindAreRead(name: String) throws {
    let options = name.hasSuffix("webm") ? ["-c:a", "libopus"] : []
    let chapters = try ChapterReader.chapters(of: file(name, metadata(three), options))
    #expect(chapters.map(\.title) == ["One", "Zwei ü", "Three"])
    #expect(chapters.map { ($0.start * 1000).rounded() } == [0, 1000, 3000])
  }

  /// The comments of the Ogg kinds, which FLAC has too.
  @Test(arguments: ["a.flac", "a.ogg"]) func chaptersInCommentsAreRead(name: String) throws {
    let comments = [
      "CHAPTER001=00:00:00.000", "CHAPTER001NAME=One", "CHAPTER002=00:00:01.500", "CHAPTER002NAME=Two",
    ]
    let sound = TestSound.standard
    let path =
      name == "a.flac"
      ? try sound.flac(in: folder, name, comments.flatMap { ["-T", $0] })
      : try sound.vorbis(in: folder, name, comments.flatMap { ["-c", $0] })
    #expect(
      try ChapterReader.chapters(of: path) == [
        Chapter(start: 0, title: "One"), Chapter(start: 1.5, title: "Two"),
      ])
  }

  @Test(arguments: ["a.mp3", "a.ogg", "a.flac", "a.wav", "a.m4a"])
  func fileWithoutChaptersHasNone(name: String) throws {
    let path = try TestSound.standard.ffmpeg(in: folder, name, ["-metadata", "title=Plain"])
    #expect(try ChapterReader.chapters(of: path) == [])
  }

  /// Chapters that overlap, are out of order, or begin after the end of the sound are listed by their starts.
  @Test func disorderedChaptersAreSorted() throws {
    let listed: [Listed] = [(2000, 3500, "C"), (0, 2500, "A"), (1000, 3000, "B"), (9000, 9500, "Late")]
    let chapters = try ChapterReader.chapters(of: file("a.mp3", metadata(listed)))
    #expect(chapters.map(\.title) == ["A", "B", "C", "Late"])
    #expect(chapters.within(4).map(\.title) == ["A", "B", "C"])
  }

  @Test func chaptersWithoutTitlesHaveNone() throws {
    let chapters = try ChapterReader.chapters(
      of: file("a.mka", metadata([(0, 1000, nil), (1000, 2000, nil)])))
    #expect(chapters == [Chapter(start: 0), Chapter(start: 1)])
  }

  /// A title that is not UTF-8 is read as Latin-1.
  @Test func titleThatIsNotUTF8IsReadAsLatin1() throws {
    var path = try file("a.mka", metadata([(0, 1000, "Caf__")]))
    var bytes = try FileBytes.read(path, limit: 1 << 20)
    let place = try #require(bytes.firstIndex(of: "Caf__"))
    bytes.replaceSubrange(place..<(place + 5), with: Array("Caf".utf8) + [0xE9, 0x21])
    path = try folder.write(bytes, to: "latin.mka")
    #expect(try ChapterReader.chapters(of: path).map(\.title) == ["Café!"])
  }

  /// A file with very many chapters lists the first ones.
  @Test func manyChaptersAreLimited() throws {
    let sound = try FileBytes.read(
      TestSound.standard.ffmpeg(in: folder, "a.mp3", ["-id3v2_version", "0"]), limit: 1 << 20)
    let path = try folder.write(chapterTag(count: 12_000) + sound, to: "many.mp3")
    let chapters = try ChapterReader.chapters(of: path)
    #expect(chapters.count == Chapter.limit && chapters.last?.start == Double(Chapter.limit - 1) / 1000)
  }

  /// An ID3v2.4 tag with a chapter for each millisecond (ID3v2 Chapter Frame Addendum, section 3.1).
  private func chapterTag(count: Int) -> [UInt8] {
    func big(_ number: Int) -> [UInt8] {
      (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    func synchsafe(_ number: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(number >> ($0 * 7) & 0x7F) } }
    let frames = (0..<count).flatMap { index in
      let content =
        Array("\(index)".utf8) + [0] + big(index) + big(index + 1) + [UInt8](repeating: 0xFF, count: 8)
      return Array("CHAP".utf8) + synchsafe(content.count) + [0, 0] + content
    }
    return Array("ID3".utf8) + [4, 0, 0] + synchsafe(frames.count) + frames
  }

  @Test func missingAndForeignFilesAreErrors() throws {
    let text = try folder.write("no music", to: "a.m4a")
    #expect(throws: FileError.self) { try ChapterReader.chapters(of: text) }
    #expect(throws: FileError.self) { try ChapterReader.chapters(of: folder.file("absent.mp3")) }
  }
}

extension [UInt8] {
  fileprivate func firstIndex(of text: String) -> Int? {
    let wanted = Array(text.utf8)
    return indices.dropLast(wanted.count - 1).first { self[$0..<($0 + wanted.count)].elementsEqual(wanted) }
  }
}
