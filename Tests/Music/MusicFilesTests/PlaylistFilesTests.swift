import MusicFiles
import SystemBase
import TestSupport
import Testing

/// The playlists of folders.
@Suite struct PlaylistFilesTests {
  @Test func playlistsOfAllFoldersAreFoundInTheOrderOfTheirNames() throws {
    let folder = try TemporaryFolder()
    try FileBytes.makeFolder(folder.file("deep/er"))
    try FileBytes.makeFolder(folder.file(".hidden"))
    let names = [
      "List 10.m3u", "deep/List 9.M3U8", "deep/er/a.xspf", "b.pls", "disc.cue", ".hidden/c.m3u", ".d.m3u",
      "e.flac", "m3u", "f.m3u.txt",
    ]
    for name in names { try folder.write("", to: name) }
    let found = PlaylistFiles.below([folder.path, folder.file("deep"), folder.file("absent")])
    #expect(found == ["deep/er/a.xspf", "b.pls", "deep/List 9.M3U8", "List 10.m3u"].map(folder.file))
  }
}
