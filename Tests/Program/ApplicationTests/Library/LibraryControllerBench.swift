import ApplicationTestSupport
import PlayerTestSupport
import TestSupport

@testable import AudioBase
@testable import Librarian
@testable import MusicLibrary
@testable import Player
@testable import SystemBase
@testable import TerminalUI

/// A library controller on a real index. The test answers its requests.
@MainActor
final class LibraryControllerBench {
  let player = PlayerBench()
  let store: LibraryStore
  let index: TestLibraryService
  let controller: LibraryController
  let panel: LibraryPanel
  private(set) var messages: [LibraryMessage] = []
  private let folder: TemporaryFolder

  init(_ tracks: [TrackInfo]) throws {
    folder = try TemporaryFolder()
    store = try LibraryStore(folder.file("library.db"))
    try store.addFolder(FilePath("/music"))
    try store.apply(
      tracks.enumerated().map { index, track in
        .read(track, FileStamp(size: 1000, modified: Int64(index), inode: UInt64(index), device: 1))
      })
    index = TestLibraryService(store)
    controller = LibraryController(
      model: player.model, service: index, reports: .idle, suggestion: FilePath("/home/Music"),
      hasSuggestion: true)
    panel = LibraryPanel(controller)
    index.controller = controller
    controller.onNotice = { [unowned self] in messages.append($0) }
  }

  /// Adds entries to a playlist, as the queue does.
  func add(_ entries: [PlaylistEntry], to playlist: String) {
    index.add(.entries(entries), toPlaylist: playlist)
  }

  /// Saves a playlist and replaces one of its name, as the queue does.
  func save(_ entries: [PlaylistEntry], as name: String) { index.save(entries, as: name) }

  /// With the index open.
  static func ready(_ tracks: [TrackInfo]) throws -> LibraryControllerBench {
    let bench = try LibraryControllerBench(tracks)
    bench.controller.receive(.opened(isEmpty: false, nil))
    return bench
  }

  /// Answers all requests, and the requests that follow from them.
  func answer() throws {
    panel.show(rows: 20, pickerRows: 20)
    while !index.waiting.isEmpty || !index.trackRequests.isEmpty {
      let (requests, gathered) = (index.waiting, index.trackRequests)
      (index.waiting, index.trackRequests) = ([], [])
      for request in requests { try answer(request) }
      for request in gathered { controller.receive(.gathered(try request.carryOut(store))) }
      panel.show(rows: 20, pickerRows: 20)
    }
  }

  func answer(_ request: LibraryRequest) throws {
    let content: LibraryAnswer.Content
    switch request.subject {
    case .tracks(let ids): content = .tracks(try store.tracks(ids))
    case .list(let place, let filter, let within, let sort):
      let lists = LibraryLists(
        store: store, place: place, filter: filter, within: within, sort: sort,
        ranksTitles: request.client == .picker)
      guard let listing = try lists.whole() else { return }
      content = .listing(listing)
    }
    controller.receive(
      .answer(LibraryAnswer(client: request.client, number: request.number, content: content)))
  }

  func takeWaiting() -> [LibraryRequest] {
    defer { index.waiting = [] }
    return index.waiting
  }

  /// The rows of the list that is seen, as texts.
  var rows: [String] {
    let level = panel.browser.level
    return (0..<level.count).compactMap { level.listing?.item($0) }.map { item in
      switch item {
      case .place(let row): row.place.name ?? "\(row.place)"
      case .track(let id): level.track(id)?.track.title ?? "?"
      case .entry(_, let entry): entry.location.name
      }
    }
  }

  var queue: [String] { player.model.queue.items.map(\.title) }

  func open(_ row: String) throws {
    guard let index = rows.firstIndex(of: row) else { throw Missing(row: row, rows: rows) }
    panel.select(index)
    panel.open()
    try answer()
  }

  struct Missing: Error {
    let row: String
    let rows: [String]
  }

  static func track(_ title: String, _ artist: String, _ album: String?, _ number: Int = 1) -> TrackInfo {
    var track = TrackInfo(path: FilePath("/music/\(artist)/\(number) \(title).flac"))
    (track.title, track.artist, track.artists, track.album) = (title, artist, [artist], album)
    track.trackNumber = number
    track.stream.duration = 100
    return track
  }

  static let some = [
    track("Flower Duet", "Léo Delibes", "Lakmé", 1), track("Bell Song", "Léo Delibes", "Lakmé", 2),
    track("Pizzicato", "Léo Delibes", "Sylvia", 1), track("Army of Me", "Björk", "Post", 1),
    track("Hyperballad", "Björk", "Post", 2), track("Single", "Nobody", nil, 1),
  ]
}
