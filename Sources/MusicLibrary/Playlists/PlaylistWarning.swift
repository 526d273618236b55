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
  }

  /// From 1.
  package var line: Int
  package var problem: Problem

  package init(line: Int, problem: Problem) {
    self.line = line
    self.problem = problem
  }
}
