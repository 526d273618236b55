@testable import MusicLibrary
@testable import TerminalUI

/// A few albums, by which tests answer the requests of linked lists.
struct LinkedLibrary {
  struct Album {
    let genre: String
    let artist: String
    let name: String
    let tracks: [Int32]

    init(_ genre: String, _ artist: String, _ name: String, _ tracks: [Int32]) {
      (self.genre, self.artist, self.name, self.tracks) = (genre, artist, name, tracks)
    }

    fileprivate func place(_ list: LinkedList) -> LibraryPlace {
      switch list {
      case .genre: .genre(1, name: genre)
      case .artist: .artist(1, name: artist)
      case .album, .tracks: .album(1, name: name)
      }
    }
  }

  var albums = [
    Album("Opera", "Léo Delibes", "Lakmé", [1, 2]), Album("Opera", "Léo Delibes", "Sylvia", [3]),
    Album("Opera", "Bizet", "Carmen", [5]), Album("Pop", "Björk", "Post", [4]),
  ]

  func listing(_ list: LinkedList, below places: [LibraryPlace]) -> LibraryListing {
    let found = albums.filter { album in
      places.allSatisfy { [album.genre, album.artist, album.name].contains($0.name) }
    }
    if list == .tracks { return LibraryListing(tracks: TrackList(ids: found.flatMap(\.tracks))) }
    var rows: [LibraryRow] = []
    for album in found {
      let place = LibraryPlace.within(places + [album.place(list)])
      if let index = rows.firstIndex(where: { $0.place == place }) {
        rows[index].count = (rows[index].count ?? 0) + album.tracks.count
      } else {
        rows.append(LibraryRow(place, count: album.tracks.count))
      }
    }
    return LibraryListing(rows: rows)
  }

  /// Answers the requests for lists, and those that follow from them.
  func answer(_ browser: inout LibraryBrowser) {
    var requests = browser.takeRequests()
    while !requests.isEmpty {
      for request in requests { answer(request, of: &browser) }
      requests = browser.takeRequests()
    }
  }

  func answer(_ request: LibraryRequest, of browser: inout LibraryBrowser) {
    guard case .list(.linked(let list, let places), let filter, _, _) = request.subject else { return }
    var listing = listing(list, below: places)
    if !filter.isEmpty { listing.rows.removeAll { $0.place.name?.contains(filter) != true } }
    browser.receive(
      LibraryAnswer(client: request.client, number: request.number, content: .listing(listing)))
  }
}
