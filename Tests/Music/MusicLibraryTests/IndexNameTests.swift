import AudioBase
import SystemBase
import Testing

@testable import MusicLibrary

@Suite struct IndexNameTests {
  private let file = FilePath("/music/a.flac")

  @Test func indexNameOfAFileIsThePath() {
    let name = IndexName(file)
    #expect(name.bytes == file.bytes)
    #expect(name.file == file && name.section() == nil && name.startOfPart == nil)
    #expect(name.moved(to: FilePath("/b.flac")) == IndexName(FilePath("/b.flac")))
  }

  @Test func indexNameOfAPartIsReadBackAndSortsBehindTheFile() throws {
    let section = try #require(TrackSection(start: DiscTime(frames: 750), end: DiscTime(frames: 900)))
    let name = IndexName(bytes: IndexName(TrackLocation(path: file, section: section)).bytes)
    #expect(name.file == file && name.startOfPart == 750)
    #expect(name.section(end: 900) == section)
    #expect(name.location().path == file && name.location().section?.start == section.start)
    let range = IndexName.parts(of: file)
    #expect(range.from.lexicographicallyPrecedes(name.bytes))
    #expect(name.bytes.lexicographicallyPrecedes(range.to))
    #expect(
      name.moved(to: FilePath("/b.flac"))
        == IndexName(TrackLocation(path: FilePath("/b.flac"), section: section)))
  }
}
