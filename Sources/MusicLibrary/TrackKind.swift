import AudioBase

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

extension TrackInfo {
  /// By the genre as iTunes, Winamp's list of ID3v1 and podcast programs write it, in some languages; else by the
  /// name `.m4b`, which has no other use than audiobooks.
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
  /// Folded; each tells a genre of its kind. `String.contains` takes a hundred times as long.
  fileprivate static let podcastWords = ["podcast"].map { Array($0.utf8) }
  fileprivate static let audiobookWords = [
    "audiobook", "audio book", "books & spoken", "audio theatre", "horbuch", "horspiel", "livre audio",
    "audiolibro",
    "luisterboek",
  ].map { Array($0.utf8) }
}
