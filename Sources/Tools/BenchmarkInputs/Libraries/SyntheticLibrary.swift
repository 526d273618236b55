import AudioBase
import MusicLibrary
import SystemBase

/// Generates the index entries of a library of any size: ten tracks per album, words as frequent as in real titles (the
/// second is half as frequent as the first: Zipf's law), each twentieth artist from East Asia.
package struct SyntheticLibrary {
  private static let genres = [
    "Rock", "Pop", "Jazz", "Classical", "Electronic", "Hip-Hop", "Folk", "Metal", "Dance",
  ]

  private var random = SeededGenerator(seed: 4)
  private var index = 0
  private var artist = ""
  private var album = ""
  private var year = 0
  private var isEastern = false

  package init() {}

  /// Writes a library of this number of tracks.
  package static func write(_ count: Int, to file: FilePath) throws {
    let store = try LibraryStore(file)
    var library = SyntheticLibrary()
    for _ in 0..<10 { try store.apply(library.next(count / 10)) }
    try settle(store)
  }

  /// Does what a library does while it rests.
  package static func settle(_ store: LibraryStore) throws {
    while try store.mergeSearch() {}
    try store.checkpoint()
  }

  /// Returns the entries of more tracks.
  package mutating func next(_ count: Int) -> [LibraryChange] {
    (0..<count).map { _ in
      let track = nextTrack()
      let stamp = FileStamp(size: 4_000_000, modified: Int64(index), inode: UInt64(index), device: 1)
      return .read(track, stamp)
    }
  }

  private mutating func nextTrack() -> TrackInfo {
    if index % 40 == 0 {
      isEastern = Int.random(in: 0..<20, using: &random) == 0
      artist = name(1...3)
    }
    if index % 10 == 0 { (album, year) = (name(1...4), Int.random(in: 1955...2024, using: &random)) }
    let number = index % 10 + 1
    index += 1
    let title = name(1...4)
    var track = TrackInfo(
      path: FilePath("/music/\(artist)/\(year) \(album)/\(number) \(title).flac"),
      stream: SoundProperties(codec: .flac))
    let genre = SyntheticLibrary.genres[index / 40 % SyntheticLibrary.genres.count]
    (track.title, track.album, track.trackNumber, track.date) = (title, album, number, "\(year)")
    (track.artist, track.artists, track.albumArtist) = (artist, [artist], artist)
    (track.genre, track.genres) = (genre, [genre])
    track.stream.duration = Double.random(in: 100...400, using: &random)
    (track.stream.sampleRate, track.stream.channels, track.stream.bitsPerSample) = (44_100, 2, 16)
    return track
  }

  private mutating func name(_ lengths: ClosedRange<Int>) -> String {
    if isEastern {
      return String(
        String.UnicodeScalarView(
          (0..<lengths.upperBound).compactMap { _ in
            Unicode.Scalar(UInt32.random(in: 0x4E00...0x5E00, using: &random))
          }))
    }
    return (0..<Int.random(in: lengths, using: &random)).map { _ in
      let word = SyntheticWords.next(&random)
      return word.prefix(1).uppercased() + word.dropFirst()
    }.joined(separator: " ")
  }
}
