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
