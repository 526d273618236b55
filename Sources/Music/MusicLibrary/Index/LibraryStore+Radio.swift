import AudioBase
import MusicQuery
import SystemBase

/// A track that the radio may choose.
package struct RadioCandidate: Hashable, Sendable {
  var id: Int32
  var location: TrackLocation
  /// Nil if it is not rated.
  var rating: TrackRating?
  /// Seconds since 1970; nil if it was never played.
  var lastPlayed: Int64?

  /// The weight with which the track is chosen: its stars, 2.5 without a rating, times a factor of 1 for a track that was
  /// just played, which grows by 1 in 30 days, up to 5, that of a track that was never played.
  func weight(at now: Int64) -> Double {
    let days = lastPlayed.map { Double(max(now - $0, 0)) / 86_400 } ?? .infinity
    return (rating.map { Double($0.stars) } ?? 2.5) * min(1 + days / 30, 5)
  }

  /// Returns tracks at random by their weights. None is among the tracks before it.
  ///
  /// - Parameters:
  ///   - candidates: each track once.
  ///   - played: the tracks of the order of playback that the chosen ones follow, the last one last.
  ///   - gap: the number of tracks before one may be repeated; at most half of the candidates.
  static func choose(
    _ count: Int, of candidates: [RadioCandidate], after played: [TrackLocation], gap: Int, at now: Int64,
    using generator: inout some RandomNumberGenerator
  ) -> [RadioCandidate] {
    if candidates.isEmpty { return [] }
    let gap = min(gap, candidates.count / 2)
    let recent = Array(played.suffix(gap))
    let known = Set(recent)
    let places = Dictionary(
      candidates.indices.filter { known.contains(candidates[$0].location) }.map {
        (candidates[$0].location, $0)
      }, uniquingKeysWith: { first, _ in first })
    // The order of playback by indices; -1 for a track that is no candidate.
    var order = recent.map { places[$0] ?? -1 }
    let weights = candidates.map { $0.weight(at: now) }
    for _ in 0..<count {
      let held = Set(order.suffix(gap))
      let free = candidates.indices.filter { !held.contains($0) }
      var rest = Double.random(in: 0..<1, using: &generator) * free.reduce(0) { $0 + weights[$1] }
      let chosen = free.first { index in
        rest -= weights[index]
        return rest < 0
      }
      // The sum of rounded weights may be a little larger than the weights.
      if let chosen = chosen ?? free.last { order.append(chosen) }
    }
    return order.dropFirst(recent.count).map { candidates[$0] }
  }
}

extension LibraryStore {
  /// The number of ids that a statement names.
  private static let mostNamed = 2_000

  /// Chooses tracks that match a query and are on mounted drives: see `RadioCandidate`.
  package func chooseTracks(
    _ count: Int, matching query: SearchQuery, after played: [TrackLocation], gap: Int,
    at now: Int64 = Int64(Timestamp.now),
    using generator: inout some RandomNumberGenerator
  ) throws(LibraryError) -> [LibraryTrack] {
    let candidates = try radioCandidates(query)
    let chosen = RadioCandidate.choose(
      count, of: candidates, after: played, gap: gap, at: now, using: &generator)
    return try tracks(chosen.map(\.id))
  }

  private func radioCandidates(_ query: SearchQuery) throws(LibraryError) -> [RadioCandidate] {
    let ids = try search(query).ids
    let named = ids.map(String.init).joined(separator: ",")
    let limit = ids.count <= LibraryStore.mostNamed ? "id IN (\(named))" : "1"
    let wanted = Set(ids)
    return try all(
      "SELECT id, path, stop, rating, last_played FROM tracks WHERE away = 0 AND \(sql: limit) ORDER BY id"
    ) { row -> RadioCandidate? in
      guard let id = row.trackID(), wanted.contains(id) else { return nil }
      let name: IndexName = row.value()
      let end: Int? = row.optional()
      return RadioCandidate(
        id: id, location: name.location(end: end), rating: row.rating(), lastPlayed: row.time())
    }
  }
}
