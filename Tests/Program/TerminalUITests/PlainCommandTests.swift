import ApplicationTestSupport
import AudioBase
import Controls
import MixEngine
import Player
import PlayerTestSupport
import Studio
import SystemBase
import Testing

@testable import Application
@testable import TerminalUI

/// Each command of the palette says what it has done, or why it has done nothing, never only that it is done.
@MainActor @Suite struct PlainCommandTests {
  /// What the program does by itself: it is left, or its terminal is.
  nonisolated private static let leaving: Set<String> = ["suspend", "detach", "quit", "redraw"]
  nonisolated static let names = Command.listed.map(\.name).filter {
    !leaving.contains($0) && !$0.hasPrefix("seek ")
  }

  /// The player with nothing in it, or with a take and its timeline closed.
  private func bench(hasTake: Bool) throws -> PlainBench {
    let bench = try hasTake ? TimelineBench() : TimelineBench([])
    let (application, session) = (bench.application, bench.session)
    session.closeLayers()
    let owner = MixOwner(
      bench.player.engine.control, MixCatalog(userFolder: FilePath("/u"), shippedFolder: nil)
    ) { _, _ in }
    application.mixer = MixerController(owner: owner, model: application.model)
    application.services.shownSettings = { [SettingLine(name: "crossfade", value: "0", source: .standard)] }
    return PlainBench(session, of: bench)
  }

