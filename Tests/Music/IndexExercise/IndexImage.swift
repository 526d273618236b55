import AudioBase
import MusicLibrary
import SystemBase

/// A real index as bytes: one of each thing that an index holds, and more of tracks.
package enum IndexImage {
  package static let tracks = 48
  /// One of this number of tracks is rated and was played.
  package static let ratedEvery = 4
  /// Where the music is said to be; there is nothing.
  package static let folder = FilePath("/drumdub-no-such-music")

  /// Makes it in a file that is not there yet.
  package static func make(at path: FilePath) throws -> [UInt8] {
    try fill(path)
    return try FileBytes.read(path, limit: 1 << 24)
  }

  private static func fill(_ path: FilePath) throws(LibraryError) {
    let store = try LibraryStore(path)
    try store.addFolder(folder, now: 5)
    try store.apply(changes, now: 1_600_000_000)
    try rate(store)
    try keepPlaylists(store)
    try store.apply(
      [.removed(file(1)), .key(TrackLocation(path: file(2)), TrackKey(high: 2, low: 3))], now: 1_600_000_001)
    while try store.mergeSearch() {}
    try store.checkpoint()
  }

  /// What a scan finds that sees all of the music for the first time.
  package static var changes: [LibraryChange] {
    (0..<tracks).map { .read(track($0), stamp($0)) } + [
      .read(disc, stamp(tracks)),
      .unreadable(folder.appending("bad.mp3"), stamp(tracks + 1), reason: "it is no audio file"),
      .sheet(folder.appending("disc.cue"), stamp(tracks + 2)),
      .loudness(TrackLocation(path: file(3)), ReplayGain(track: ReplayGain.Level(Decibels(-3), peak: 0.5))),
      .tempo(TrackLocation(path: file(4)), FoundTempo(bpm: 104, confidence: 0.7)),
      .away(folder: folder.appending("3"), true),
    ]
  }

  package static var ratedTracks: [Int] { Array(stride(from: 0, to: tracks, by: ratedEvery)) }

  private static func rate(_ store: LibraryStore) throws(LibraryError) {
    for number in ratedTracks {
      guard let id = try store.id(of: TrackLocation(path: file(number))) else { continue }
      try store.setRating(TrackRating(stars: number % 5 + 1), of: id)
      try store.countPlay(TrackLocation(path: file(number)), at: 1_650_000_000)
    }
  }

  private static func keepPlaylists(_ store: LibraryStore) throws(LibraryError) {
    var entry = PlaylistEntry(.file(file(3)))
    (entry.title, entry.duration) = ("Title", 3.5)
    entry.section = TrackSection(start: DiscTime(frames: 75), end: DiscTime(frames: 150))
    try store.savePlaylist("List", [entry, PlaylistEntry(.url("http://x/y"))])
  }

  package static func file(_ number: Int) -> FilePath {
    folder.appending("\(number % 7)/\(number).flac")
  }

  private static func stamp(_ number: Int) -> FileStamp {
    FileStamp(size: Int64(number) * 1000 + 1, modified: Int64(number), inode: UInt64(number), device: 7)
  }

  private static func track(_ number: Int) -> TrackInfo {
    var track = TrackInfo(path: file(number), stream: SoundProperties(codec: .flac))
    track.title = "Title \(number) Über"
    track.artists = ["Artist \(number % 5)", "Other"]
    track.artist = track.artists.joined(separator: ", ")
    (track.album, track.albumArtist) = ("Album \(number % 6)", "Band \(number % 4)")
    (track.trackNumber, track.trackTotal, track.discNumber) = (number, 20, 1)
    (track.date, track.genre, track.genres) = ("20\(10 + number % 9)", "Rock", ["Rock"])
    track.bpm = 120
    track.stream.duration = 200.5
    (track.stream.sampleRate, track.stream.channels, track.stream.bitsPerSample) = (44_100, 2, 16)
    track.stream.bitrate = 900_000
    if number % 2 == 0 { track.replayGain = ReplayGain(track: ReplayGain.Level(Decibels(-7), peak: 0.9)) }
    var picture = TrackPicture(type: 3, mimeType: "image/png", width: 300, height: 300, bytes: 5_000)
    picture.hash = UInt64(number % 3 + 1)
    track.pictures = [picture]
    track.musicBrainz.recording = "00000000-0000-0000-0000-0000000000\(10 + number % 90)"
    track.otherTags = [.composer: ["Composer \(number % 3)"], .comment: ["a", "b"]]
    return track
  }

  /// A file that holds three tracks.
  private static var disc: TrackInfo {
    var track = TrackInfo(path: folder.appending("disc.flac"), stream: SoundProperties(codec: .flac))
    track.stream.duration = 600
    track.parts = (0..<3).map { number in
      var part = PlaylistEntry(.file(track.path))
      part.title = "Part \(number)"
      part.section = TrackSection(
        start: DiscTime(frames: number * 7_500), end: DiscTime(frames: (number + 1) * 7_500))
      part.trackNumber = number + 1
      return part
    }
    return track
  }
}
