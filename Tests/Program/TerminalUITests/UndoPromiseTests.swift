import ApplicationTestSupport
import AudioBase
import Controls
import Dubbing
import MixEngine
import Player
import SystemBase
import TerminalKit
import TestSupport
import Testing

@testable import Application
@testable import Librarian
@testable import MusicLibrary
@testable import Studio
@testable import TerminalUI

/// Each message that promises an undo, taken at its word: the key that it names undoes what it says, whatever was changed
/// before.
@Suite @MainActor struct UndoPromiseTests {
  /// A player with something to change in each area, and with changes of all of them.
  @MainActor final class Bench {
    let timeline: TimelineBench
    let index = LibraryScreenService([])
    let tags = Tags()
    private let folder: TemporaryFolder
    let store: LibraryStore
    let list: PlaylistName
    var application: Application { timeline.application }
    var session: ScreenSession { timeline.session }
    var model: PlayerModel { timeline.player.model }

    init() throws {
      timeline = try TimelineBench()
      folder = try TemporaryFolder()
      store = try LibraryStore(folder.file("library.db"))
      list = PlaylistName(id: try store.savePlaylist("list", ["x", "y"].map(Bench.entry)), name: "list")
      let application = timeline.application
      index.store = store
      let library = LibraryController(
        model: timeline.player.model, service: index, reports: .idle, suggestion: FilePath("m"),
        hasSuggestion: false)
      index.controller = library
      application.library = library
      application.tags = TagController(service: tags)
      let catalog = MixCatalog(userFolder: FilePath("/u/mixers"), shippedFolder: nil)
      let owner = MixOwner(timeline.player.engine.control, catalog) { _, _ in }
      application.mixer = MixerController(owner: owner, model: model)
      model.append([TrackInfo(path: FilePath("old.flac"))])
      model.clearQueue()
      model.append(["c", "a", "b"].map { TrackInfo(path: FilePath("\($0).flac")) })
      timeline.press(.request(.pattern(.untilBar(7))), .program(.cancel))
      changeAll()
    }

    static func entry(_ name: String) -> PlaylistEntry { PlaylistEntry(.file(FilePath(name))) }

    /// Changes something in each area.
    private func changeAll() {
      timeline.takes.list.edit {
        $0.setMixer(TakeMixer(MixGraph(), MixGains(music: Decibels(-3), pads: Decibels(-9), balance: 2)))
        $0.setLanes([Lane(Lane.ID("music/gain"), [Lane.Point(0, -12), Lane.Point(6_000, -12.1)])])
        $0.rename(to: "mine")
      }
      model.move([model.queue.items[0].id], .down)
      index.editPlaylist(list, .append([Bench.entry("z")]))
      application.mixer?.owner.change { $0.scenes[1] = MixScene(["music/gain": -20]) }
      application.mixer?.owner.change { $0[.music].isMuted = true }
      timeline.takes.tempo.setTempo(97)
      application.tags?.write(TagBatch([.title: "New"], of: [FilePath("a")]))
    }

    /// All that can be undone.
    var state: [String] {
      let lists = (try? store.playlists().map { "\($0.name) \($0.entryCount)" }) ?? []
      let take = timeline.takes.list.tracks[.free]?.take
      return [
        "\(model.queue.items.map(\.title))", "\(lists)", "\(tags.tags)",
        "\(String(describing: timeline.takes.list.tracks[.free]?.knownTempo))",
        "\(take?.name ?? "none") \(take?.layers.map(\.settings) ?? [])",
        "\(take?.layers.map { ($0.hits.frames, $0.hits.velocities) } ?? [])",
        "\(application.mixer?.graph[.music].isMuted ?? false) \(model.mixGains)",
        "\(application.mixer?.graph.scenes.keys.sorted() ?? [])",
        "\(take?.mixer?[.music].isMuted ?? false) \(String(describing: take?.gains)) \(take?.lanes ?? [])",
      ]
    }

    /// Opens the timeline, whose cursor is behind the first hit, and selects all hits.
    func selectAll() {
      timeline.press(.take(.timeline))
      _ = timeline.shown(80, 24)
      timeline.press(.timeline(.selectAll))
      timeline.layer.moveCursor(to: 12_000)
    }

    /// What was said last, with the keys of a map.
    func line(_ keys: KeyMap) throws -> String {
      NoticeText.sentence(try #require(application.state.notices.entries.last?.notice), keys)
    }
  }

  /// Changes tags in memory, at once.
  @MainActor final class Tags: TagServing {
    private(set) var tags: [String: String] = [:]

