import SystemBase
import Testing

@Suite struct FilePathTests {
  @Test(arguments: [
    ("a/b.flac", "b.flac", "a", "flac"),
    ("/b.FLAC", "b.FLAC", "/", "flac"),
    ("song", "song", "", ""),
    (".hidden", ".hidden", "", ""),
    ("/x/y/.b.mp3", ".b.mp3", "/x/y", "mp3"),
  ])
  func pathIsSplitIntoNameFolderAndExtension(
    path: String, name: String, directory: String, fileExtension: String
  ) {
    let path = FilePath(path)
    #expect(path.lastComponent == FilePath(name))
    #expect(path.directory == FilePath(directory))
    #expect(path.fileExtension == fileExtension)
  }

  @Test func absoluteNameAppendedToAPathReplacesThePath() {
    #expect(FilePath("/music").appending("a.ogg") == FilePath("/music/a.ogg"))
    #expect(FilePath("/").appending("a.ogg") == FilePath("/a.ogg"))
    #expect(FilePath("").appending("a.ogg") == FilePath("a.ogg"))
    #expect(FilePath("/music").appending("/b.ogg") == FilePath("/b.ogg"))
  }

  @Test func aPathEndsBeforeTheFirstZeroByte() {
    #expect(FilePath(bytes: [0x61, 0, 0x62]) == FilePath("a"))
    #expect(FilePath("/music/a.mp3\u{0}33").bytes == Array("/music/a.mp3".utf8))
    #expect(FilePath("a\u{0}").appending("b\u{0}c") == FilePath("a/b"))
    #expect(FilePath(bytes: [0]).isEmpty)
  }

  @Test func namesThatAreNotUTF8AreShownEscaped() {
    #expect(FilePath(bytes: [0x63, 0x61, 0x66, 0xE9]).shown == "caf\\xE9")
    #expect(FilePath("a\u{1B}[2Jb\nc").shown == "a\\x1B[2Jb\\x0Ac")
    #expect(FilePath("Lakmé").shown == "Lakmé")
    #expect(FilePath("a\u{202E}3pm\u{9B}2J").shown == "a\\xE2\\x80\\xAE3pm\\xC2\\x9B2J")
  }
}
