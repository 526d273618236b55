import AudioBase
import TextEncodings

/// A list of music as it was read; nothing is dropped because it is missing.
package struct Playlist: Hashable, Sendable {
  package var format: PlaylistFormat
  package var encoding: TextEncoding
  package var title: String?
  package var entries: [PlaylistEntry] = []
  package var warnings: [PlaylistWarning] = []

  package init(format: PlaylistFormat, encoding: TextEncoding) {
    self.format = format
    self.encoding = encoding
  }
}

/// Something in a playlist that was passed over or is doubtful.
package struct PlaylistWarning: Hashable, Sendable {
  package enum Problem: Hashable, Sendable {
    /// Longer than 64 KiB; passed over.
    case lineTooLong
    /// A `file:` address that names no file; passed over.
    case badAddress
    /// The entry is itself a playlist; it is kept, its content is not.
    case nestedPlaylist
    /// The rest is passed over.
    case tooManyEntries
    /// An entry that names nothing to play; passed over.
    case noLocation
    /// A file of the list is broken off or damaged from there on; what came before counts.
    case brokenOff(String)
    /// A line that means nothing where it stands; passed over.
    case notUnderstood
    /// A time that is none; passed over.
    case badTime
    /// A track without a place in a file; passed over.
    case noIndex
    /// A track before any file; passed over.
    case noFile
    /// A track of data; passed over.
    case dataTrack
  }

  /// From 1.
  package var line: Int
  package var problem: Problem

  package init(line: Int, problem: Problem) {
    self.line = line
    self.problem = problem
  }
}

extension PlaylistEntry {
  /// A length in seconds as a list states it; nil for what no track can have. 0 and −1 stand for one that is not known.
  static func length(_ seconds: Double?) -> Double? {
    seconds.flatMap { $0 > 0 && $0 < 1e9 ? $0 : nil }
  }
}

extension TrackSection {
  /// By what a list says in seconds; nil where that is no part of a file.
  package init?(startSeconds: Double?, endSeconds: Double?) {
    let limit = 1e9
    guard startSeconds != nil || endSeconds != nil else { return nil }
    let (start, end) = (startSeconds ?? 0, endSeconds)
    guard (0...limit).contains(start), end.map({ (0...limit).contains($0) }) ?? true else { return nil }
    self.init(start: DiscTime(seconds: start), end: end.map { DiscTime(seconds: $0) })
  }
}