  private func expect(_ lines: [String], _ name: String) {
    #expect(
      !lines.isEmpty && lines.allSatisfy { !$0.isEmpty && !$0.hasSuffix(": done") }, "\(name): \(lines)")
  }

  @Test(arguments: [false, true]) func eachCommandSaysWhatItHasDone(hasTake: Bool) throws {
    for name in Self.names {
      let bench = try bench(hasTake: hasTake)
      let command = try #require(Command(name: name))
      expect(bench.press(command), name)
      // Again, and while the same layer is open.
      expect(bench.press(command), "\(name), again")
    }
  }

  nonisolated private static let empty = "the queue is empty: o finds a song, F6 scans a folder"
  nonisolated static let forms: [(String, String)] = [
    ("throw on", "throw is on: hit pads, and they go to an echo"), ("throw off", "throw is off"),
    ("stutter on", "stutter is on, but no music plays: media-play plays"), ("brake off", "brake is off"),
    ("sweep 50%", "the filter of the music: high 50"), ("layer-offset 10", "there is no take: r records one"),
    ("seek 30", empty), ("seek 50%", empty), ("seek 1:30", empty),
    ("view queue", "Queue: nothing is selected"),
    ("repeat-hits 2", "g opens the timeline first: this command changes its hits"),
    ("pattern end", "g opens the timeline first: this command changes its hits"),
    ("play-note E4", "played E4"),
    ("pad 1", "hit pad 1"), ("accent 3", "hit pad 3"), ("soft 2", "hit pad 2"),
    ("soft-hits", "soft hits on: ctrl+space ends them"),
    ("volume 0", "volume 0.0 dB · 100%"), ("speed 1", "speed is 1.0"), ("transpose 0", "transpose is 0"),
    ("transpose -5", "transpose -5"),
  ]

  @Test(arguments: forms) func commandWithAnArgumentSaysWhatItHasDone(text: String, line: String) throws {
    let bench = try bench(hasTake: false)
    let lines = bench.press(try Command.parse(text))
    expect(lines, text)
    #expect(lines == [line], "\(text)")
  }

  /// The player reports the value, and a message says it.
  @Test func changedValueThatAMessageSaysIsToldOnce() throws {
    let bench = try bench(hasTake: false)
    let application = bench.session.application
    let lower = Transposition(cents: -500)
    application.model.transpose(lower)
    #expect(bench.changes() == ["transpose -5"])
    for notice in [Notice.take(.song(.transposed(.none))), .take(.song(.pitchTurned(.undo, lower)))] {
      application.model.transpose(application.model.transposition == lower ? .none : lower)
      application.report(notice)
      #expect(bench.changes() == [PlainText.line(notice, KeyMap())])
    }
    application.model.setSpeed(0.6)
    application.report(.practice(.trainerEnded(speed: 0.6)))
    #expect(bench.changes() == ["trainer off: speed 0.6"])
    let lines = bench.press(try Command.parse("mix master/gain -6"))
    #expect(lines.count == 1 && lines[0].hasPrefix("master/gain is "))
    // A message of something else says no value.
    application.model.setSpeed(1)
    application.report(.practice(.trainerIsOff))
    #expect(bench.changes() == ["the trainer is off", "speed 1.0"])
  }

  @Test func moveOverTheMixerSaysWhetherItIsOn() throws {
    let bench = try bench(hasTake: false)
    _ = bench.press(.mixer(.open))
    #expect(bench.press(.mixer(.throw)) == ["throw is on: hit pads, and they go to an echo"])
    #expect(bench.press(.mixer(.throw)) == ["throw is off"])
    #expect(bench.press(.mixer(.stutter)) == ["stutter is on, but no music plays: media-play plays"])
    #expect(bench.press(.mixer(.brake)) == ["brake is on, but no music plays: media-play plays"])
    #expect(bench.press(.mixer(.feedback)) == ["feedback is on: what is in the echo grows until it is off"])
  }

  /// Layers do not perform the commands of other programs.
  @Test func commandOfAnotherProgramSaysWhatItHasDone() throws {
    let bench = try bench(hasTake: true)
    let session = bench.session
    var requested: [Command] = []
    let subscription = session.application.streams.requested.subscribe { requested.append($0) }
    session.perform(.mixer(.open))
    func answer(_ command: Command) -> String {
      let outcome = session.application.request(command, from: .remote)
      return PlainAnswer.line(requested: command, outcome, session)
    }
    #expect(answer(.mixer(.solo)) == "music: solo" && answer(.mixer(.mute)) == "music: muted")
    #expect(answer(.request(.sweep(.step(1)))) == "the filter of the music: high 5")
    #expect(answer(.mixer(.throw)) == "throw is on: hit pads, and they go to an echo")
    #expect(requested == [.mixer(.solo), .mixer(.mute), .request(.sweep(.step(1))), .mixer(.throw)])
    withExtendedLifetime((bench, subscription)) {}
  }

  /// The row below the palette is not said again, since it would be the answer.
  @Test func commandOfThePaletteIsAnsweredOverASelectedRow() throws {
    let bench = try bench(hasTake: true)
    func run(_ name: String) -> [String] {
      _ = bench.press(.program(.palette))
      _ = bench.type(.insert(name))
      return bench.type(.accept)
    }
    #expect(run("timeline").first?.hasPrefix("Timeline · take 1") == true)
    #expect(run("copy-hits").first?.hasPrefix("no hit is at the cursor") == true)
    #expect(run("move-down") == ["pad 2 of layer 2, 00:00, no hit"])
    #expect(run("next-hit") == ["there is no later hit in this row"])
    #expect(run("select-all-hits").first?.hasSuffix("no hit, 18 selected") == true)
    #expect(run("copy-hits") == ["18 hits copied"])
  }

  @Test func songsOfAnEmptyLibraryAreRefusedWithTheReason() {
    let bench = LibraryScreenBench(ready: false)
    let plain = PlainBench(bench.session, of: bench)
    #expect(
      plain.press(.library(.pick)) == ["song: ", "the library is empty: scan a folder first"])
  }

  /// The row below the marked one is selected, so the mark would not be heard.
  @Test func markedRowIsCounted() {
    let bench = PlayerBench("a.flac", "b.flac")
    let plain = PlainBench(ScreenSession(Application(model: bench.model)), of: bench)
    #expect(plain.press(.list(.mark)) == ["marked: 1 in all", "Queue: 2 of 2: b.flac, --:--"])
    #expect(plain.press(.move(.up)) == ["1 of 2: a.flac, --:--, current, marked"])
    #expect(plain.press(.list(.mark)) == ["unmarked: 0 in all", "2 of 2: b.flac, --:--"])
  }

  @Test func refusedCommandSaysThatItsTextStays() throws {
    let bench = try bench(hasTake: false)
    _ = bench.press(.program(.palette))
    _ = bench.type(.insert("foo"))
    let refusal = "there is no command foo; the command help lists all; the text stays, Esc leaves it"
    #expect(bench.type(.accept) == [refusal] && bench.type(.accept) == [refusal])
    #expect(bench.type(.cancel) == ["command: left without a change"])
  }

  @Test func commandsOfLayersWithoutOneSayWhatToDo() throws {
    let bench = try bench(hasTake: false)
    for command in [Command.take(.solo), .take(.duplicate), .take(.rename)] {
      #expect(bench.press(command) == ["there is no take: r records one"])
    }
    #expect(bench.press(.request(.punch(.in))) == ["nothing is heard: play a track or a take first"])
    #expect(bench.press(.playback(.play)).first?.hasPrefix("the queue is empty: o finds a song") == true)
    let taken = try self.bench(hasTake: true)
    #expect(taken.press(.take(.solo)) == ["layer 2: solo"])
    #expect(taken.press(.take(.duplicate)) == ["duplicated: take 1 has 3 layers; u undoes it"])
    _ = taken.press(.take(.list))
    _ = taken.press(.move(.start))
    #expect(taken.press(.take(.solo)).first?.hasPrefix("no layer is selected: E lists") == true)
    let begun = try self.bench(hasTake: true)
    _ = begun.press(.take(.new))
    #expect(begun.press(.take(.solo)) == ["no take is chosen: E lists them, and Enter chooses one"])
  }

  @Test func bypassedEffectIsSaidToBeBypassed() throws {
    let bench = try bench(hasTake: false)
    let mixer = try #require(bench.session.application.mixer)
    mixer.owner.change { $0.add(.filter, to: .music) }
    _ = bench.press(.mixer(.open))
    _ = bench.press(.move(.end))
    #expect(bench.press(.mixer(.bypass)).last?.hasSuffix(": filter, bypassed") == true)
  }

  @Test func endOfAListOrOfTheTimelineSaysThatNothingIsThere() throws {
    let queue = PlayerBench("a.flac", "b.flac")
    let list = PlainBench(ScreenSession(Application(model: queue.model)), of: queue)
    _ = list.press(.move(.end))
    #expect(list.press(.queue(.trackDown)) == ["nothing after this"])
    #expect(list.press(.queue(.trackUp)) == ["1 of 2: b.flac, --:--"])
    #expect(list.press(.queue(.trackUp)) == ["nothing before this"])
    let bench = try TimelineBench([TimelineBench.played])
    let timeline = PlainBench(bench.session, of: bench)
    _ = timeline.changes()
    #expect(timeline.press(.move(.up)) == ["nothing before this"])
    for command in [Command.move(.down), .timeline(.cursorBarForward), .timeline(.cursorForward)] {
      #expect((0..<20).map { _ in timeline.press(command) }.last == ["nothing after this"], "\(command.name)")
    }
  }

  @Test func emptyQueueSaysWhatCanBeDone() throws {
    let bench = try bench(hasTake: false)
    let empty = PlainCommandTests.empty
    #expect(bench.press(.move(.down)) == [empty])
    let lines = PlainText.whereabouts(bench.session, KeyMap())
    #expect(lines.first == empty && lines.last == "nothing is selected")
  }

  /// A key of the queue acts on the playing track then.
  @Test func endOfTheSelectionSaysWhatKeysActOn() {
    let bench = PlayerBench("a.flac", "b.flac")
    let plain = PlainBench(ScreenSession(Application(model: bench.model)), of: bench)
    _ = plain.press(.move(.end))
    #expect(
      plain.press(.program(.cancel)) == [
        "nothing is open; nothing is selected: keys of the list act on the playing track"
      ])
    #expect(plain.press(.program(.cancel)) == ["nothing is open"])
    _ = plain.press(.list(.mark))
    #expect(plain.press(.program(.cancel)).first == "unmarked: 0 in all")
  }

  @Test func emptyListOfTheLibrarySaysWhy() throws {
    let bench = LibraryScreenBench()
    bench.hasHistory = false
    let plain = PlainBench(bench.session, of: bench)
    plain.settle = { bench.type("") }
    #expect(
      plain.press(try Command.parse("view history")) == [
        "Library ▸ Recently played: nothing was played yet"
      ])
    #expect(plain.press(.library(.up)).first?.hasPrefix("Library: ") == true)
  }

  @Test func messageNamesTheKeyThatUndoesInTheKeySet() {
    func line(_ layout: KeyLayout, _ shown: ScreenLayout) -> String {
      var mode = ScreenMode()
      mode.layout = shown
      return PlainText.line(.queue(.shuffled), KeyMaps(layout: layout)[mode])
    }
    #expect(line(.usual, .both) == "shuffled the queue; u undoes it")
    #expect(line(.vi, .both) == "shuffled the queue; u undoes it")
    #expect(line(.vi, .listen) == "shuffled the queue; u undoes it")
    #expect(line(.vi, .drum) == "shuffled the queue; u undoes it")
  }
}
