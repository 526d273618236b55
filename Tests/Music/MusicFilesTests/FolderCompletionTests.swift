import Glibc
import TestSupport
import Testing

@testable import MusicFiles
@testable import SystemBase

@Suite struct FolderCompletionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["Music", "Musik alt", "Podcasts", ".hidden", "Músicas", "Music/Jazz"] {
      try FileBytes.makeFolder(folder.file(name))
    }
    try folder.write("no folder", to: "Mus.txt")
  }

  private func complete(_ typed: String) -> FolderCompletion {
    FolderCompletion(typed: typed) { [folder] in folder.path.appending($0) }
  }

  @Test(arguments: [
    ("Pod", "Podcasts/"), ("pod", "Podcasts/"), ("Music/J", "Music/Jazz/"), ("Music/", "Music/Jazz/"),
    (".h", ".hidden/"), ("no", "no"), ("gone/x", "gone/x"),
  ])
  func singleMatchIsCompletedWithASlash(typed: String, text: String) {
    #expect(complete(typed).text == text && complete(typed).names.isEmpty)
  }

  @Test func severalMatchesAreCompletedToTheirCommonPrefix() {
    let found = complete("Mu")
    #expect(found.text == "Musi" && found.names == ["Music", "Musik alt"])
    #expect(complete("mu").names == ["Music", "Musik alt", "Músicas"])
    #expect(complete("").names == ["Music", "Musik alt", "Músicas", "Podcasts"])
  }

  @Test func filesOfExtensionsAreCompletedBesideFolders() throws {
    for name in ["song.stem.mp4", "song.M4A", "song.mka", "song.mkv", "song.flac", "songs.txt"] {
      try folder.write("", to: name)
    }
    try FileBytes.makeFolder(folder.file("song stems"))
    func complete(_ typed: String, _ files: FolderCompletion.Files) -> FolderCompletion {
      FolderCompletion(typed: typed, files: files) { [folder] in folder.path.appending($0) }
    }
    let stems = FolderCompletion.Files.extensions(["mp4", "m4a", "mka", "mkv"])
    #expect(
      Set(complete("so", stems).names)
        == ["song.stem.mp4", "song.M4A", "song.mka", "song.mkv", "song stems"])
    #expect(complete("song.s", stems).text == "song.stem.mp4" && complete("song.f", stems).text == "song.f")
    #expect(complete("song.f", .all).text == "song.flac")
  }

  @Test func linksToFoldersAreCompletedAndNamesThatAreNotUTF8LeftOut() throws {
    _ = folder.path.withCString { target in folder.file("zlink").withCString { symlink(target, $0) } }
    try FileBytes.makeFolder(folder.path.appending(FilePath(bytes: Array("z".utf8) + [0xFF])))
    #expect(complete("z").text == "zlink/")
  }
}
