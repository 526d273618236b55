import MusicLibrary

/// Who asks: each has one list on its way at most.
package enum LibraryClient: Hashable, Sendable { case browser, picker }

/// A question to the index, asked on the main thread and answered on another.
package struct LibraryRequest: Hashable, Sendable {
  package enum Subject: Hashable, Sendable {
    case list(LibraryPlace, filter: String, kinds: Set<TrackKind>, within: LibraryListing?)
    /// The rows that are to be seen.
    case tracks([Int32])
  }

  package var client: LibraryClient
  /// That of the list; an answer with another one than was asked for last is stale.
  package var number: Int
  package var subject: Subject
}

package struct LibraryAnswer: Sendable {
  package enum Content: Sendable {
    case listing(LibraryListing)
    case tracks([LibraryTrack])
  }

  package var client: LibraryClient
  package var number: Int
  package var content: Content

  package init(client: LibraryClient, number: Int, content: Content) {
    self.client = client
    self.number = number
    self.content = content
  }
}
