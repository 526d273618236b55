import ApplicationTestSupport
import AudioBase
import MixEngine
import MusicFiles
import Player
import PlayerTestSupport
import SystemBase
import TestSupport
import Testing

@testable import Application
@testable import KitEditing
@testable import TerminalUI

/// Events of the engine, the output and the MIDI input as they reach the application.
@MainActor @Suite struct EngineEventTests {
  private let bench = LocalPlayerBench([("a", nil)])
  private let folder: TemporaryFolder
  private let output: OutputController
  private let application: Application
  private let session: ScreenSession
  private let dispatcher: EngineEventDispatcher
  private let outputEvents: OutputEventHandler
  /// The commands that were refused since too many came at once.
  private let lostCommands = LostCommands()

  private final class LostCommands {
    var count = 0
  }

  init() throws {
    folder = try TemporaryFolder()
    let saver = FileSaver(name: "files") { _ in }
    output = OutputController(
      TestOpener(), memory: DeviceMemory(SavedFile(folder.file("devices.json"), by: saver)), main: .idle)
    application = Application(model: bench.model)
    session = ScreenSession(application)
    dispatcher = EngineEventDispatcher(
      application: application, engine: bench.engine.control, events: bench.engine.events,
      transport: bench.transport, output: output, lostCommands: { [lostCommands] in lostCommands.count })
    outputEvents = OutputEventHandler(
      application: application, output: output, devices: .idle, pausesOnUnplug: true)
  }

  @Test func promptOpenedByAMIDICommandGetsTheKeys() {
    var responses: [Application.Response] = []
    let subscription = application.streams.responses.subscribe { responses.append($0) }
    defer { withExtendedLifetime(subscription) {} }
    application.receive(MIDIReport.command(.request(.volume(Decibels(-3))), .now))
    application.receive(MIDIReport.command(.program(.palette), .now))
    #expect(responses == [.done, .acceptText] && session.field != nil)
    output.stop()()
  }

  @Test func filesOfAPlaylistThatDoNotExistAreMarkedAndTriedNevertheless() throws {
    let list = folder.file("list.m3u")
    try folder.write("gone.wav\nhere.wav\n", to: "list.m3u")
    try folder.write("", to: "here.wav")
    let loader = QueueLoader(
      application: application, tags: TrackLoader(read: { _ in nil }, deliver: { _ in }), main: .idle)
    for _ in 0..<2 { loader.receive(MusicFinder().find([list])) }
    loader.insert(MusicFinder().find([list]), at: .end, playing: false)
    let items = application.model.queue.items.dropFirst()
    #expect(items.map(\.problem?.code) == [.notFound, nil, .notFound, nil, .notFound, nil])
    #expect(items.allSatisfy { $0.failure == nil })
    output.stop()()
  }

  @Test func hitBeforeTheKitIsLoadedIsExplainedOnceUntilItIsLoaded() {
    let kits = KitController(loaded: nil, service: TestKitService(), events: .idle)
    application.kits = kits
    func strike() {
      bench.engine.control.port(for: .keys).strike(Hit(pad: 1, velocity: 100, time: bench.device.now))
      for _ in 0..<4 { bench.render() }
      dispatcher.drain()
    }
    func told() -> Int { application.state.notices.entries.count { $0.notice == .kit(.notHeardYet) } }
    strike()
    strike()
    #expect(told() == 1 && dispatcher.hits == 2)
    kits.receive(.loaded(KitReport(notices: [])))
    #expect(told() == 0, "the message is no longer true")
    strike()
    #expect(told() == 0, "no kit could be read, which another message says")
    output.stop()()
  }

  /// A flood keeps clients and the screen waiting for a part of it only.
  @Test func eventsOfAFloodAreAppliedInPartsOfWhichEachIsLimited() {
    let port = bench.engine.control.port(for: .midi)
    for _ in 0..<2 {
      for _ in 0..<200 { port.strike(Hit(pad: 1, velocity: 100, time: bench.device.now)) }
      for _ in 0..<4 { bench.render() }
    }
    for _ in 0..<4 where dispatcher.hits < 400 {
      let before = dispatcher.hits
      dispatcher.drain()
      #expect(dispatcher.hits > before && dispatcher.hits - before <= EngineEventDispatcher.mostEvents)
    }
    #expect(dispatcher.hits == 400)
    output.stop()()
  }

  @Test func lostHitsAndCommandsAreToldAtOnceAndThenOnceASecond() {
    let port = bench.engine.control.port(for: .midi)
    let now = HostTime.now
    func told() -> [Notice] {
      let notices = application.state.notices.entries.map(\.notice)
      return notices.filter { if case .midi(.inputLost) = $0 { true } else { false } }
    }
    dispatcher.tellLosses(at: now)
    #expect(told().isEmpty && dispatcher.nextBeat == nil)
    for _ in 0..<300 { port.strike(Hit(pad: 1, velocity: 100, time: bench.device.now)) }
    let lost = bench.engine.control.lostHits
    dispatcher.tellLosses(at: now)
    #expect(lost > 0 && told() == [.midi(.inputLost(hits: lost, commands: 0))])
    lostCommands.count = 7
    dispatcher.tellLosses(at: now)
    #expect(told().last == .midi(.inputLost(hits: lost, commands: 0)) && dispatcher.nextBeat != nil)
    dispatcher.tellLosses(at: now.advanced(bySeconds: 1))
    #expect(told() == [.midi(.inputLost(hits: lost, commands: 7))] && dispatcher.nextBeat == nil)
    output.stop()()
  }

  /// A card that was unplugged and is back.
  @Test(arguments: [true, false]) func messageOfAnOutputThatIsBackTellsWhetherMusicWaits(waits: Bool) {
    bench.model.play()
    let state = OutputStatus(unopened: TestOpener())
    outputEvents.receive(.lost(DeviceError(.lost, "card")), state)
    #expect(bench.model.playbackState == .interrupted)
    if !waits { bench.model.play() }
    outputEvents.receive(.reopened(isRequested: true, wasInterrupted: false), state)
    let name = output.status.name
    #expect(
      application.state.notices.last
        == .device(waits ? .outputReturned(name: name) : .outputRestored(name: name)))
    output.stop()()
  }
}
