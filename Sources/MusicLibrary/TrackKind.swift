/// What a track is to its listener; the raw value is the index's.
package enum TrackKind: Int, Hashable, Sendable, CaseIterable {
  case music, podcast, audiobook

  /// As the query language calls it.
  package var name: String {
    switch self {
    case .music: "music"
    case .podcast: "podcast"
    case .audiobook: "audiobook"
    }
  }
}

extension Track {
  /// By the genre as iTunes, Winamp's list of ID3v1 and podcast programs write it, in some languages; else by the
  /// name `.m4b`, which has no other use than audiobooks.
  package var kind: TrackKind {
    for genre in genres {
      let folded = FoldedText.text(genre)
      if folded.contains("podcast") { return .podcast }
      if Track.audiobookGenres.contains(where: { folded.contains($0) }) { return .audiobook }
    }
    return path.fileExtension == "m4b" ? .audiobook : .music
  }

  private static let audiobookGenres = [
    "audiobook", "audio book", "books & spoken", "audio theatre", "horbuch", "horspiel", "livre audio", "audiolibro",
    "luisterboek",
  ]
}
