import AudioBase
import MusicLibrary
import MusicQuery
import Playlists
import SystemBase
import TrackTags

/// Calls all functions of an index that may be damaged. Results may be wrong, but the program must not crash.
package struct IndexExercise {
  private let store: LibraryStore

  package init(_ store: LibraryStore) { self.store = store }

  package func run() throws(LibraryError) {
    try browse()
    try search()
    try ask()
    try scan()
    try change()
    try keepUp()
  }

  /// Each place, and all tracks as they are shown, printed and played.
  private func browse() throws(LibraryError) {
    for artist in try store.artists() { _ = try store.tracks(ofArtist: artist.id) }
    for genre in try store.genres() { _ = try store.tracks(ofGenre: genre.id) }
    for album in try store.albums() { _ = try store.tracks(ofAlbum: album.id) }
    for row in try store.tagValues([.artist, .albumArtist, .album, .genre, .date, .disc]) { _ = row.count }
    _ = try store.totalDuration()
    for list in try store.playlists() { show(try store.entries(ofPlaylist: list.id)) }
    for folder in try store.folders() { try browse(folder.path, depth: 0) }
    for list in [try store.recentlyAdded(limit: 500), try store.mostPlayed(limit: 500)] {
      show(try store.tracks(list.ids))
    }
  }

  private func browse(_ folder: FilePath, depth: Int) throws(LibraryError) {
    let content = try store.content(of: folder)
    show(try store.tracks(content.tracks.ids))
    guard depth < 3 else { return }
    for folder in content.folders { try browse(folder, depth: depth + 1) }
  }

  private func search() throws(LibraryError) {
    for _ in 0..<2 {
      for text in [
        "title", "über 1", "rating:>0", "genre:rock -other", "length:1m..9h", "added:<7d", "played:>0",
      ] {
        let found = try store.search(SearchQuery(typed: text, now: 1_700_000_000))
        show(try store.tracks(of: found, from: 0, limit: 500))
      }
      try store.prepareOrder()
    }
    for field in SearchQuery.SortField.allCases {
      _ = try store.search(SearchQuery(sort: [SearchQuery.SortTerm(field)]))
    }
  }

  private func show(_ tracks: [LibraryTrack]) {
    for track in tracks {
      show([PlaylistEntry(track.track)])
      precondition(track.track.replayGain?.track?.factor.isFinite ?? true, "no gain")
      let pixels = track.track.pictures.map { ($0.width ?? 0) * ($0.height ?? 0) }
      precondition(pixels.allSatisfy { $0 >= 0 }, "no picture")
    }
  }

  /// As the queue takes entries up, and the player counts them in frames.
  private func show(_ entries: [PlaylistEntry]) {
    for entry in entries {
      _ = FrameCount(seconds: entry.duration ?? 0, at: SampleRate(768_000)).value
      _ = entry.section?.end?.position(at: SampleRate(768_000))
    }
    for format in [PlaylistWriter.Format.m3u8, .pls, .xspf] {
      var playlist = Playlist(format: .pls, encoding: .utf8)
      playlist.entries = entries
      _ = PlaylistWriter(format: format).bytes(playlist, at: FilePath("/list"))
    }
  }

  /// What a scan asks before it reads.
  private func ask() throws(LibraryError) {
    let stamps = try store.stamps()
    for index in 0..<stamps.count { _ = stamps[stamps.path(at: index)] }
    _ = try store.stamps(under: IndexImage.folder)
    _ = try store.unreadable()
    _ = try store.albumsWithoutLoudness()
    _ = try store.tracksWithoutKey(limit: 500)
    _ = try store.files(of: TrackKey(high: 2, low: 3))
    _ = try store.track(at: TrackLocation(path: IndexImage.file(4)))
  }

  private func scan() throws(LibraryError) {
    let command = WorkerCommand(program: FilePath("/nonexistent"), arguments: [])
    let scanner = LibraryScanner(
      store: store, workers: TagWorkerPool(command, workers: 1), reason: { $0.detail ?? "" })
    _ = try scanner.scan()
    try scanner.fillInKeys()
  }

  private func change() throws(LibraryError) {
    try store.apply([.moved(from: IndexImage.file(5), to: IndexImage.file(905), stamp)], now: 6)
    let disc = IndexImage.folder.appending("disc.flac")
    try store.apply([.moved(from: disc, to: IndexImage.folder.appending("other.flac"), stamp)], now: 6)
    try store.apply(IndexImage.changes, now: 7)
    for number in [0, 6, 7] {
      let location = TrackLocation(path: IndexImage.file(number))
      guard let id = try store.id(of: location) else { continue }
      let before = try store.setRating(3, of: id)
      try store.setRating(before, of: id)
      try store.countPlay(location)
      _ = try store.listens(limit: 20)
    }
    try store.apply(
      [
        .removed(IndexImage.file(5)),
        .key(TrackLocation(path: IndexImage.file(6)), TrackKey(high: 1, low: 1)),
      ], now: 8)
    let choices = try store.albumTracks([1, 2, 3]).map { AlbumAssignment($0, AlbumChoice.new("Joined")) }
    _ = try store.assign(try store.assign(choices).map(\.inverse))
    let id = try store.savePlaylist("Other", [PlaylistEntry(.file(IndexImage.file(5)))])
    try store.renamePlaylist(id, to: "Another")
    try store.deletePlaylist(id)
  }

  private var stamp: FileStamp { FileStamp(size: 9, modified: 9, inode: 9, device: 7) }

  private func keepUp() throws(LibraryError) {
    for _ in 0..<100 where try !store.mergeSearch() { break }
    try store.forgetUnused()
    try store.checkpoint()
    _ = try store.isSound()
    store.releaseMemory(includesWriter: true)
  }
}
