import ApplicationTestSupport
import AudioBase
import Effects
import Instruments
import MixEngine
import PlayerTestSupport
import Studio
import SystemBase
import Testing

@testable import Application
@testable import Player
@testable import TerminalUI

/// The mixer, by its commands.
@MainActor @Suite struct MixerLayerTests {
  private let bench = PlayerBench("a")
  private let application: Application
  private let session: ScreenSession
  private let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: []))
  private let mixer: MixerController
  private let settings = Settings()

  @MainActor private final class Settings {
    var changes: [String] = []
    var files: [FilePath] = []
  }

  init() {
    application = Application(model: bench.model)
    session = ScreenSession(application)
    let catalog = MixCatalog(userFolder: FilePath("/u/mixers"), shippedFolder: nil)
    let owner = MixOwner(engine.control, catalog) { [settings] path, _ in settings.files.append(path) }
    mixer = MixerController(owner: owner, model: bench.model)
    application.mixer = mixer
    application.services.changeSetting = { [settings] in settings.changes.append("\($0) \($1)") }
  }

  private func press(_ commands: Command...) { for command in commands { session.perform(command) } }

  private func layer() throws -> MixerLayer { try #require(session.layer(MixerLayer.self)) }

  /// Opens the mixer and adds an effect to the strip of the music.
  private func add(_ kind: EffectKind) throws -> MixGraph.Insert {
    press(.mixer(.add))
    let row = mixer.additions().firstIndex {
      if case .unit(let unit) = $0 { unit.name == kind.rawValue } else { false }
    }
    try layer().select(try #require(row))
    press(.mixerScreen(.open))
    return try #require(mixer.insert)
  }

  private var notices: [Notice] { application.state.notices.entries.map(\.notice) }

  @Test func tempoOfADelayIsTheOneThatItRunsAt() throws {
    let delay = try add(.delay)
    press(.mixerScreen(.open))
    let index = try #require(EffectKind.delay.parameters.firstIndex { $0.name == "tempo" })
    func shown() throws -> Double { try layer().values(of: delay)[index].value }
    mixer.owner.setTempo(93)
    let address = try #require(mixer.graph.address(ofInsert: delay.id, parameter: index))
    #expect(try shown() == 93 && application.value(at: address) == 93)
    func row() throws -> String { MixerText.text(try layer().values(of: delay)[index]) }
    #expect(try row() == "song 93")
    mixer.owner.set(140, parameter: index, ofInsert: delay.id)
    #expect(try shown() == 140 && row() == "140.0")
    mixer.owner.setTempo(80)
    #expect(try shown() == 80)
  }

  // MARK: Other programs

  @Test func programsThatPlayNotesAreInstrumentsAndOthersAreEffects() throws {
    let echo = ExternalPrograms.effects.describe("echo", category: "JACK effect")
    let synth = ExternalPrograms.instruments.describe("synth", category: "JACK instrument")
    application.receive(programs: [echo, synth])
    func names(in category: String) -> [String] {
      mixer.additions(in: category).compactMap { if case .unit(let unit) = $0 { unit.title } else { nil } }
    }
    #expect(names(in: "JACK effect") == ["echo"] && names(in: "JACK instrument").isEmpty)
    #expect(!mixer.additions().contains(.category("JACK instrument")))
    mixer.owner.change { $0.setInstrument(.guitar) }
    mixer.choose(.instrument)
    #expect(names(in: "JACK effect") == ["echo"] && names(in: "JACK instrument") == ["synth"])
    #expect(mixer.additions().contains(InstrumentKind.guitar.description.map { .unit($0) } ?? .send(to: 0)))
    mixer.add(.unit(synth))
    #expect(mixer.graph.source?.unit == "jack:synth" && mixer.insert?.unit == "jack:synth")
    mixer.add(.unit(echo))
    #expect(mixer.graph[.instrument].inserts.map(\.unit) == ["jack:echo"])
    #expect(mixer.graph.source?.unit == "jack:synth")
  }

  // MARK: Strips

  @Test func padsThatWereStruckOrHaveSettingsHaveStrips() {
    #expect(mixer.buses == [.pads, .music, .click, .master])
    mixer.owner.change { $0[.pad(5)].pan = -0.5 }
    bench.model.padSounded(
      StartedHit(pad: 3, velocity: 90, sample: 0, outputFrame: 0, isLate: false, keyTime: .now))
    #expect(mixer.buses == [.pad(3), .pad(5), .pads, .music, .click, .master])
  }

  @Test func seekKeysChooseStripsUpToTheLastOnes() {
    press(.mixer(.open))
    #expect(mixer.bus == .music)
    press(.mixerScreen(.left))
    #expect(mixer.bus == .pads)
    press(
      .mixerScreen(.farLeft), .mixerScreen(.right), .mixerScreen(.right), .mixerScreen(.right),
      .mixerScreen(.right))
    #expect(mixer.bus == .master && session.coveringLayer is MixerLayer)
    #expect(bench.transport.take().isEmpty, "the music is not sought")
  }

  @Test func fadersOfMusicAndPadsAreTheirSettingsAndThatOfMasterIsTheVolume() {
    press(.mixer(.open), .mixerScreen(.valueDown), .mixerScreen(.left), .mixerScreen(.valueUp))
    #expect(settings.changes == ["music-level -1.0", "pads-level -5.0"])
    press(
      .mixerScreen(.farRight), .mixerScreen(.farRight), .mixerScreen(.farRight), .mixerScreen(.valueDown),
      .mixer(.mute))
    #expect(bench.model.levels.volume == Decibels(-1) && bench.model.levels.isMuted)
    #expect(mixer.graph == MixGraph(), "nothing of it is a change of the mixer")
  }

  @Test func valueKeysChangeGainPanMuteAndSoloOfAPad() {
    mixer.owner.change { $0[.pad(2)].gain = Decibels(-3) }
    press(.mixer(.open))
    mixer.choose(.pad(2), row: 0)
    press(.mixerScreen(.valueUp), .move(.down), .mixerScreen(.valueDown), .mixerScreen(.valueDown))
    #expect(mixer.graph[.pad(2)].gain == Decibels(-2) && mixer.graph[.pad(2)].pan == -0.2)
    press(.mixer(.mute), .mixer(.solo))
    #expect(mixer.graph[.pad(2)].isMuted && mixer.graph[.pad(2)].isSoloed && !bench.model.levels.isMuted)
  }

  @Test func levelsAndPanStayInTheirRanges() {
    mixer.owner.change { $0[.pad(2)].gain = Decibels(12) }
    press(.mixer(.open))
    mixer.choose(.pad(2), row: 0)
    press(.mixerScreen(.valueUp))
    #expect(mixer.graph[.pad(2)].gain == Decibels(12))
    mixer.choose(.pad(2), row: 1)
    for _ in 0..<12 { press(.mixerScreen(.valueUp)) }
    #expect(mixer.graph[.pad(2)].pan == 1)
  }

  // MARK: Effects and sends

  @Test func addedEffectIsChosenBypassedAndRemoved() throws {
    let insert = try add(.filter)
    #expect(insert.unit == "filter" && mixer.graph[.music].inserts.map(\.id) == [insert.id])
    press(.mixer(.bypass))
    #expect(mixer.insert?.isBypassed == true)
    #expect(mixer.insert.map { MixerText.spoken($0, isHeard: false).hasSuffix(", bypassed") } == true)
    press(.mixerScreen(.remove))
    #expect(mixer.graph[.music].inserts.isEmpty && mixer.row == .pan)
  }

  @Test func effectIsAddedBehindTheChosenOne() throws {
    let (first, last) = (try add(.filter), try add(.delay))
    press(.move(.up))
    let middle = try add(.equalizer)
    #expect(mixer.graph[.music].inserts.map(\.id) == [first.id, middle.id, last.id])
  }

  @Test func parameterMovesByA40thOfItsRangeAndIsResetByRemove() throws {
    let insert = try add(.delay)
    let index = try #require(EffectKind.delay.parameters.firstIndex { $0.name == "feedback" })
    let parameter = EffectKind.delay.parameters[index]
    press(.mixerScreen(.open))
    try layer().select(index)
    try layer().change(toShare: 0.5)
    let middle = try #require(mixer.graph.insert(insert.id)?.values[index])
    #expect(abs(parameter.position(of: middle) - 0.5) < 1e-6)
    press(.mixerScreen(.valueUp))
    let value = try #require(mixer.graph.insert(insert.id)?.values[index])
    #expect(abs(parameter.position(of: value) - 0.525) < 1e-6)
    press(.mixerScreen(.farLeft))
    #expect(
      abs(parameter.position(of: try #require(mixer.graph.insert(insert.id)?.values[index])) - 0.425) < 1e-6)
    press(.mixerScreen(.remove))
    #expect(mixer.graph.insert(insert.id)?.values[index] == parameter.initial)
  }

  @Test func timeOfADelayMovesByLengthsOfNotes() throws {
    let delay = try add(.delay)
    press(.mixerScreen(.open))
    func time() throws -> Double { try #require(mixer.graph.insert(delay.id)?.values.first) }
    press(.mixerScreen(.valueUp))
    #expect(try time() == 1)
    press(.mixerScreen(.valueDown), .mixerScreen(.valueDown))
    #expect(try time() == 2.0 / 3)
    try layer().change(toShare: 0.52)
    #expect(try time() == 0.75)
    try layer().change(toShare: 1)
    press(.mixerScreen(.valueUp))
    #expect(try time() == 4)
  }

  @Test func choiceMovesByOneName() {
    let parameter = EffectParameter("type", choices: ["low", "band", "high"])
    #expect(MixerValue(parameter, 0).moved(by: 1).value == 1)
  }

  @Test func sendMakesAReturnWithAStrip() {
    press(.mixer(.open), .mixer(.add))
    #expect(mixer.additions().last == .send(to: 1))
    press(.move(.end), .mixerScreen(.open))
    #expect(mixer.row == .send(1) && mixer.buses.contains(.returns(1)))
    press(.mixerScreen(.valueUp))
    #expect(mixer.graph[.music].sends == [MixGraph.Send(to: 1, Decibels(-11))])
    press(.mixer(.add))
    #expect(mixer.additions().last == .send(to: 2) && !mixer.additions().contains(.send(to: 1)))
    press(.program(.cancel), .mixerScreen(.remove))
    #expect(!mixer.buses.contains(.returns(1)))
  }

  @Test func returnsAndMasterSendNothing() {
    mixer.owner.change { $0[.returns(1)].gain = Decibels(-6) }
    for bus in [MixGraph.Bus.returns(1), .master] {
      mixer.choose(bus)
      #expect(mixer.additions() == EffectKind.all.map { .unit($0) })
      press(.mixer(.solo))
    }
    #expect(mixer.graph.strips.values.allSatisfy { !$0.isSoloed })
  }

  // MARK: Undo

  @Test func undoAndRedoKeysActOnTheMixerWhileItIsOpen() throws {
    let insert = try add(.filter)
    press(.mixerScreen(.open), .program(.undo))
    #expect(mixer.graph == MixGraph())
    #expect(try layer().mode == .strips, "the opened effect is gone")
    press(.program(.redo))
    #expect(mixer.graph.insert(insert.id) != nil)
    #expect(notices.map { $0 == .mixer(.turned(.undo, .strip(.music))) } == [true, false])
    press(.program(.undo), .program(.undo))
    #expect(notices.last == .nothing(.undo))
    press(.program(.redo))
    #expect(notices.last == .mixer(.turned(.redo, .strip(.music))))
    press(.program(.redo))
    #expect(notices.last == .nothing(.redo))
  }

  @Test func bypassWithoutAChosenEffectReportsThat() {
    press(.mixer(.bypass))
    #expect(notices == [.mixer(.noEffectChosen)])
  }

  // MARK: Files

  @Test func mixerIsSavedUnderATypedNameAndLoaded() throws {
    _ = try add(.filter)
    #expect(session.perform(.mixerScreen(.save)).response == .done && session.field != nil)
    session.type(.insert("loud"))
    #expect(session.type(.accept) == .done)
    let path = FilePath("/u/mixers/loud.json")
    #expect(settings.files == [path] && notices == [.mixer(.saved("loud", path))])
    press(.program(.undo), .request(.mixer("loud")))
    #expect(mixer.graph[.music].inserts.count == 1 && notices.last == .mixer(.loaded("loud")))
  }

  @Test func unknownMixerIsReportedWithTheNamesThereAre() throws {
    press(.request(.saveMixer("loud")), .request(.mixer("quiet")))
    #expect(notices.last == .mixer(.notLoaded(.unknown("quiet", names: ["loud"]))))
    press(.request(.saveMixer("a/b")))
    #expect(notices.last == .mixer(.notSaved(.badName("a/b"))))
  }

  @Test func mixerWithAnArgumentLoadsAndWithoutOneOpens() throws {
    #expect(try Command.parse("mixer") == .mixer(.open))
    #expect(try Command.parse("mixer my room") == .request(.mixer("my room")))
    #expect(Command(name: Command.request(.saveMixer("a")).name) == .request(.saveMixer("a")))
  }

  // MARK: The layer

  @Test func escapeLeavesTheListAndThenTheMixer() throws {
    _ = try add(.filter)
    press(.mixerScreen(.open))
    #expect(try layer().opened?.unit == "filter")
    press(.program(.cancel))
    #expect(try layer().mode == .strips)
    press(.program(.cancel))
    #expect(session.layers.isEmpty)
  }

  @Test func soundCommandsLeaveTheMixerOpenAndOthersCloseIt() {
    press(.mixer(.open), .playback(.playPause), .pads(.nextBank), .mixer(.compare))
    #expect(session.coveringLayer is MixerLayer)
    press(.mixer(.open))
    #expect(session.layers.isEmpty)
    press(.mixer(.open), .program(.notices))
    #expect(session.coveringLayer is NoticesLayer)
  }

  @Test func addFromThePaletteOpensTheListOfTheChosenStrip() throws {
    mixer.choose(.pads)
    session.perform(.mixer(.add), from: .palette)
    #expect(try layer().mode == .adding() && layer().row == 0)
    press(.mixerScreen(.open))
    #expect(mixer.graph[.pads].inserts.count == 1)
  }

  // MARK: Order and source

  @Test func keysOfTheQueueMoveAnEffectWithinItsStrip() throws {
    _ = try add(.filter)
    _ = try add(.delay)
    press(.mixerScreen(.effectEarlier))
    #expect(mixer.graph[.music].inserts.map(\.unit) == ["delay", "filter"] && mixer.insert?.unit == "delay")
    press(.mixerScreen(.effectEarlier))
    #expect(mixer.graph[.music].inserts.map(\.unit) == ["delay", "filter"])
    press(.mixerScreen(.effectLater))
    #expect(mixer.graph[.music].inserts.map(\.unit) == ["filter", "delay"] && mixer.insert?.unit == "delay")
    press(.program(.undo))
    #expect(mixer.graph[.music].inserts.map(\.unit) == ["delay", "filter"])
  }

  @Test func lastRowOfACompressorIsTheBusThatItFollows() throws {
    let compressor = try add(.compressor)
    press(.mixerScreen(.open), .move(.end))
    let source = try #require(try layer().value)
    #expect(source.kind == .source([.pads, .click]) && source.value == 0)
    press(.mixerScreen(.valueUp))
    #expect(mixer.graph.insert(compressor.id)?.sidechain == .click)
    press(.mixerScreen(.valueUp))
    #expect(mixer.graph.insert(compressor.id)?.sidechain == .click)
    press(.program(.undo))
    #expect(mixer.graph.insert(compressor.id)?.sidechain == .pads)
  }
}
