import AudioBase
import Glibc
import MusicLibrary
import SystemBase

/// Generates the index entries of a library of any size: ten tracks per album, words as frequent as in real titles (the
/// second is half as frequent as the first: Zipf's law), each twentieth artist from East Asia.
struct SyntheticLibrary {
  private static let genres = [
    "Rock", "Pop", "Jazz", "Classical", "Electronic", "Hip-Hop", "Folk", "Metal", "Dance",
  ]

  private var random = SeededGenerator(seed: 4)
  private var index = 0
  private var artist = ""
  private var album = ""
  private var year = 0
  private var isEastern = false

  static func home(_ count: Int) throws -> ScratchFolder {
    let home = try ScratchFolder()
    try home.makeFolder("data/drumdub")
    let store = try LibraryStore(home.filePath("data/drumdub/library.db"))
    var library = SyntheticLibrary()
    for _ in 0..<10 { try store.apply(library.next(count / 10)) }
    try settle(store)
    return home
  }

  static func settle(_ store: LibraryStore) throws {
    while try store.mergeSearch() {}
    try store.checkpoint()
  }

  mutating func next(_ count: Int) -> [LibraryChange] {
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

/// Artificial words, the most frequent first, whose trigrams are distributed as in English. In 100,000 generated titles
/// with artists and albums there are 9,000 trigrams (with English words 11,000). The rarest trigram of a title is in
/// 0.2 % of the texts (the median; English 0.2 %), the middle one in 2.6 % (English 1.9 %).
enum SyntheticWords {
  private static let common = split(
    "the of love you in a me my to and on night live for it remix man time blue heart one day song world no rain"
      + " dream girl fire dance black")
  private static let heads =
    split(
      "b bl br c ch cl cr d dr f fl fr g gl gr h j k l m n p ph pl pr qu r s sc sh sk sl sm sn sp st str sw t th tr"
        + " tw v w wh y z") + Array(repeating: "", count: 6)
  private static let vowels = split(
    "a e i o u a e i o e a ai ay ea ee ie oa oo ou ow y io au er or ar é ö")
  private static let tails =
    split(
      "b ck ct d ff g k l ll ld lt m mp n nd ng nk nt p r rd rk rm rn rt s ss st t th ve x ze s n r t d l")
    + Array(repeating: "", count: 25)

  private static let all: [String] = {
    var random = SeededGenerator(seed: 3)
    return common
      + (0..<20_000).map { _ in
        (0..<([1, 1, 2, 2, 2, 3].randomElement(using: &random) ?? 1)).map { _ in
          [heads, vowels, tails].compactMap { $0.randomElement(using: &random) }.joined()
        }.joined()
      }
  }()

  /// Returns a word. A uniform distribution of the logarithm of the rank is Zipf's law.
  static func next(_ random: inout SeededGenerator) -> String {
    let rank = exp(Double.random(in: 0..<1, using: &random) * log(Double(all.count)))
    return all[min(Int(rank), all.count) - 1]
  }

  private static func split(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
}
