import ApplicationTestSupport
import AudioBase
import Controls
import KitEditing
import MixEngine
import Percussion
import Studio
import SystemBase
import TerminalKit
import Testing

@testable import Application
@testable import TerminalUI

/// The mixer on the screen, and the mouse in it.
@MainActor @Suite struct MixerScreenTests {
  private let bench = LibraryScreenBench()
  private let mixer: MixerController
  private let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: []))

  init() throws {
    mixer = bench.addMixer(of: engine)
    mixer.owner.change { graph in
      graph.add(.filter, to: .pad(3))
      graph.add(.delay, to: .pad(3))
      graph[.pad(3)].inserts[1].isBypassed = true
      graph[.pad(3)].sends = [MixGraph.Send(to: 1, Decibels(-12))]
      graph[.pad(3)].pan = 0.3
      graph[.pad(10)].isMuted = true
      graph[.music].isSoloed = true
      graph.add(.equalizer, to: .returns(1))
    }
    bench.session.perform(.mixer(.open))
    mixer.choose(.pad(3), row: 0)
    bench.screen.sound.meter = { $0 == .music || $0 == .master ? MeterContent(left: -9, right: -20) : nil }
  }

  private static let sizes = [(120, 36), (80, 24), (40, 12), (20, 5)]

  private func expect(_ name: String) throws {
    for (width, height) in Self.sizes {
      try Snapshot.expect("\(name)-\(width)x\(height)", bench.shown(width, height))
    }
  }

  @Test func stripsAreDrawnSideBySideOrTheChosenOneAlone() throws { try expect("mixer") }

  @Test func parametersOfAnEffectAreDrawnWithTheirValues() throws {
    mixer.choose(.pad(3), row: 2)
    bench.session.perform(.mixerScreen(.open))
    try expect("mixer-effect")
  }

  @Test func additionsAreListed() throws {
    bench.session.perform(.mixer(.add))
    try expect("mixer-add")
  }

  @Test func mixerOfARightToLeftScreenIsMirrored() throws {
    bench.screen.direction = .rightToLeft
    try Snapshot.expect("mixer-mirrored-80x24", bench.shown(80, 24))
  }

  @Test func stripsOfPadsHaveTheNamesOfTheKit() throws {
    let kit = Kit(
      name: "K", path: FilePath("/k"),
      pads: [Pad(number: 3, name: "snare", layers: []), Pad(number: 10, name: "", layers: [])])
    bench.application.kits = KitController(loaded: kit, service: NoServices.shared, events: .idle)
    let layer = try #require(bench.session.layer(MixerLayer.self))
    let content = MixerContent(layer) { _ in nil }
    #expect(content.strips.prefix(3).map(\.name) == ["3 snare", "pad 10", "pads"])
    #expect(content.chain.source == "3 snare" && content.chosenList.heading.contains(" · 3 snare, 1 of "))
  }

  @Test func everyChosenRowIsVisible() throws {
    mixer.owner.change { graph in for _ in 0..<12 { graph.add(.delay, to: .pad(3)) } }
    let last = mixer.rows(of: .pad(3)).count - 1
    mixer.choose(.pad(3), row: last)
    for (width, height) in [(80, 24), (40, 12)] {
      #expect(
        bench.shown(width, height).contains(width == 80 ? "→1 −12 dB" : "send return 1"), "\(width)×\(height)"
      )
    }
  }

  @Test func chainNamesEffectsDestinationAndSends() {
    func line(_ bus: MixGraph.Bus) -> String {
      SignalChain(bus, mixer.graph[bus], name: bus.name, fader: "0 dB", row: nil).line
    }
    #expect(line(.pad(3)) == "pad 3 → filter → (delay) → fader 0 dB → pads · send return 1 −12 dB")
    #expect(line(.returns(1)) == "return 1 → equalizer → fader 0 dB → master")
    #expect(line(.master) == "master → fader 0 dB → output")
  }

  @Test func unitsThatDoNotPlayAreInBracketsAndFaintEverywhere() throws {
    // No device serves the program.
    let file = """
      {"format":"drumdub-mixer","version":1,"strips":[{"bus":"music","inserts":[{"unit":"jack:echo"}]}]}
      """
    let graph = try MixFile.decode(Array(file.utf8), subject: "mix.json").renumbered(after: mixer.graph)
    mixer.owner.change { $0 = graph }
    mixer.choose(.music, row: mixer.rows(of: .music).count - 1)
    let layer = try #require(bench.session.layer(MixerLayer.self))
    let content = MixerContent(layer) { _ in nil }
    let row = try #require(content.chosen.rows.last)
    #expect(row.name == "(echo)" && row.isOff)
    #expect(content.chain.line.hasPrefix("music → (echo) → fader"))
    bench.session.perform(.mixerScreen(.open))
    #expect(MixerContent(layer) { _ in nil }.list?.heading == "music · (echo)")
  }

  @Test func chainIsDrawnAsBoxesOrInOneLineWhereTheyDoNotFit() {
    let chain = SignalChain(.pad(3), mixer.graph[.pad(3)], name: "pad 3", fader: "0 dB", row: .fader)
    func drawn(_ width: Int) -> [String] {
      var surface = Surface(Size(width, 3))
      ChainPicture(chain: chain, theme: .monochrome).draw(on: &surface, in: surface.bounds)
      return surface.lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }
    }
    #expect(
      drawn(60) == [
        "        ┌────────┐           ┌────────────┐",
        "pad 3 ─▸┤ filter ├▸─(delay)─▸┤ fader 0 dB ├─▸ pads",
        "        └────────┘           └──────────┬─▸ return 1 −12 dB",
      ])
    #expect(drawn(40) == ["", "", "pad 3 → filter → (delay) → fader 0 dB →…"])
  }

  @Test(arguments: [
    (MixerNotice.loaded("dub"), "loaded the mixer dub"),
    (
      .loading(["Room", "Hall"]),
      "loading the plug-ins Room, Hall for the mixer; the sound passes unchanged until then, and :cancel-plug-ins bypasses what is awaited"
    ),
    (
      .loadingCancelled(["Room"]),
      "the plug-in Room is bypassed and no longer waited for; the mixer switches it on again"
    ),
    (.loadingCancelled([]), "no plug-in is being loaded"),
    (
      .pluginsSuspected(["Room"]),
      "the program ended abnormally with the plug-in Room in the mixer, so it is bypassed now; the mixer switches it on again"
    ),
    (
      .programGone("", .effect),
      "no program is connected to the JACK ports of the mixer any more; the sound passes unchanged until one is"
    ),
    (.saved("loud", FilePath("/u/loud.json")), "saved the mixer loud in /u/loud.json"),
    (.notLoaded(.unknown("x", names: ["dry", "dub"])), "there is no mixer x; there are dry, dub"),
    (.notLoaded(.unknown("x", names: [])), "there is no mixer x"),
    (
      .notSaved(.badName("a/b")),
      "the mixer is not saved: a/b cannot be the name of a file; choose another one"
    ),
    (.turned(.undo, .strip(.music)), "undone in the mixer: a change of music"),
    (.turned(.redo, .parameter("cutoff", of: "filter")), "redone in the mixer: cutoff of filter"),
    (.turned(.undo, .several), "undone in the mixer: a change of several strips"),
    (.move(.brake, isHeld: true), "brake is on until its key is pressed again"),
    (.thrown(Throw(.music, to: 2)), "throw sends music to return 2 until its key is pressed again"),
    (.thrown(Throw(.pad(3))), "throw sends pad 3 to the echo until its key is pressed again"),
    (
      .badAddress(.noReturn(2, count: 0)), "the mixer has no return 2: :mix music/send 2 -6 adds it"
    ),
    (
      .badAddress(.noReturn(3, count: 1)),
      "the mixer has no return 3, its last one is 1: :mix music/send 3 -6 adds it"
    ),
    (.move(.brake, isHeld: false), "brake is off"), (.sweep(.music, -40), "the filter of the music: low 40"),
    (.sweep(.echo, 5), "the filter of the echo: high 5"),
    (.value(MixGraph.Address(.pad(3), .send(1)), "−6.0 dB"), "pad 3/send 1 is −6.0 dB"),
    (
      .badAddress(.unknown("music/x", known: ["gain", "pan"])), "the mixer has no music/x; it has gain, pan"
    ),
    (
      .badAddress(.badValue(MixGraph.Address(.pads, .gain), "x", lowest: "−60.0 dB", highest: "6.0 dB")),
      "pads/gain cannot be x: it is −60.0 dB to 6.0 dB"
    ),
    (.edited("music/delay", .added), "music/delay is in the mixer now"),
    (.edited("music/delay", .removed), "music/delay is removed from the mixer"),
    (.edited("music/delay", .moved(to: 2)), "music/delay is effect 2 of its strip now"),
    (.edited("music/delay", .stays(at: 2)), "music/delay is effect 2 of its strip already"),
    (.edited("music/send 2", .sends("0.0 dB")), "music/send 2 is in the mixer now, at 0.0 dB"),
    (
      .values([
        MixReading(MixGraph.Address(.music, .pan), "0 %"), MixReading(MixGraph.Address(.pads, .mute), "off"),
      ]), "music/pan 0 % · pads/mute off"
    ),
    (
      .badAddress(.unknownUnit("x", known: ["filter", "delay"])),
      "there is no effect x: add filter, delay, or the name or URI of an LV2 plug-in"
    ),
    (
      .badAddress(.unknownUnit("", known: ["filter"])),
      "no effect is named behind add: add filter, or the name or URI of an LV2 plug-in"
    ),
    (
      .badAddress(.noUnit("music/x", known: ["music/delay"])),
      "the mixer has no music/x; its strip has music/delay"
    ),
    (.badAddress(.cannotSend(.master)), "master cannot send to returns: send from another strip"),
    (.badAddress(.badPlace("9", .music, last: 2)), "9 is no place in music: type 1 to 2"),
    (.badAddress(.full(.pad(3))), "pad 3 has 16 effects, which is the most: remove one first"),
    (.noEffectChosen, "no effect is chosen in the mixer: F2 lists those that can be added"),
  ]) func noticesAreSentences(notice: MixerNotice, sentence: String) {
    var keys = KeyMap.empty
    keys.apply(KeyBinding(KeyChord(.function(2)), to: .mixer(.add)))
    #expect(MixerText.sentence(notice, keys) == sentence)
  }

  @Test func selectedRowIsReadAsText() {
    #expect(bench.session.perform(.move(.down)).response == .done)
    let row = PlainSelection.text(bench.session)
    #expect(row?.list == "Mixer · pad 3, 1 of 7" && row?.row == "2 of 5: pan: 30 % right")
  }

  // MARK: Moving

  @Test func soundingMixerIsDrawnAgainWithoutAnEvent() throws {
    var surface = Surface(Size(80, 24))
    bench.screen.draw(on: &surface)
    #expect(bench.screen.animations.nextFrame(.both) != nil)
    let before = surface
    bench.screen.sound.meter = { _ in MeterContent(left: -1, right: -1) }
    let rows = try #require(bench.screen.drawMoving(on: &surface))
    #expect(rows == [bench.screen.layout.overlay.rows] && surface != before)
    bench.screen.sound.meter = { _ in MeterContent(left: -90, right: -90) }
    #expect(bench.screen.drawMoving(on: &surface) != nil)
    #expect(bench.screen.animations.nextFrame(.both) == nil, "silence does not move")
  }

  // MARK: The mouse

  /// The layout of the mixer on a screen of 80 × 24.
  private func layout() throws -> MixerLayout {
    _ = bench.shown(80, 24)
    let content = try #require(bench.screen.shown.overlay as? MixerContent)
    return MixerLayout(content, in: bench.screen.layout.overlay)
  }

  private func column(_ bus: MixGraph.Bus) throws -> MixerLayout.Column {
    let strip = try #require(mixer.buses.firstIndex(of: bus))
    return try #require(try layout().columns.first { $0.strip == strip })
  }

  private func send(_ kind: MouseEvent.Kind, _ x: Int, _ y: Int) {
    let button: MouseEvent.Button? = kind == .press || kind == .drag ? .left : nil
    bench.screen.receive(MouseEvent(kind, button: button, at: Point(x, y)))
  }

  @Test func clickChoosesAStripOrARowAndOpensAChosenEffect() throws {
    let music = try column(.music)
    send(.press, music.name.x, music.name.y)
    #expect(mixer.bus == .music)
    let pad = try column(.pad(3))
    send(.press, pad.rows.x, pad.rows.y + 2)
    #expect(mixer.bus == .pad(3) && mixer.insert?.unit == "filter")
    send(.press, pad.rows.x, pad.rows.y + 2)
    #expect(bench.session.layer(MixerLayer.self)?.opened?.unit == "filter")
  }

  @Test func wheelChangesTheValueUnderThePointer() throws {
    let pad = try column(.pad(10))
    send(.wheelDown, pad.fader.x, pad.fader.y)
    #expect(mixer.graph[.pad(10)].gain == Decibels(-1))
    send(.wheelUp, pad.rows.x, pad.rows.y + 1)
    #expect(mixer.graph[.pad(10)].pan == 0.1)
  }

  @Test func dragSetsTheFader() throws {
    let pad = try column(.pad(10))
    send(.press, pad.fader.x, pad.fader.y + 3)
    send(.drag, pad.fader.x, pad.fader.endY - 1)
    #expect(mixer.graph[.pad(10)].gain == Decibels(-60))
    send(.drag, pad.fader.x, pad.fader.y)
    #expect(mixer.graph[.pad(10)].gain == Decibels(12))
  }

  @Test func dragOnABarSetsTheParameter() throws {
    mixer.choose(.pad(3), row: 2)
    bench.session.perform(.mixerScreen(.open))
    let layout = try layout()
    let row = try #require(layout.list?.rows.firstIndex { $0.share != nil })
    let bar = layout.parts(ofItem: row)[2]
    send(.drag, bar.endX - 1, bar.y)
    let kind = try #require(mixer.insert?.description)
    #expect(mixer.insert?.values[row] == kind.parameters[row].range.upperBound)
  }

  @Test func sweepFollowsThePointerAndCatchesAtTheMiddle() throws {
    let bar = try layout().moves[1]
    send(.press, bar.x, bar.y)
    #expect(mixer.owner.position(of: .music) == -100)
    send(.drag, bar.endX - 1, bar.y)
    #expect(mixer.owner.position(of: .music) == 100)
    send(.drag, bar.x + (bar.width - 1) / 2, bar.y)
    #expect(mixer.owner.position(of: .music) == 0)
    send(.release, bar.x, bar.y)
    send(.wheelDown, bar.x, bar.y)
    #expect(mixer.owner.position(of: .music) == -5 && mixer.bus == .pad(3))
  }

  @Test func wheelTurnsTheFilterOfTheEcho() throws {
    let part = try #require(try layout().moves.last)
    send(.wheelUp, part.x, part.y)
    #expect(mixer.owner.position(of: .echo) == 5 && mixer.owner.position(of: .music) == 0)
    #expect(bench.shown(80, 24).contains("echo high 5"))
  }

  @Test func buttonOfAMoveHoldsItUntilItIsReleased() throws {
    for (move, part) in zip(Move.allCases, try layout().moves.dropFirst(3)) {
      send(.press, part.x, part.y)
      #expect(mixer.owner.held == [move])
      send(.release, 0, 0)
      #expect(mixer.owner.held == [])
    }
    let part = try layout().moves[3]
    send(.press, part.x, part.y)
    bench.session.perform(.program(.cancel))
    #expect(mixer.owner.held == [], "the mixer is closed")
  }

  @Test func pointerInAMirroredMixerActsOnWhatItShows() throws {
    bench.screen.direction = .rightToLeft
    let music = try column(.music)
    send(.press, 79 - music.name.x, music.name.y)
    #expect(mixer.bus == .music)
  }

  @Test func clickBesideAListClosesTheMixer() {
    _ = bench.shown(80, 24)
    send(.press, 40, 0)
    #expect(bench.session.layers.isEmpty)
  }
}