    func readHistory(then receive: @escaping @MainActor (Result<TagHistory, FileError>) -> Void) {}
    func read(_ source: TagSource, then receive: @escaping @MainActor (TagReading) -> Void) {}
    func preview(
      _ source: TagSource, _ operation: TagPreview.Operation,
      then receive: @escaping @MainActor (TagPreview) -> Void
    ) {}
    func cancel() {}

    func write(
      _ batch: TagBatch, progress: @escaping @MainActor (TagProgress) -> Void,
      then receive: @escaping @MainActor (TagBatchResult) -> Void
    ) {
      var result = TagBatchResult(batch.operation)
      for change in batch.changes {
        let path = change.path.shown
        if let target = change.target {
          tags[target.shown] = tags.removeValue(forKey: path) ?? ""
          result.renamed.append(FileRename(from: change.path, to: target))
          result.inverse.append(TagChange(target, renamedTo: change.path))
        } else {
          result.inverse.append(TagChange(change.path, .set([.title: tags[path] ?? ""])))
          if case .set(let texts) = change.edit { tags[path] = texts[.title] }
        }
      }
      receive(result)
    }
  }

  /// The changes whose messages promise an undo.
  nonisolated static let promises: KeyValuePairs<String, @MainActor @Sendable (Bench) throws -> Void> = [
    "removed": { $0.timeline.press(.list(.remove)) },
    "cleared": { $0.timeline.press(.queue(.clear), .queue(.clear)) },
    "sorted": { $0.session.perform(.request(.sortQueue(try #require(QueueOrder("title"))))) },
    "shuffled": { bench in
      let before = bench.state
      for _ in 0..<100 where bench.state == before { bench.timeline.press(.queue(.shuffleTracks)) }
    },
    "moved tracks": { $0.timeline.press(.move(.end), .list(.markedToStart)) },
    "reduced": { $0.timeline.press(.queue(.crop)) },
    "queue": { bench in
      let tracks = [QueueAddition(TrackInfo(path: FilePath("d.flac")))]
      bench.model.replaceQueue(with: tracks, startingAt: 0)
      bench.application.report(.library(.queue(count: 1, leftOut: 0, away: 0, wasEmpty: false)))
    },
    "added": { bench in
      bench.model.insert([QueueAddition(TrackInfo(path: FilePath("d.flac")))], at: .end)
      bench.application.report(.library(.added(count: 1, isNext: false, away: 0)))
    },
    "radioBegan": { bench in
      bench.application.library?.receive(.opened(isEmpty: false, nil))
      bench.session.perform(try Command.parse("radio rating:5"))
      let tracks = [QueueAddition(TrackInfo(path: FilePath("d.flac")))]
      bench.application.receive(radio: tracks, of: bench.application.state.radioRequests)
    },
    "opened": { bench in
      bench.model.openFormerQueue(0)
      bench.application.report(.queue(.opened(count: 1)))
    },
    "left": { bench in
      let session = bench.model.session
      bench.model.clearQueue()
      _ = bench.model.leaveQueue(of: session)
      bench.application.report(.queue(.left(count: 3)))
    },
    "saved": { bench in
      bench.index.change { editor throws(LibraryError) in
        try editor.save([Bench.entry("w")], as: "list", at: .now())
      }
    },
    "appended": { $0.index.editPlaylist($0.list, .append([Bench.entry("w")])) },
    "shortened": { bench in
      let entry = PlaylistEdit.Entry(index: 0, location: Bench.entry("x").location)
      bench.index.editPlaylist(bench.list, .remove([entry]))
    },
    "deleted playlist": { $0.application.library?.delete($0.list) },
    "finished": { $0.application.tags?.write(TagBatch([.title: "Newer"], of: [FilePath("a")])) },
    "finished redo": { bench in
      bench.application.tags?.write(TagBatch([.title: "Newer"], of: [FilePath("a")]))
      bench.timeline.press(.program(.undo), .program(.redo))
    },
    "renamed": { bench in
      let change = TagChange(FilePath("a"), renamedTo: FilePath("b"))
      bench.application.tags?.write(TagBatch(.edit, [change]))
    },
    "deleted": { $0.timeline.takes.list.delete(try #require($0.timeline.takes.list.currentEntry)) },
    "deleted layer": { $0.timeline.press(.take(.list), .move(.down), .list(.remove)) },
    "moved": { $0.timeline.takes.tempo.moveBeat(near: 24_000, to: 24_900, keepsFirst: false) },
    "corrected": { $0.timeline.takes.tempo.perform(.correct(.half)) },
    "duplicated": { bench in
      bench.timeline.press(.take(.duplicate))
      bench.application.report(.take(.duplicated(take: "mine", layers: 3)))
    },
    "quantised": { bench in
      bench.selectAll()
      bench.timeline.press(.timeline(.quantise))
    },
    "humanised": { bench in
      bench.selectAll()
      bench.timeline.press(.request(.humanise(try #require(Humanise("10")))))
    },
    "cut": { bench in
      bench.selectAll()
      bench.timeline.press(.timeline(.cut))
    },
    "lane": { $0.timeline.press(.take(.timeline), .timeline(.nextLane), .timeline(.thin)) },
    "pasted": { bench in
      bench.selectAll()
      bench.timeline.press(.timeline(.copy), .timeline(.paste))
    },
    "turnedIntoHits": { bench in
      bench.selectAll()
      bench.timeline.press(.request(.pattern(.hits)))
    },
    "loaded": { bench in
      let owner = try #require(bench.application.mixer?.owner)
      owner.presets = [
        MixPreset(name: "m", path: FilePath("m.json"), isShipped: false, content: .success(MixGraph()))
      ]
      try owner.load("m")
      bench.application.report(.mixer(.loaded("m")))
    },
    "keptInTake": { $0.timeline.press(.request(.takeMixer(.keep))) },
    "loadedOfTake": { $0.timeline.press(.request(.takeMixer(.load))) },
    "sceneStored": { $0.timeline.press(.request(.storeScene(2))) },
    "sceneCalled": { $0.timeline.press(.request(.scene(1))) },
    "stretched": { $0.timeline.takes.tempo.moveBeat(near: 24_000, to: 24_900, keepsFirst: true) },
  ]

  nonisolated static let names = promises.map(\.key)
  /// What a search has found, and marks of songs, need a track: `BeatCommandTests` and `SongMarkTests` undo them.
  /// `AlbumEditorTests` undoes joins and splits.
  nonisolated static let undoneElsewhere: Set = ["found", "song", "album"]

  /// Returns the key that a sentence says undoes it; nil if it promises nothing.
  private func promisedKey(_ sentence: String) -> String? {
    let words = sentence.split(separator: " ").map(String.init)
    return words.indices.dropFirst().first { words[$0] == "undoes" }.map {
      words[$0 - 1]
    }
  }

  @Test(arguments: names) func theKeyThatAMessageNamesUndoesWhatItSays(name: String) throws {
    let act = try #require(Self.promises.first { $0.key == name }?.value)
    var bound = KeyMap()
    bound.apply(try KeyBinding("u"))
    bound.apply(try KeyBinding("f11", to: "undo"))
    for keys in [KeyMap(), bound] {
      let bench = try Bench()
      let before = bench.state
      try act(bench)
      #expect(bench.state != before)
      let line = try bench.line(keys)
      let chord = try #require(keys.keys(for: .program(.undo)).first)
      #expect(promisedKey(line) == chord.label, "\(line)")
      bench.session.perform(try #require(keys.owner(of: chord)))
      let undone = try bench.line(keys)
      #expect(bench.state == before, "\(undone) after \(line)")
    }
  }

  @Test func everySentenceThatPromisesAnUndoIsTakenAtItsWord() {
    func label(_ notice: Any) -> String {
      let mirror = Mirror(reflecting: notice)
      guard let child = mirror.children.first else { return "\(notice)" }
      let name = child.label ?? ""
      let areas = ["queue", "library", "playlist", "tags", "take", "beats", "timeline", "pattern", "mixer"]
      return areas.contains(name) && Mirror(reflecting: child.value).displayStyle == .enum
        ? label(child.value) : name
    }
    let others = SentenceTests.others.filter { promisedKey(NoticeText.sentence($0.0, KeyMap())) == "u" }
    let takes = SentenceTests.takes.map { Notice.take($0.0) }.filter(\.isUndoable)
    let labels = Set(others.map { label($0.0) } + takes.map(label)).subtracting(Self.undoneElsewhere)
    #expect(!labels.isEmpty && labels.isSubset(of: Self.names), "\(labels)")
  }

  @Test func withoutAKeyTheMessageNamesTheCommand() throws {
    var keys = KeyMap()
    for chord in keys.keys(for: .program(.undo)) { keys.apply(KeyBinding(chord, to: nil)) }
    #expect(NoticeText.sentence(.queue(.shuffled), keys) == "shuffled the queue; :undo undoes it")
  }

  @Test func tracksThatWereInOrderPromiseNothing() throws {
    let bench = try Bench()
    let order = Command.request(.sortQueue(try #require(QueueOrder("title"))))
    bench.timeline.press(order)
    bench.timeline.press(order)
    #expect(try bench.line(KeyMap()) == "the tracks of the queue are in this order already")
  }
}
