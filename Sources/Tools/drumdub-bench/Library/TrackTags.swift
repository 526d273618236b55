import SystemBase

/// The tags of a generated file.
struct TrackTags {
  var title: String
  var artist: String
  var album: String
  var track: Int
  var year: Int
  var genre: String

  /// The tags as Vorbis comments.
  var comments: [String] {
    [
      "TITLE=\(title)", "ARTIST=\(artist)", "ALBUM=\(album)", "TRACKNUMBER=\(track)", "DATE=\(year)",
      "GENRE=\(genre)",
    ]
  }
}

/// The tags that the tracks of an album share.
struct AlbumTags {
  let number: Int
  let artist: String
  let title: String
  /// The cover; empty if there is none.
  let picture: [UInt8]
  private let year: Int
  private let genre: String

  init(number: Int, words: [String], using random: inout SeededGenerator) {
    self.number = number
    artist = "\(words[number / 3 % words.count]) \(words[number / 7 % words.count])"
    title = AlbumTags.phrase(words, using: &random)
    year = Int.random(in: 1955...2025, using: &random)
    genre = ["Rock", "Electronic", "Jazz", "Classical", "Folk"].randomElement(using: &random) ?? ""
    let size = number % 3 == 0 ? 30_000 : 0
    // The signature of a JPEG file, then noise.
    picture =
      size == 0
      ? [] : [0xFF, 0xD8, 0xFF, 0xE0] + (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  func track(_ track: Int, words: [String], using random: inout SeededGenerator) -> TrackTags {
    TrackTags(
      title: AlbumTags.phrase(words, using: &random), artist: artist, album: title, track: track, year: year,
      genre: genre)
  }

  private static func phrase(_ words: [String], using random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...4, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
      .joined(separator: " ")
  }
}
