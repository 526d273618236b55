import MusicQuery

/// The sender of a request. Each has at most one request for a list.
package enum LibraryClient: Hashable, Sendable { case browser, linkedLists, picker }

/// A request to the index, which another thread answers.
package struct LibraryRequest: Hashable, Sendable {
  package enum Subject: Hashable, Sendable {
    /// Requests a list of the library; without terms to sort by, it has its default order.
    case list(LibraryPlace, filter: String, within: LibraryListing?, sort: [SearchQuery.SortTerm])
    /// The tracks with these ids.
    case tracks([Int32])
  }

  package var client: LibraryClient
  /// The number of the request. An answer with another number than the last request is outdated.
  package var number: Int
  package var subject: Subject

  package init(client: LibraryClient, number: Int, subject: Subject) {
    (self.client, self.number, self.subject) = (client, number, subject)
  }
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
    (self.client, self.number, self.content) = (client, number, content)
  }
}
