import AudioBase
import Containers
import SystemBase
import TestSupport
import Testing

@testable import TrackTags

/// Tags and the picture of another file, embedded in a new one.
@Suite struct TagEmbedTests {
  private let music: TestMusic

  init() throws { music = try TestMusic() }

  private func file(_ kind: String) throws -> FilePath {
    switch kind {
    case "wav": return try music.wav("a.wav")
    case "flac": return try music.flac("a.flac")
    case "mp3": return try music.mp3("a.mp3")
    case "ogg": return try music.ogg("a.ogg")
    case "opus": return try music.opus("a.opus")
    default: return try music.converted("a.aiff")
    }
  }

  @Test(arguments: ["wav", "flac", "mp3", "ogg", "opus", "aiff"])
  func theBestPictureOfAnotherFileIsEmbedded(_ kind: String) throws {
    let picture = try music.folder.write(TestPictures.png, to: "cover.png")
    let source = try music.flac("source.flac", ["--picture=3|image/png||2x3x24|\(picture.shown)"])
    let path = try file(kind)
    let key = try TrackKeyReader.key(of: path)
    let edit = TagEdit.embed(
      [TagProperty(key: "GENRE", values: ["Dub"]), TagProperty(key: "COMMENT", values: ["take 1"])],
      pictureOf: source)
    var writer = ByteWriter()
    edit.write(to: &writer)
    var reader = ByteReader(writer.bytes)
    #expect(try TagEdit(from: &reader) == edit)
    _ = try TagEditor.apply(edit, to: path)
    let embedded = try #require(try TagReader.picture(of: path))
    #expect(embedded.bytes == TestPictures.png)
    #expect(embedded.picture.type == TrackPicture.frontCover)
    #expect(try TagReader.read(path).genres == ["Dub"])
    #expect(try TrackKeyReader.key(of: path) == key)
    // Once more: the picture is replaced, not added.
    _ = try TagEditor.apply(edit, to: path)
    #expect(try TagReader.read(path).pictures.count == 1)
  }

  @Test func embeddingFromAFileWithoutAPictureKeepsThePictures() throws {
    let picture = try music.folder.write(TestPictures.png, to: "cover.png")
    let path = try music.flac("a.flac", ["--picture=3|image/png||2x3x24|\(picture.shown)"])
    _ = try TagEditor.apply(.embed([], pictureOf: try music.flac("plain.flac")), to: path)
    #expect(try TagReader.read(path).pictures.count == 1)
  }
}
