import Glibc
import SystemBase
import TestSupport
import Testing

@Suite struct FilePathTests {
  @Test func dotsAreRemovedWhereTheShorterPathLeadsToTheSameFile() throws {
    let folder = try TemporaryFolder()
    for name in ["lists", "music", "else", "else/lists"] {
      #expect(mkdir(folder.file(name).shown, 0o700) == 0)
    }
    try folder.write("", to: "music/a.mp3")
    #expect(symlink("else/lists", folder.file("linked").shown) == 0)
    func short(_ name: String) -> FilePath { folder.file(name).withoutDots }
    #expect(short("lists/../music/./a.mp3") == folder.file("music/a.mp3"))
    // The folders decide about a missing file.
    #expect(short("lists/../music/gone.mp3") == folder.file("music/gone.mp3"))
    // Behind the link, `..` is the folder `else`.
    #expect(short("linked/../a.mp3") == folder.file("linked/../a.mp3"))
    #expect(short("nowhere/../a.mp3") == folder.file("nowhere/../a.mp3"))
    #expect(FilePath("/../etc/./.").withoutDots == FilePath("/etc"))
    for path in ["/a/..b/.c", "../a", "", "/"] { #expect(FilePath(path).withoutDots == FilePath(path)) }
  }

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
