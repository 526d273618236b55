import ApplicationTestSupport
import AudioBase
import Effects
import MixEngine
import PlayerTestSupport
import Studio
import SystemBase
import Testing

@testable import Application
@testable import Player
@testable import TerminalUI

/// Values of the mixer by their addresses, moves, and teaching MIDI both.
@MainActor @Suite struct MixerAddressTests {
  private let bench = PlayerBench("a")
  private let application: Application
  private let session: ScreenSession
  private let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: []))
  private let mixer: MixerController
  private let services = Services()

  @MainActor private final class Services {
    var settings: [String] = []
    var taught: [MIDITarget] = []
  }

  init() {
    application = Application(model: bench.model)
    session = ScreenSession(application)
    let catalog = MixCatalog(userFolder: FilePath("/u/mixers"), shippedFolder: nil)
    mixer = MixerController(owner: MixOwner(engine.control, catalog) { _, _ in }, model: bench.model)
    application.mixer = mixer
    application.services.changeSetting = { [services] in services.settings.append("\($0) \($1)") }
    application.services.midiInput = .open
    application.services.teachMIDI = { [services] in services.taught.append($1) }
    mixer.owner.change { $0.add(.filter, to: .music) }
  }

  private func press(_ commands: Command...) { for command in commands { session.perform(command) } }

  private func run(_ text: String) throws { press(try Command.parse(text)) }

  private func address(_ text: String) throws -> MixGraph.Address { try #require(MixGraph.Address(text)) }

  private var last: Notice? { application.state.notices.last }

  // MARK: Addresses

  @Test func valuesAreSetAsTheyAreShownOrInPercent() throws {
    try run("mix music/filter/cutoff 1.2 kHz")
    let cutoff = try address("music/filter/cutoff")
    #expect(mixer.graph.value(at: cutoff) == 1_200 && last == .mixer(.value(cutoff, "1.2 kHz")))
    try run("mix music/filter/cutoff 50 %")
    #expect(abs((mixer.graph.value(at: cutoff) ?? 0) - 632.46) < 0.01)
    try run("mix music/filter/mode high-pass")
    try run("mix pad 3/gain −6 dB")
    #expect(mixer.graph.value(at: try address("music/filter/mode")) == 1)
    #expect(mixer.graph[.pad(3)].gain == Decibels(-6))
    try run("mix pad 3/gain")
    #expect(last == .mixer(.value(try address("pad 3/gain"), "−6.0 dB")))
  }

  @Test func timeOfADelayIsTypedAsANoteOrInMilliseconds() throws {
    mixer.owner.change { $0.add(.delay, to: .pads) }
    mixer.owner.setTempo(90)
    let time = try address("pads/delay/time")
    for (text, shown) in [
      ("1/8.", "3/16 beat"), ("1/4 dotted", "3/8 beat"), ("300 ms", "0.45 beat (300 ms)"),
      ("1 s", "3/2 beats"),
    ] {
      try run("mix pads/delay/time \(text)")
      #expect(last == .mixer(.value(time, shown)), "\(text)")
    }
    try run("mix pads/delay/time 9 s")
    #expect(last == .mixer(.badAddress(.badValue(time, "9 s", lowest: "1/8 beat", highest: "4 beats"))))
    #expect(mixer.graph.value(at: time) == 1.5)
  }

  @Test func levelsOfThePlayerHaveAddressesToo() throws {
    for text in ["music/gain -3", "pads/gain 2", "master/gain -12", "master/mute on", "master/mute on"] {
      try run("mix \(text)")
    }
    #expect(services.settings == ["music-level -3.0", "pads-level 2.0"])
    #expect(bench.model.levels.volume == Decibels(-12) && bench.model.levels.isMuted)
    #expect(mixer.graph[.master] == MixGraph.Strip() && mixer.graph[.music].gain == .unity)
  }

  @Test func unknownAddressesAndValuesAreRefusedWithWhatThereIs() throws {
    try run("mix music/filter/cutof 20")
    guard case .mixer(.badAddress(.unknown("music/filter/cutof", let known)))? = last else {
      Issue.record("\(String(describing: last))")
      return
    }
    #expect(
      known == [
        "gain", "pan", "mute", "solo", "filter/mode", "filter/cutoff", "filter/resonance", "filter/bypass",
      ])
    try run("mix strings/gain 1")
    let buses = ["pads/", "music/", "click/", "master/"]
    #expect(last == .mixer(.badAddress(.unknown("strings/gain", known: buses))))
    try run("mix music/filter/cutoff 30 kHz")
    let cutoff = try address("music/filter/cutoff")
    #expect(last == .mixer(.badAddress(.badValue(cutoff, "30 kHz", lowest: "20 Hz", highest: "20 kHz"))))
  }

  @Test func addressesAreCompletedFromTheLastWordOn() {
    mixer.owner.change { $0[.pad(3)].pan = 0.1 }
    #expect(application.addressCompletions("pad 3/g") == ["3/gain"])
    #expect(application.addressCompletions("music/filter/c") == ["music/filter/cutoff"])
    #expect(application.addressCompletions("x") == [])
  }

  @Test func changesOfEffectsAreCompleted() {
    #expect(application.addressCompletions("music a") == ["add"])
    #expect(application.addressCompletions("music add fi") == ["filter"])
    #expect(application.addressCompletions("music/filter ") == ["remove", "move"])
  }

  @Test func stepsOfOneValueAreOneMessage() throws {
    for level in 1...5 { application.report(.setting(.changed(name: "music-level", value: "-\(level)"))) }
    application.report(.setting(.changed(name: "theme", value: "dark")))
    try run("mix pad 3/gain -6")
    try run("mix pad 3/gain -7")
    #expect(application.state.notices.entries.count == 3)
  }

  /// Adds an effect with the choices of a plug-in.
  private func addTube() {
    let names = ["Low Pass", "low shelf", "Off", "off", "3/4"]
    let tube = UnitDescription(
      name: "lv2:http://x/Tube", title: "Tube", kind: .jack,
      parameters: [EffectParameter("Mode", choices: names)]
    ) { setup throws(UnitRefusal) in EffectKind.filter.makeUnit(setup) }
    mixer.owner.change { $0.add(tube, to: .pads) }
  }

  @Test(arguments: [
    ("Low Pass", 0), ("low pass", 0), ("LowPass", 0), ("low shelf", 1), ("Off", 2), ("off", 3), ("3/4", 4),
  ])
  func choicesWithCapitalsAndSpacesAreTyped(text: String, choice: Double) throws {
    addTube()
    let mode = try address("pads/lv2:http://x/Tube/Mode")
    mixer.owner.set(choice == 4 ? 0 : 4, at: mode)
    try run("mix \(mode.text) \(text)")
    #expect(mixer.graph.value(at: mode) == choice)
  }

  @Test func choicesAreCompletedWithoutRegardToCapitals() {
    addTube()
    let mode = "pads/lv2:http://x/Tube/Mode"
    #expect(application.addressCompletions("\(mode) lo") == ["Low Pass", "low shelf"])
    #expect(application.addressCompletions("\(mode) low p") == ["Pass"])
    #expect(application.addressCompletions("PADS/lv2:http://x/t") == [mode, "pads/lv2:http://x/Tube/bypass"])
    #expect(application.addressCompletions("music/filter/mode h") == ["high-pass"])
    press(.program(.palette))
    session.type(.insert("mix \(mode) low p"))
    session.type(.complete)
    #expect(session.field?.text == "mix \(mode) low Pass")
    // "Low Pass" and "low shelf" have nothing in common but for capitals.
    session.type(.cancel)
    press(.program(.palette))
    session.type(.insert("mix \(mode) lo"))
    session.type(.complete)
    #expect(session.field?.text == "mix \(mode) lo")
    #expect(session.field?.choices == ["Low Pass", "low shelf"])
  }

  // MARK: Moves

  @Test func movesAreHeldToggledAndReleased() {
    press(.mixer(.stutter), .request(.hold(.throw, true)))
    #expect(mixer.owner.held == [.stutter, .throw])
    press(.mixer(.stutter), .request(.hold(.throw, false)), .request(.hold(.throw, false)))
    #expect(mixer.owner.held == [])
    press(.request(.sweep(.step(-1))), .request(.sweep(.step(-1))), .request(.sweep(.step(1))))
    #expect(mixer.owner.position(of: .music) == -5)
    press(.request(.sweep(.position(80))), .request(.sweep(.off)))
    #expect(mixer.owner.position(of: .music) == 0)
    press(.mixer(.feedback), .request(.sweepEcho(.step(1))))
    #expect(mixer.owner.held == [.feedback] && mixer.owner.position(of: .echo) == 5)
    press(.mixer(.feedback), .request(.sweepEcho(.off)))
    #expect(mixer.owner.held == [] && mixer.owner.position(of: .echo) == 0)
  }

  @Test func throwOfOneStripIsChosenAndHeldAndReleased() throws {
    try run("throw pad 3")
    #expect(mixer.owner.held == [.throw] && last == .mixer(.thrown(Throw(.pad(3)))))
    press(.mixer(.throw))
    #expect(mixer.owner.held == [])
    press(.mixer(.throw))
    #expect(mixer.owner.held == [.throw] && last == .mixer(.thrown(Throw(.pad(3)))))
    press(.mixer(.throw), .request(.hold(.throw, true)))
    #expect(application.value(at: Throw(.pad(3)).address) == 1)
    try run("throw music 2")
    #expect(last == .mixer(.badAddress(.noReturn(2, count: 0))) && mixer.owner.chosenThrow == Throw(.pad(3)))
    mixer.owner.change { $0.add(.delay, to: .returns(2)) }
    try run("throw music 2")
    #expect(mixer.owner.chosenThrow == Throw(.music, to: 2))
    #expect(application.value(at: Throw(.pad(3)).address) == 0)
    try run("throw off")
    #expect(mixer.owner.held == [])
    #expect(mixer.owner.turn(.undo))
    for command in [Command.request(.hold(.throw, true)), .mixer(.throw)] {
      let count = application.state.notices.entries.count
      press(command)
      #expect(application.state.notices.entries.count == count + 1)
      #expect(mixer.owner.held == [] && last == .mixer(.badAddress(.noReturn(2, count: 0))))
    }
    #expect(throws: CommandError.self) { try Command.parse("throw master") }
    #expect(throws: CommandError.self) { try Command.parse("stutter pad 3") }
  }

  @Test func whatLastsWithoutAKeyIsReportedUnlessTheMixerShowsIt() {
    press(.request(.hold(.brake, true)), .request(.sweep(.position(30))), .request(.hold(.brake, false)))
    #expect(application.state.notices.entries.isEmpty)
    press(.mixer(.brake), .request(.sweep(.step(1))), .request(.sweep(.step(1))))
    let notices = application.state.notices.entries.map(\.notice)
    #expect(notices == [.mixer(.move(.brake, isHeld: true)), .mixer(.sweep(.music, 40))])
    press(.mixer(.open), .mixer(.brake), .request(.sweep(.off)))
    #expect(application.state.notices.entries.count == 2)
  }

  @Test func movesLeaveLayersAndQuestionsOpen() {
    press(.mixer(.open), .request(.hold(.brake, true)), .mixer(.stutter), .request(.sweep(.step(-1))))
    #expect(session.coveringLayer is MixerLayer)
    application.ask(.defaultKeys)
    press(.request(.hold(.brake, false)), .request(.sweep(.position(0))))
    #expect(application.state.question == .defaultKeys && mixer.owner.held == [.stutter])
  }

  @Test(arguments: [
    "mix pad 3/gain -6", "sweep -50", "throw on", "stutter off", "brake on", "throw", "sweep left",
    "throw pad 3",
    "throw music", "throw pads 2", "feedback", "feedback on", "sweep-echo 30", "sweep-echo right",
  ]) func commandsOfMovesAreReadByTheirNames(text: String) throws {
    let command = try Command.parse(text)
    #expect(Command(name: command.name) == command)
  }

  // MARK: MIDI

  @Test func escapeSaysThatNothingIsTaught() {
    application.endLearning(.note(40), nil, isCancelled: true)
    #expect(application.state.notices.last == .midi(.notLearned) && services.taught.isEmpty)
  }

  @Test func keysTeachMovesTheSweepAndTheChosenValue() throws {
    func teach(_ source: MIDISource, _ command: Command) {
      application.endLearning(source, command, isCancelled: false)
    }
    teach(.note(40), .mixer(.stutter))
    teach(.controller(20), .mixer(.brake))
    teach(.controller(21), .request(.sweep(.step(-1))))
    teach(.controller(22), .playback(.volumeUp))
    press(.mixer(.open))
    mixer.choose(.pads, row: 1)
    press(.pads(.learnMIDI))
    #expect(session.coveringLayer is MixerLayer)
    teach(.controller(23), .playback(.volumeUp))
    mixer.choose(.music, row: 2)
    press(.mixerScreen(.open), .move(.down))
    teach(.controller(24), .playback(.volumeDown))
    #expect(
      services.taught == [
        .move(.stutter), .move(.brake), .sweep, .volume, .address(try address("pads/pan")),
        .address(try address("music/filter/cutoff")),
      ])
    teach(.controller(26), .mixer(.feedback))
    teach(.controller(27), .request(.sweepEcho(.step(1))))
    #expect(services.taught.suffix(2) == [.move(.feedback), .address(MixGraph.Address(.echo))])
    teach(.note(41), .request(.sweep(.step(-1))))
    #expect(services.taught.count == 8 && last == .midi(.notTaught(.note(41))))
    teach(.note(41), .take(.record))
    teach(.controller(25), .playback(.playPause))
    teach(.program(1), .pads(.nextBank))
    #expect(
      services.taught.suffix(3) == [
        .command(.take(.record)), .command(.playback(.playPause)), .command(.pads(.nextBank)),
      ])
  }

  @Test func controllerMovesAValueOverItsRange() throws {
    let cutoff = try address("music/filter/cutoff")
    for place in [0, 0.3, 1] { press(.request(.turn(cutoff, place))) }
    #expect(mixer.graph.value(at: cutoff) == 20_000)
    press(.request(.turn(try address("music/gain"), 0.5)), .request(.turn(try address("pads/delay/time"), 0)))
    #expect(services.settings == ["music-level -27.0"])
    #expect(application.state.notices.entries.isEmpty, "a knob is no message")
  }
}
