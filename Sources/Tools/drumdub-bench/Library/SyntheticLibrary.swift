import AudioBase
import Glibc
import MusicLibrary
import SystemBase

/// Generates the index entries of a library of any size: ten tracks per album, words as frequent as in real titles (the
/// second is half as frequent as the first: Zipf's law), each twentieth artist from East Asia.
struct SyntheticLibrary {
  private var random = SeededGenerator(seed: 4)
  private let words = SyntheticWords.all
  private var index = 0
  private var artist = ""
  private var album = ""
  private var year = 0
  private var isEastern = false

  private static let genres = [
    "Rock", "Pop", "Jazz", "Classical", "Electronic", "Hip-Hop", "Folk", "Metal", "Dance",
  ]

  /// Returns the next tracks as changes of a scan.
  mutating func next(_ count: Int) -> [LibraryChange] {
    (0..<count).map { _ in
      let track = nextTrack()
      let stamp = FileStamp(size: 4_000_000, modified: Int64(index), inode: UInt64(index), device: 1)
      return .read(track, stamp)
    }
  }

  private mutating func nextTrack() -> TrackInfo {
    if index % 10 == 0 { nextAlbum() }
    let number = index % 10 + 1
    index += 1
    let title = isEastern ? easternName(4) : name(1...4)
    var track = TrackInfo(
      path: FilePath("/music/\(artist)/\(year) \(album)/\(number) \(title).flac"),
      stream: SoundProperties(codec: .flac))
    track.title = title
    track.artist = artist
    track.artists = [artist]
    track.albumArtist = artist
    track.album = album
    track.trackNumber = number
    track.date = "\(year)"
    track.genre = SyntheticLibrary.genres[index / 40 % SyntheticLibrary.genres.count]
    track.genres = [track.genre].compactMap(\.self)
    track.stream.duration = Double.random(in: 100...400, using: &random)
    (track.stream.sampleRate, track.stream.channels, track.stream.bitsPerSample) = (44_100, 2, 16)
    return track
  }

  private mutating func nextAlbum() {
    if index % 40 == 0 {
      isEastern = Int.random(in: 0..<20, using: &random) == 0
      artist = isEastern ? easternName(3) : name(1...3)
    }
    album = isEastern ? easternName(5) : name(1...4)
    year = Int.random(in: 1955...2024, using: &random)
  }

  private mutating func name(_ lengths: ClosedRange<Int>) -> String {
    (0..<Int.random(in: lengths, using: &random)).map { _ in
      // A uniform distribution of the logarithm of the rank is Zipf's law.
      let rank = exp(Double.random(in: 0..<1, using: &random) * log(Double(words.count)))
      let word = words[min(Int(rank), words.count) - 1]
      return word.prefix(1).uppercased() + word.dropFirst()
    }.joined(separator: " ")
  }

  private mutating func easternName(_ count: Int) -> String {
    String(
      String.UnicodeScalarView(
        (0..<count).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0x4E00...0x5E00, using: &random)) }))
  }
}
