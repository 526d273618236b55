import SystemBase
import TestSupport
import Testing
import TrackTags

@Suite struct PictureFinderTests {
  /// The header of a picture of that size.
  private func png(_ width: Int, _ height: Int) -> [UInt8] {
    let size = [width, height].flatMap { number in [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) } }
    return Array(TestPictures.png.prefix(16)) + size + [8, 2, 0, 0, 0]
  }

  private func music(pictures: [(type: Int, bytes: [UInt8])] = []) throws -> (TestMusic, FilePath) {
    let music = try TestMusic()
    var options: [String] = []
    for (index, picture) in pictures.enumerated() {
      let file = try music.folder.write(picture.bytes, to: "embedded\(index).bin")
      let size = [16, 20].map { start in picture.bytes[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) } }
      options.append("--picture=\(picture.type)|image/png||\(size[0])x\(size[1])x24|\(file.shown)")
    }
    return (music, try music.flac("a.flac", options))
  }

  @Test(arguments: ["cover.png", "Folder.PNG", "FRONT.png", "album.png"])
  func pictureInTheFolderIsFoundByName(name: String) throws {
    let (music, path) = try music()
    try music.folder.write(png(10, 10), to: name)
    try music.folder.write(png(99, 99), to: "back.png")
    try music.folder.write(png(99, 99), to: "cover.gif")
    let found = try #require(try PictureFinder(embedded: TagReader.picture).best(for: path))
    #expect(found.path?.lastComponent == FilePath(name))
    #expect(found.data.bytes == png(10, 10))
    #expect(found.hash == ContentHash(png(10, 10)))
  }

  @Test func largerPictureIsChosenAndTheEmbeddedOneOfEquals() throws {
    let (music, path) = try music(pictures: [(3, png(20, 20))])
    try music.folder.write(png(10, 30), to: "cover.png")
    #expect(try PictureFinder(embedded: TagReader.picture).best(for: path)?.path == nil)
    try music.folder.write(png(20, 20), to: "folder.png")
    #expect(try PictureFinder(embedded: TagReader.picture).best(for: path)?.path == nil)
    try music.folder.write(png(20, 21), to: "album.png")
    #expect(try PictureFinder(embedded: TagReader.picture).best(for: path)?.data.picture.height == 21)
  }

  @Test func frontCoversArePreferredAndIconsTakenLast() throws {
    let (music, path) = try music(pictures: [
      (4, png(900, 900)), (1, png(32, 32)), (0, png(9, 9)), (3, png(8, 8)),
    ])
    #expect(try TagReader.picture(of: path)?.picture.type == 3)
    try music.folder.write(png(9, 10), to: "cover.png")
    #expect(try PictureFinder(embedded: TagReader.picture).best(for: path)?.data.picture.height == 10)
  }

  @Test func oversizedPicturesAndOtherFilesAreSkipped() throws {
    let (music, path) = try music(pictures: [(3, png(8_001, 8_000))])
    try music.folder.write(png(0x7FFF_FFFF, 0x7FFF_FFFF), to: "cover.png")
    try music.folder.write("no picture", to: "front.png")
    #expect(try PictureFinder(embedded: TagReader.picture).best(for: path) == nil)
    try music.folder.write(png(8_000, 8_000), to: "album.png")
    #expect(
      try PictureFinder(embedded: TagReader.picture).best(for: path)?.path?.lastComponent
        == FilePath("album.png"))
    let large = try music.folder.write(png(10, 10), to: "folder.png")
    try Tool.run("truncate", ["-s", "33554433", large.shown])
    #expect(
      PictureFinder(embedded: TagReader.picture).folderPicture(music.folder.path)?.path?.lastComponent
        == FilePath("album.png"))
  }

  @Test func pictureOfAFileWithoutMusicIsAnError() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("text", to: "a.txt")
    #expect(throws: FileError.self) { try PictureFinder(embedded: TagReader.picture).best(for: path) }
    #expect(PictureFinder(embedded: TagReader.picture).folderPicture(folder.path) == nil)
    #expect(PictureFinder(embedded: TagReader.picture).folderPicture(folder.file("none")) == nil)
  }
}
