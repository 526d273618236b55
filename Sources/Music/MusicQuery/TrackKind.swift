import AudioBase

/// The kind of a track; the raw value is stored in the index.
package enum TrackKind: Int, Hashable, Sendable, CaseIterable {
  case music, podcast, audiobook

  /// The name in the query language.
  package var name: String {
    switch self {
    case .music: "music"
    case .podcast: "podcast"
    case .audiobook: "audiobook"
    }
  }
}

extension TrackInfo {
  /// The kind by genre, as iTunes, ID3v1 and podcast programs write it in several languages; else by the
  /// extension `m4b`, which is only used for audiobooks.
  package var kind: TrackKind {
    for genre in genres {
      let folded = FoldedText.bytes(genre)
      if TrackKind.podcastWords.contains(where: folded.contains(run:)) { return .podcast }
      if TrackKind.audiobookWords.contains(where: folded.contains(run:)) { return .audiobook }
    }
    return path.bytes.count > 4 && path.fileExtension == "m4b" ? .audiobook : .music
  }
}

extension TrackKind {
  /// Folded words that occur in genres of the kind. As bytes, because `String.contains` takes a hundred times
  /// as long.
  fileprivate static let podcastWords = ["podcast"].map { Array($0.utf8) }
  fileprivate static let audiobookWords = [
    "audiobook", "audio book", "books & spoken", "audio theatre", "horbuch", "horspiel", "livre audio",
    "audiolibro",
    "luisterboek",
  ].map { Array($0.utf8) }
}
