import AudioBase
import TestSupport
import Testing

@testable import MusicLibrary
@testable import SystemBase

struct LibraryStoreTests {
  private let folder: TemporaryFolder
  private let store: LibraryStore

  init() throws {
    folder = try TemporaryFolder()
    store = try LibraryStore(folder.file("a/b/library.db"))
  }

  @Test("Read and unreadable files are found by path with their stamps")
  func stamps() throws {
    let tracks = [TestTracks.track(1), TestTracks.track(2)]
    try store.apply(tracks.map { .read($0, TestTracks.stamp(5)) })
    try store.apply([.unreadable(FilePath("/music/bad.mp3"), TestTracks.stamp(6), reason: "damaged")])
    try store.apply([.read(TestTracks.track(3, folder: "/musical"), TestTracks.stamp(7))])
    let stamps = try store.stamps(under: FilePath("/music"))
    #expect(stamps.count == 3)
    #expect(stamps[tracks[0].path]?.stamp == TestTracks.stamp(5))
    #expect(stamps[tracks[0].path]?.isReadable == true)
    #expect(stamps[FilePath("/music/bad.mp3")]?.isReadable == false)
    #expect(stamps[FilePath("/music/none.mp3")] == nil)
    #expect(try store.stamps().count == 4)
    #expect(try store.unreadable() == [.init(path: FilePath("/music/bad.mp3"), reason: "damaged")])
  }

  @Test("Added folders are stored with the time of the last scan")
  func folders() throws {
    try store.addFolder(FilePath("/music"), now: 1)
    try store.addFolder(FilePath("/more"), now: 2)
    try store.addFolder(FilePath("/music"), now: 3)
    try store.folderWasScanned(FilePath("/music"), now: 4)
    try store.apply([.away(folder: FilePath("/more"), true)])
    #expect(
      try store.folders() == [
        LibraryFolder(path: FilePath("/more"), lastScan: nil, isAway: true),
        LibraryFolder(path: FilePath("/music"), lastScan: 4, isAway: false),
      ])
    #expect(try store.removeFolder(FilePath("/more")) == 0)
    #expect(try store.folders().map(\.path) == [FilePath("/music")])
    #expect(try store.removeFolder(FilePath("/more")) == nil)
  }

  @Test("A removed folder takes its tracks along, but not those of a folder within it; ratings come back")
  func removedFolders() throws {
    let paths = ["/music/a.flac", "/music/deep/b.flac", "/music2/c.flac"].map { FilePath($0) }
    var read: [LibraryChange] = []
    for (number, path) in paths.enumerated() {
      var track = TrackInfo(path: path)
      track.artists = ["artist \(number)"]
      read.append(.read(track, TestTracks.stamp(Int64(number))))
    }
    for folder in ["/music", "/music/deep", "/music2"] { try store.addFolder(FilePath(folder)) }
    try store.apply(read)
    let id = try #require(try store.id(of: TrackLocation(path: paths[0])))
    try store.setRating(4, of: id)
    #expect(try store.removeFolder(FilePath("/music")) == 1)
    #expect(try store.trackCount() == 2)
    #expect(try store.artists().map(\.name) == ["artist 1", "artist 2"])
    try store.apply([read[0]])
    #expect(try store.track(at: TrackLocation(path: paths[0]))?.rating == 4)
    #expect(try store.artists().map(\.name) == ["artist 0", "artist 1", "artist 2"])
  }
}
