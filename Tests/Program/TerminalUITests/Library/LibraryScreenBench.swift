import ApplicationTestSupport
import MixEngine
import MusicQuery
import Studio
import TerminalKit

@testable import Application
@testable import AudioBase
@testable import Controls
@testable import Librarian
@testable import MusicLibrary
@testable import Player
@testable import SystemBase
@testable import TerminalUI

@MainActor
private final class SilentTransport: MusicTransport {
  var onEvent: (@MainActor (TransportEvent) -> Void)?

  func load(_ item: QueueItem, awaitsGain: Bool, at seconds: Double, playing: Bool) {}
  func setNext(_ item: QueueItem?) {}
  func play() {}
  func pause() {}
  func stop() {}
  func seek(to seconds: Double) {}
  func setGain(_ gain: ReplayGain?, of item: QueueItem.ID, isFinal: Bool) {}
  func setSpeed(_ speed: Double) {}
  func setCrossfade(_ seconds: Double) {}
}

@MainActor
private final class NoMixer: MixerControl {
  func set(_ level: EngineCommand.Level, to gain: Decibels) {}
  func fadeOut(_ level: EngineCommand.Level, seconds: Double) {}
  func evenLoudness(by choice: GainChoice) {}
  func silencePads() {}
}

/// A screen with a library that is made up: its questions are answered from a list of tracks.
@MainActor
final class LibraryScreenBench {
  let model: PlayerModel
  let application: Application
  let session: ScreenSession
  let screen: PlayerScreen
  private var built: LibraryController?
  var controller: LibraryController {
    guard let built else { preconditionFailure("made by init") }
    return built
  }
  var panel: LibraryPanel {
    guard let panel = session.libraryPanel else { preconditionFailure("the bench has a library") }
    return panel
  }
  let index: LibraryScreenService
  private(set) var typedFolders: [String] = []
  private(set) var saves: [QueueSave] = []
  private(set) var completions: [String] = []
  /// The albums of the linked lists.
  var linked = LinkedLibrary()
  /// Whether tracks were played.
  var hasHistory = true
  /// The entries of all playlists; without any, they list all tracks.
  var entries: [PlaylistEntry] = []
  private let tracks: [LibraryTrack]

  init(
    ready: Bool = true, direction: LayoutDirection = .leftToRight,
    columns: [LibraryColumn] = LibraryColumn.standard
  ) {
    tracks = LibraryScreenBench.some
    model = PlayerModel(transport: SilentTransport(), mixer: NoMixer())
    application = Application(model: model)
    session = ScreenSession(application)
    screen = PlayerScreen(
      session: session, bindings: KeyBindings(KeyMaps()), pads: Sample.pads(), theme: .monochrome,
      direction: direction)
    index = LibraryScreenService(tracks)
    let controller = LibraryController(
      model: model, service: index, reports: .idle, suggestion: FilePath("/home/me/Music"),
      hasSuggestion: true)
    built = controller
    index.controller = controller
    application.library = controller
    panel.columns = columns
    application.services.folder = { [unowned self] in
      typedFolders.append($0)
      return FilePath($0)
    }
    application.services.saveQueue = { [unowned self] in saves.append($0) }
    application.services.completeFolder = { [unowned self] in completions.append($0) }
    if ready { controller.receive(.opened(isEmpty: false, nil)) }
  }

  /// Draws until no more rows are requested. Returns the lines of the screen.
  func shown(_ width: Int, _ height: Int) -> String {
    var surface = Surface(Size(width, height), direction: screen.direction)
    for _ in 0..<4 {
      surface = Surface(Size(width, height), direction: screen.direction)
      screen.draw(on: &surface)
      if index.asked.isEmpty { break }
      answer()
    }
    return surface.lines.map { line in
      var line = line[...]
      while line.last == " " { line.removeLast() }
      return String(line)
    }.joined(separator: "\n")
  }

  func press(_ commands: Command...) {
    for command in commands {
      session.perform(command)
      answer()
    }
  }

