import MusicLibrary

/// The object of `drumdub query --json`.
package struct QueryReport: Encodable, Hashable, Sendable {
  package var count: Int
  package var tracks: [LibraryTrack]

  package init(_ tracks: [LibraryTrack]) {
    count = tracks.count
    self.tracks = tracks
  }
}

/// The fields of a file, and what the index adds.
extension LibraryTrack: Encodable {
  private enum CodingKeys: String, CodingKey {
    case id, kind, rating, playCount, lastPlayed, addedAt, away
  }

  package func encode(to encoder: any Encoder) throws {
    try track.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(kind.name, forKey: .kind)
    try fields.encodeIfPresent(rating, forKey: .rating)
    try fields.encode(playCount, forKey: .playCount)
    try fields.encodeIfPresent(lastPlayed, forKey: .lastPlayed)
    try fields.encode(addedAt, forKey: .addedAt)
    try fields.encode(isAway, forKey: .away)
  }
}
