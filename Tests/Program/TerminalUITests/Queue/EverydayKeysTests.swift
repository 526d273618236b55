import ApplicationTestSupport
import AudioBase
import TerminalKit
import Testing

@testable import Application
@testable import Controls
@testable import Librarian
@testable import MusicLibrary
@testable import Player
@testable import SystemBase
@testable import TerminalUI

/// The keys that everyday tasks take, counted: no more than in cmus and ncmpcpp.
@MainActor @Suite struct EverydayKeysTests {
  /// Types keys as a terminal does: the router decides what each one means.
  @MainActor private final class Keyboard {
    let bench = LibraryScreenBench()
    private var router: KeyRouter
    private(set) var count = 0
    private(set) var hasQuit = false

    init(_ layout: KeyLayout) {
      router = KeyRouter(keys: KeyMaps(layout: layout), heldKeys: HeldKeyFilter(ignoresRepeats: false))
      let titles = ["Flower Duet", "Bell Song", "Pizzicato", "Valse"]
      bench.model.append(
        (0..<12).map {
          var track = TrackInfo(path: FilePath("/m/\($0).flac"))
          (track.title, track.artist) = (titles[$0 % 4], "Léo Delibes")
          return track
        })
    }

    /// - Parameter keys: names of keys, as in the configuration.
    func type(_ keys: String) {
      for name in keys.split(separator: " ") {
        guard let chord = KeyChord(name: String(name)) else {
          Issue.record("\(name)")
          continue
        }
        var event = KeyEvent(chord.key, chord.modifiers)
        if case .character(let character) = chord.key, chord.modifiers.isEmpty {
          event = KeyEvent(.character(character), text: String(character))
        }
        count += 1
        press(event)
        _ = bench.shown(120, 36)
      }
    }

    private func press(_ event: KeyEvent) {
      router.screen = bench.session.shownScreen
      let response: Application.Response? =
        switch router.route(.key(event), at: Int64(count) * 1_000_000_000) {
        case .command(let command): bench.session.perform(command).response
        case .typed(let event): PromptEdit(event).map { bench.session.type($0) }
        default: nil
        }
      if response == .acceptText { router.acceptText() }
      if response == .rejectText { router.rejectText() }
      if response == .quit { hasQuit = true }
    }
  }

  /// A task: its keys in a key set, and whether it is done. `most`: its keys in cmus or ncmpcpp, the fewer of both.
  struct EverydayTask: Sendable, CustomStringConvertible {
    let description: String
    let most: Int
    let keys: [KeyLayout: String]
    let isDone: @MainActor @Sendable (LibraryScreenBench) -> Bool

    init(
      _ name: String, most: Int, _ keys: [KeyLayout: String],
      isDone: @escaping @MainActor @Sendable (LibraryScreenBench) -> Bool
    ) {
      (description, self.most, self.keys, self.isDone) = (name, most, keys, isDone)
    }
  }

  nonisolated private static let found = [1, 2, 3].map { LibraryListing.Item.track($0) }

  nonisolated static let tasks = [
    EverydayTask(
      "play an album that three letters find", most: 8,
      [.usual: "tab / d e l tab P", .vi: "tab / d e l tab P", .cmus: "tab / d e l tab alt+P"]
    ) { $0.index.trackRequests == [LibraryTracksRequest(.replace, found)] },
    EverydayTask(
      "append an album that three letters find", most: 8,
      [.usual: "tab / d e l tab alt++", .vi: "tab / d e l tab alt++", .cmus: "tab / d e l tab alt++"]
    ) { $0.index.trackRequests == [LibraryTracksRequest(.append, found)] },
    EverydayTask("next track", most: 1, [.usual: "n", .vi: "w", .mpv: ">", .cmus: "b"]) {
      $0.model.queue.currentIndex == 1
    },
    EverydayTask(
      "seek to 1:30", most: 6,
      [.usual: ": 1 : 3 0 enter", .vi: ": 9 0 enter", .mpv: "` 1 : 3 0 enter", .cmus: ": 1 : 3 0 enter"]
    ) { $0.application.state.notices.last == .playBegins(at: 90) },
    EverydayTask("louder", most: 1, [.usual: "+", .vi: "+", .mpv: "0", .cmus: "+"]) {
      $0.model.levels.volume.value > 0
    },
    EverydayTask(
      "play a song that three letters find", most: 6,
      [.usual: "/ b e l enter", .vi: "/ b e l enter", .mpv: "/ b e l enter", .cmus: "/ b e l enter"]
    ) { $0.model.queue.currentIndex == 1 },
    EverydayTask(
      "move five marked tracks to the top", most: 6,
      [
        .usual: "insert insert insert insert insert shift+home", .vi: "v j j j j shift+home",
        .mpv: "alt+insert down down down down shift+home", .cmus: "space space space space space shift+home",
      ]
    ) { $0.model.queue.items.prefix(6).map { $0.path.lastComponent.shown } == names([3, 4, 5, 6, 7, 0]) },
    EverydayTask(
      "remove five tracks", most: 6,
      [
        .usual: "insert insert insert insert insert delete", .vi: "m m m m m delete",
        .cmus: "space space space space space D",
      ]
    ) { $0.model.queue.items.map { $0.path.lastComponent.shown } == names([0, 1, 2, 8, 9, 10, 11]) },
    EverydayTask("save the queue as a playlist", most: 5, [.usual: "W m i x enter", .vi: "W m i x enter"]) {
      $0.saves == [QueueSave("mix")]
    },
    EverydayTask("shuffle", most: 1, [.usual: "z", .cmus: "s"]) { $0.model.queue.isShuffled },
  ]

  nonisolated private static func names(_ numbers: [Int]) -> [String] { numbers.map { "\($0).flac" } }

  @Test(arguments: tasks) func everydayTaskTakesNoMoreKeysThanInPeers(task: EverydayTask) {
    for (layout, keys) in task.keys {
      let keyboard = Keyboard(layout)
      if task.description.contains("five") { keyboard.bench.press(.move(.down), .move(.down), .move(.down)) }
      keyboard.type(keys)
      #expect(task.isDone(keyboard.bench), "\(layout)")
      #expect(keyboard.count <= task.most, "\(layout)")
    }
  }

  @Test(arguments: [KeyLayout.vi, .cmus]) func linesOfViAndCmusDoWhatTheyDoThere(layout: KeyLayout) {
    let keyboard = Keyboard(layout)
    var inserted: [String] = []
    keyboard.bench.application.services.insertMusic = { path, place, isPlayed in
      inserted.append("\(path.shown) \(place) \(isPlayed)")
    }
    keyboard.type(": w space m i x enter")
    #expect(keyboard.bench.saves == [QueueSave("mix")])
    keyboard.type(": a d d space / m enter : e space / m enter")
    #expect(inserted == ["/m end false", "/m instead true"])
    keyboard.type(": e enter / n enter")
    #expect(inserted.last == "/n instead true" && !keyboard.hasQuit)
    keyboard.type(": q enter")
    #expect(keyboard.hasQuit)
  }

  @Test func positionAloneIsACommandThatSeeks() throws {
    #expect(try Command.parse("1:30") == .request(.seek(.position(90))))
    #expect(try Command.parse("90") == .request(.seek(.position(90))))
    #expect(try Command.parse("1:02:03") == .request(.seek(.position(3_723))))
    for text in ["-5", "+5", "1:60", "90000", "1:", "90 1", "99999999999999999999"] {
      #expect(throws: CommandError.self, "\(text)") { try Command.parse(text) }
    }
  }
}