  func type(_ text: String) {
    for character in text { send(.key(KeyEvent(.character(character), text: String(character)))) }
    answer()
  }

  func type(_ key: Key) {
    send(.key(KeyEvent(key)))
    answer()
  }

  private func send(_ event: TerminalEvent) { _ = PromptEdit(event).map { session.type($0) } }

  private func answer() {
    while !index.asked.isEmpty {
      let request = index.asked.removeFirst()
      let content: LibraryAnswer.Content
      switch request.subject {
      case .tracks(let ids): content = .tracks(tracks.filter { ids.contains($0.id) })
      case .list(let place, let filter, _, let sort): content = .listing(listing(place, filter, sort))
      }
      controller.receive(
        .answer(LibraryAnswer(client: request.client, number: request.number, content: content)))
    }
  }

  private func listing(
    _ place: LibraryPlace, _ filter: String, _ sort: [SearchQuery.SortTerm]
  ) -> LibraryListing {
    if place == .artists {
      return LibraryListing(rows: [
        LibraryRow(.artist(1, name: "Björk"), count: 2),
        LibraryRow(.artist(2, name: "Léo Delibes"), count: 3),
      ])
    }
    if place == .recentlyPlayed, !hasHistory { return LibraryListing(rows: []) }
    if case .linked(let list, let places) = place { return linked.listing(list, below: places) }
    if place == .playlists {
      return LibraryListing(
        rows: ["mine", "yours"].enumerated().map {
          LibraryRow(.playlist(Int64($0 + 1), name: $1), count: 2)
        })
    }
    if case .playlist = place, !entries.isEmpty {
      var listing = LibraryListing(entries: entries)
      listing.missing = entries.count(where: \.isMissing)
      return listing
    }
    if place == .albums {
      return LibraryListing(rows: [
        LibraryRow(.album(1, name: "Lakmé"), detail: "Léo Delibes", date: "1883", count: 2),
        LibraryRow(.album(2, name: "Post"), detail: "Björk", date: "1995", count: 1),
      ])
    }
    var found = tracks.filter {
      filter.isEmpty
        || TextMatch.range(of: filter, in: "\($0.track.title ?? "") \($0.track.artist ?? "")") != nil
    }
    if sort == [SearchQuery.SortTerm(.title, descending: true)] {
      found.sort { $0.track.title ?? "" > $1.track.title ?? "" }
    }
    return LibraryListing(tracks: TrackList(ids: found.map(\.id)))
  }

  private static let some: [LibraryTrack] = [
    entry(1, "Flower Duet", "Léo Delibes", rating: 5), entry(2, "Bell Song", "Léo Delibes", rating: nil),
    entry(3, "Pizzicato", "Léo Delibes", rating: nil, isAway: true),
    entry(4, "Army of Me", "Björk", rating: 3),
    entry(5, "esc\u{1B}[2J \u{202E}rtl\nline", "千と千尋の神隠し", rating: nil),
  ]

  private static func entry(
    _ id: Int32, _ title: String, _ artist: String, rating: TrackRating?, isAway: Bool = false
  ) -> LibraryTrack {
    var track = TrackInfo(path: FilePath("/music/\(id).flac"))
    (track.title, track.artist, track.album) = (title, artist, "Album")
    track.stream.duration = 100 + Double(id)
    return LibraryTrack(
      id: id, track: track, kind: .music, rating: rating, playCount: 0, lastPlayed: nil, addedAt: 0,
      isAway: isAway, key: nil)
  }
}

extension LibraryScreenBench {
  /// Gives the application a mixer of an engine, which keeps no files.
  func addMixer(of engine: AudioEngine) -> MixerController {
    let catalog = MixCatalog(userFolder: FilePath("/u"), shippedFolder: nil)
    let mixer = MixerController(owner: MixOwner(engine.control, catalog) { _, _ in }, model: model)
    application.mixer = mixer
    return mixer
  }
}
