import AudioBase
import Testing

@testable import MusicLibrary
@testable import SystemBase

/// The albums of files that were scanned.
@Suite struct AlbumScanTests {
  private let library: TestLibrary

  init() throws { library = try TestLibrary() }

  /// `TITLE by ARTIST: NUMBER OF TRACKS`, sorted.
  private func albums() throws -> [String] {
    try library.store.albums().map { album in
      let artist = album.artist ?? (album.hasSeveralArtists ? LibraryAlbum.variousArtists : "nobody")
      return "\(album.title) by \(artist): \(album.trackCount)"
    }.sorted()
  }

  @Test func eachAlbumIsOneRow() throws {
    var seed: UInt64 = 1
    func add(_ name: String, _ texts: KeyValuePairs<String, String>) throws {
      seed += 1
      try library.add("\(name).mp3", texts, seed: seed)
    }
    // 12 files, of which 4 have an album artist.
    for number in 1...12 {
      if number.isMultiple(of: 3) {
        try add("old/\(number)", ["TPE1": "Band", "TPE2": "Band", "TALB": "Old", "TRCK": "\(number)"])
      } else {
        try add("old/\(number)", ["TPE1": "Band feat. \(number)", "TALB": "Old", "TRCK": "\(number)"])
      }
    }
    // Two discs of a compilation.
    for (disc, number) in [("CD1", 1), ("CD1", 2), ("CD2", 1), ("CD2", 2)] {
      try add("hits/\(disc)/\(number)", ["TPE1": "\(disc) \(number)", "TALB": "Hits", "TRCK": "\(number)"])
    }
    // Two albums of one title in two folders, and two more in one.
    for (folder, artist) in [("a", "ABBA"), ("q", "Queen")] {
      try add("\(folder)/1", ["TPE1": artist, "TALB": "Greatest Hits", "TRCK": "1"])
      try add("both/\(artist)", ["TPE1": artist, "TPE2": "\(artist) Revival", "TALB": "Greatest Hits"])
    }
    #expect(try library.scan().added == 20)
    let wanted = [
      "Greatest Hits by ABBA Revival: 1", "Greatest Hits by ABBA: 1", "Greatest Hits by Queen Revival: 1",
      "Greatest Hits by Queen: 1", "Hits by Various: 4", "Old by Band: 12",
    ]
    #expect(try albums() == wanted)
    try library.scan()
    #expect(try albums() == wanted)
  }

  @Test func joinedAlbumsStayOneAfterScans() throws {
    let one = try library.add("a/1.mp3", ["TPE1": "Ann", "TALB": "X"], seed: 2)
    let two = try library.add("b/2.mp3", ["TPE1": "Ann", "TALB": "Y"], seed: 3)
    try library.scan()
    #expect(try albums() == ["X by Ann: 1", "Y by Ann: 1"])
    let ids = try [one, two].compactMap { try library.store.id(of: TrackLocation(path: $0)) }
    let choice = AlbumChoice.new("Both")
    _ = try library.store.assign(try library.store.albumTracks(ids).map { AlbumAssignment($0, choice) })
    #expect(try albums() == ["Both by Ann: 2"])
    // One file gets other tags, the other one another name.
    try library.add("a/1.mp3", ["TPE1": "Ann", "TALB": "A longer title"], seed: 2)
    try library.move(two, to: library.music.appending("c/3.mp3"))
    let report = try library.scan()
    #expect(report.changed == 1 && report.moved == 1)
    #expect(try albums() == ["Both by Ann: 2"])
  }
}
