import ApplicationTestSupport
import Controls
import PlayerTestSupport
import Testing

@testable import Application
@testable import Player
@testable import TerminalUI

/// The order of playback: its commands, and the track that plays next.
@MainActor @Suite struct PlayOrderTests {
  private let bench = PlayerBench("a", "b", "c")
  private let session: ScreenSession

  init() { session = ScreenSession(Application(model: bench.model)) }

  private func perform(_ text: String) throws { session.perform(try Command.parse(text)) }

  private var heading: [String] {
    ListContent(bench.model.queue, session.state, first: 0, rows: 3, next: bench.model.upcoming).heading
  }

  @Test func commandsSetTheOrder() throws {
    for mode in ShuffleMode.allCases.reversed() {
      try perform("shuffle \(mode.rawValue)")
      #expect(bench.model.queue.shuffleMode == mode && session.presentValue("shuffle") == mode.rawValue)
    }
    for mode in RepeatMode.allCases.reversed() {
      try perform("repeat \(mode.rawValue)")
      #expect(bench.model.queue.repeatMode == mode && session.presentValue("repeat") == mode.rawValue)
    }
    for text in ["shuffle on", "repeat albums"] {
      #expect(throws: CommandError.self) { try Command.parse(text) }
    }
    // The keys switch through the modes, and albums are left.
    for mode in [RepeatMode.one, .all, .album, .off] {
      try perform("repeat")
      #expect(bench.model.queue.repeatMode == mode)
    }
    try perform("shuffle albums")
    #expect(PlainText.line(.shuffle(true), bench.model) == "shuffle albums")
    try perform("shuffle")
    #expect(bench.model.queue.shuffleMode == .off)
    try perform("shuffle")
    #expect(bench.model.queue.shuffleMode == .tracks)
    #expect(PlainText.line(.shuffle(true), bench.model) == "shuffle on")
  }

  @Test func settingsNameTheOrderOfAlbums() {
    var content = Sample.playing
    (content.isShuffled, content.shufflesAlbums, content.repeatMode) = (true, true, .album)
    let texts = SettingsLine.items(content, in: 80).map(\.text)
    #expect(texts.contains("shuffle albums") && texts.contains("repeat album"))
  }

  @Test func nextTrackIsNamedWhereItIsNotTheFollowingRow() {
    bench.model.play()
    #expect(!heading.contains { $0.hasPrefix("next") })
    bench.model.moveNext([bench.id(2)])
    #expect(bench.model.upcoming?.title == "c" && !heading.contains { $0.hasPrefix("next") })
    // In list order: a, c, b. The current one is the last in the list, and the queue repeats.
    bench.model.play(bench.id(2))
    #expect(!heading.contains { $0.hasPrefix("next") })
    bench.model.setRepeat(.all)
    #expect(heading.last == "next: a")
    #expect(!PlainText.status(bench.model).contains("next"))
    bench.model.setShuffle(.tracks)
    #expect(PlainText.status(bench.model).hasSuffix(", next \(bench.model.upcoming?.title ?? "-")"))
  }

  @Test func afterSaysWhatPlaysNext() throws {
    func line(_ text: String) throws -> String? {
      let command = try Command.parse(text)
      let outcome = session.perform(command).outcome
      return PlainOutcome(session: session, keys: KeyMap()).text(outcome, of: command)
    }
    bench.model.play()
    #expect(try line("after next") == "b plays next" && line("after") == "b plays next")
    #expect(try line("after 5") == "next: b; c")
    bench.model.setRepeat(.all)
    #expect(try line("after 5") == "next: b; c")
    bench.model.setRepeat(.one)
    #expect(try line("after 5") == "a plays again")
    bench.model.setRepeat(.off)
    bench.model.setShuffle(.tracks)
    let order = try #require(bench.model.upcoming?.title)
    #expect(try line("after next") == "\(order) plays next")
    #expect(try line("after 2") == "next: \(order); \(order == "b" ? "c" : "b")")
    bench.model.setShuffle(.off)
    try perform("stop-after-current")
    #expect(try line("after 2") == "nothing plays next: playback stops after this track")
    try perform("stop-after-current")
    bench.model.play(bench.id(2))
    #expect(try line("after 2") == "nothing plays next: the queue ends with this track")
    bench.model.clearQueue()
    #expect(try line("after 2")?.hasPrefix("the queue is empty") == true)
    for text in ["after 0", "after 21", "after noon"] {
      #expect(throws: CommandError.self) { try Command.parse(text) }
    }
  }
}
