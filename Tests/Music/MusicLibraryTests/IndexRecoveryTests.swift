import Glibc
import SystemBase
import TestSupport
import Testing

@testable import AudioBase
@testable import MusicLibrary

/// What is kept of an index with damaged pages.
@Suite struct IndexRecoveryTests {
  private let folder: TemporaryFolder
  private let path: FilePath
  private static let lists = 60

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("library.db")
    let store = try LibraryStore(path)
    try store.addFolder(FilePath("/music"))
    try store.apply((0..<3_000).map { .read(TestTracks.track($0), TestTracks.stamp(Int64($0))) }, now: 5)
    for number in 0..<3_000 { try store.countPlay(TestTracks.track(number).location, at: 9) }
    let rated = try #require(try store.id(of: TestTracks.track(7).location))
    try store.setRating(4, of: rated)
    for number in 0..<IndexRecoveryTests.lists {
      let entries = (0..<20).map { PlaylistEntry(.file(FilePath("/music/list \(number)/song \($0).flac"))) }
      try store.savePlaylist("List \(number)", entries)
    }
    try store.savePlaylist("Best", query: "rating:4..5")
    try store.checkpoint()
  }

  /// The pages of a table that hold rows.
  private func leaves(of table: String) throws -> [Int] {
    let connection = try Connection(path, create: false)
    return try connection.all(
      "SELECT pageno FROM dbstat WHERE name = \(table) AND pagetype = 'leaf' ORDER BY path"
    ) { $0.value() }
  }

  /// Overwrites pages.
  private func damage(_ pages: [Int]) throws {
    let descriptor = path.withCString { Glibc.open($0, O_WRONLY) }
    defer { close(descriptor) }
    let rubbish = [UInt8](repeating: 0xA5, count: 4_096)
    for page in pages { #expect(pwrite(descriptor, rubbish, 4_096, off_t(page - 1) * 4_096) == 4_096) }
  }

  private func recreated() throws -> (store: LibraryStore, recovered: LibraryRecovery) {
    let whole = try FileBytes.read(path, limit: 1 << 26)
    let opening = try LibraryStore.recreate(path)
    guard case .recreated(_, let aside, let recovered)? = opening.notice else {
      throw LibraryError(.damaged, "no notice")
    }
    let kept = try FileBytes.read(aside, limit: 1 << 26) == whole
    #expect(kept, "the damaged file is kept")
    return (opening.store, recovered)
  }

  @Test func recoveredIndexKeepsPlaylistsAndQueries() throws {
    try damage(leaves(of: "artists"))
    let (store, recovered) = try recreated()
    #expect(recovered == LibraryRecovery(tracks: 3_000, playlists: IndexRecoveryTests.lists + 1))
    let playlists = try store.playlists()
    #expect(playlists.first { $0.name == "Best" }?.query == "rating:4..5")
    let list = try #require(playlists.first { $0.name == "List 3" })
    let entries = try store.entries(ofPlaylist: list.id)
    #expect(entries.map(\.location) == (0..<20).map { .file(FilePath("/music/list 3/song \($0).flac")) })
  }

  @Test func rowsBetweenDamagedPagesAreRecovered() throws {
    let pages = try leaves(of: "tracks")
    try #require(pages.count > 40)
    try damage([pages[10], pages[20], pages[30]])
    let (store, recovered) = try recreated()
    #expect(recovered.incomplete == [.histories])
    #expect(recovered.tracks < 3_000 && recovered.tracks > 3_000 - 3 * 3_000 / 30)
    try store.apply([.read(TestTracks.track(7), TestTracks.stamp(7))])
    #expect(try store.track(at: TestTracks.track(7).location)?.rating == 4)
  }

  @Test func aDamagedPageOfEntriesCostsNoOtherPlaylist() throws {
    let pages = try leaves(of: "playlist_entries")
    try #require(pages.count > 6)
    try damage([pages[2], pages[4]])
    let (store, recovered) = try recreated()
    #expect(recovered.incomplete == [.playlists] && recovered.playlists == IndexRecoveryTests.lists + 1)
    let whole = try store.playlists().filter { $0.entryCount == 20 }
    #expect(whole.count < IndexRecoveryTests.lists && whole.count >= IndexRecoveryTests.lists / 2)
  }

  @Test func recoveredEntriesWithoutAPlaylistGetANamedPlaylist() throws {
    try damage(leaves(of: "playlists"))
    let (store, recovered) = try recreated()
    #expect(recovered.incomplete == [.playlists])
    let names = try store.playlists().map(\.name)
    #expect(names.count == IndexRecoveryTests.lists && names.contains("recovered 2"))
  }
}
