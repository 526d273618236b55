@testable import Application
import PlayerTestSupport
import TestSupport

@testable import AudioBase
@testable import MusicLibrary
@testable import Player
@testable import SystemBase

/// A library controller on a real index. The test answers its requests.
@MainActor
final class LibraryControllerBench {
  let player = PlayerBench()
  let store: LibraryStore
  private let histories = PlaylistHistories()
  private var built: LibraryController?
  var controller: LibraryController {
    guard let built else { preconditionFailure("made by init") }
    return built
  }
  private(set) var scans: [[FilePath]] = []
  private(set) var stops = 0
  private(set) var opens = 0
  private(set) var messages: [LibraryMessage] = []
  /// Questions that are not answered yet.
  private(set) var waiting: [LibraryRequest] = []
  private(set) var gatherings: [LibraryGathering] = []
  /// The tracks that were looked up for the queue and for playlists.
  private(set) var lookups: [TrackLocation] = []
  var answersAtOnce = true
  private let folder: TemporaryFolder

  init(_ tracks: [TrackInfo]) throws {
    folder = try TemporaryFolder()
    store = try LibraryStore(folder.file("library.db"))
    try store.addFolder(FilePath("/music"))
    try store.apply(
      tracks.enumerated().map { index, track in
        .read(track, FileStamp(size: 1000, modified: Int64(index), inode: UInt64(index), device: 1))
      })
    var tools = LibraryController.Tools()
    tools.open = { [unowned self] in opens += 1 }
    tools.ask = { [unowned self] in waiting.append($0) }
    tools.gather = { [unowned self] in gatherings.append($0) }
    tools.scan = { [unowned self] in scans.append($0) }
    tools.stopScan = { [unowned self] in stops += 1 }
    tools.editPlaylist = { [unowned self] list, edit in
      receive { () throws(LibraryError) in try PlaylistEditor(store, histories).apply(edit, to: list) }
    }
    tools.undoInPlaylist = { [unowned self] direction, list in
      receive { () throws(LibraryError) in try PlaylistEditor(store, histories).follow(direction, list) }
    }
    tools.addToPlaylist = { [unowned self] addition, name in
      receive { () throws(LibraryError) in try PlaylistEditor(store, histories).add(addition, to: name) }
    }
    tools.saveQuery = { [unowned self] query, name in
      receive { () throws(LibraryError) in try PlaylistEditor(store, histories).save(query: query, as: name) }
    }
    tools.find = { [unowned self] location, purpose in
      self.controller.receive(.found(try? store.track(at: location), location, purpose))
    }
    tools.findQueued = { [unowned self] locations in
      lookups += locations
      let found = locations.map { ($0, try? store.track(at: $0)) }
      self.controller.receive(.foundQueued(Dictionary(uniqueKeysWithValues: found)))
    }
    tools.deletePlaylist = { [unowned self] list in
      let time = histories.expect()
      receive { () throws(LibraryError) in try PlaylistEditor(store, histories).delete(list, at: time) }
    }
    tools.timeOfPlaylist = { [unowned self] in histories.time(of: $0) }
    tools.followPlaylists = { [unowned self] direction in
      receive { () throws(LibraryError) in
        try PlaylistEditor(store, histories).followNewest(direction) ?? .playlistEdited
      }
    }
    let controller = LibraryController(
      model: player.model, tools: tools, suggestion: FilePath("/home/Music"), hasSuggestion: true)
    built = controller
    controller.onNotice = { [unowned self] in messages.append($0) }
  }

  /// Adds entries to a playlist, as the queue does.
  func add(_ entries: [PlaylistEntry], to playlist: String) {
    receive { () throws(LibraryError) in
      try PlaylistEditor(store, histories).add(.entries(entries), to: playlist)
    }
  }

  /// Saves a playlist and replaces one of its name, as the queue does.
  func save(_ entries: [PlaylistEntry], as name: String) {
    let time = histories.expect()
    receive { () throws(LibraryError) in
      try PlaylistEditor(store, histories).save(entries, as: name, at: time)
    }
  }

  private func receive(_ body: () throws(LibraryError) -> LibraryReport) {
    do throws(LibraryError) {
      controller.receive(try body())
    } catch {
      controller.receive(.failed(error))
    }
  }

  /// With the index open.
  static func ready(_ tracks: [TrackInfo]) throws -> LibraryControllerBench {
    let bench = try LibraryControllerBench(tracks)
    bench.controller.receive(.opened(isEmpty: false, nil))
    return bench
  }

  /// Answers all requests, and the requests that follow from them.
  func answer() throws {
    controller.show(rows: 20, pickerRows: 20)
    while !waiting.isEmpty || !gatherings.isEmpty {
      let (requests, gathered) = (waiting, gatherings)
      (waiting, gatherings) = ([], [])
      for request in requests { try answer(request) }
      for gathering in gathered { controller.receive(.read(.gathered(try gathering.carryOut(store)))) }
      controller.show(rows: 20, pickerRows: 20)
    }
  }

  func answer(_ request: LibraryRequest) throws {
    let content: LibraryAnswer.Content
    switch request.subject {
    case .tracks(let ids): content = .tracks(try store.tracks(ids))
    case .list(let place, let filter, let kinds, let within, let sort):
      let lists = LibraryLists(
        store: store, place: place, filter: filter, kinds: kinds, within: within, sort: sort)
      guard let listing = try lists.whole() else { return }
      content = .listing(listing)
    }
    controller.receive(
      .read(.answer(LibraryAnswer(client: request.client, number: request.number, content: content))))
  }

  func takeWaiting() -> [LibraryRequest] {
    defer { waiting = [] }
    return waiting
  }

  /// The rows of the list that is seen, as texts.
  var rows: [String] {
    let level = controller.browser.level
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
    controller.select(index)
    controller.open()
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
