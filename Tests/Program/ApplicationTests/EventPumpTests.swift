import AudioBase
import MixEngine
import MusicFiles
import Player
import PlayerTestSupport
import SystemBase
import TestSupport
import Testing

@testable import Application

/// Reports of other threads as they reach the application.
@MainActor @Suite struct EventPumpTests {
  private let bench = LocalPlayerBench([("a", nil)])
  private let folder: TemporaryFolder
  private let output: OutputController
  private let application: Application
  private let pump: EventPump

  init() throws {
    folder = try TemporaryFolder()
    let saver = FileSaver(name: "files") { _ in }
    output = OutputController(
      TestOpener(), memory: DeviceMemory(SavedFile(folder.file("devices.json"), by: saver))
    ) { _ in }
    let application = Application(model: bench.model)
    let loader = QueueLoader(
      application: application, tags: TrackLoader(read: { _ in nil }, deliver: { _ in }), report: { _ in })
    pump = EventPump(
      application: application, engine: bench.engine.control, events: bench.engine.events,
      transport: bench.transport, output: output, loader: loader)
    self.application = application
  }

  @Test func promptOpenedByAMIDICommandGetsTheKeys() {
    var responses: [Application.Response] = []
    application.onResponse = { responses.append($0) }
    pump.receive(.midi(.command(.request(.volume(Decibels(-3))), .now)))
    pump.receive(.midi(.command(.program(.palette), .now)))
    #expect(responses == [.done, .acceptText] && application.field != nil)
    output.stop()()
  }

  @Test func filesOfAPlaylistThatDoNotExistAreMarkedAndTriedNevertheless() throws {
    let list = folder.file("list.m3u")
    try folder.write("gone.wav\nhere.wav\n", to: "list.m3u")
    try folder.write("", to: "here.wav")
    for _ in 0..<2 { pump.receive(.musicFound(MusicFinder().find([list]))) }
    pump.receive(.musicOpened(MusicFinder().find([list]), at: .end, playing: false))
    let items = application.model.queue.items.dropFirst()
    #expect(items.map(\.problem?.code) == [.notFound, nil, .notFound, nil, .notFound, nil])
    #expect(items.allSatisfy { $0.failure == nil })
    output.stop()()
  }

  @Test func hitBeforeTheKitIsLoadedIsExplainedOnceUntilItIsLoaded() {
    application.kits = KitController(loaded: nil, service: TestKitService())
    func strike() {
      bench.engine.control.port(for: .keys).strike(Hit(pad: 1, velocity: 100, time: bench.device.now))
      for _ in 0..<4 { bench.render() }
      pump.drainEngine()
    }
    func told() -> Int { application.state.notices.entries.count { $0.notice == .kit(.notHeardYet) } }
    strike()
    strike()
    #expect(told() == 1 && pump.hits == 2)
    pump.receive(.kitLoaded(KitReport(notices: [])))
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
    for _ in 0..<4 where pump.hits < 400 {
      let before = pump.hits
      pump.drainEngine()
      #expect(pump.hits > before && pump.hits - before <= EventPump.mostEvents)
    }
    #expect(pump.hits == 400)
    output.stop()()
  }

  @Test func lostHitsAndCommandsAreToldAtOnceAndThenOnceASecond() {
    let port = bench.engine.control.port(for: .midi)
    let now = HostTime.now
    var commands = 0
    pump.lostCommands = { commands }
    func told() -> [Notice] {
      let notices = application.state.notices.entries.map(\.notice)
      return notices.filter { if case .midi(.inputLost) = $0 { true } else { false } }
    }
    pump.tellLosses(at: now)
    #expect(told().isEmpty && pump.nextBeat == nil)
    for _ in 0..<300 { port.strike(Hit(pad: 1, velocity: 100, time: bench.device.now)) }
    let lost = bench.engine.control.lostHits
    pump.tellLosses(at: now)
    #expect(lost > 0 && told() == [.midi(.inputLost(hits: lost, commands: 0))])
    commands = 7
    pump.tellLosses(at: now)
    #expect(told().last == .midi(.inputLost(hits: lost, commands: 0)) && pump.nextBeat != nil)
    pump.tellLosses(at: now.advanced(bySeconds: 1))
    #expect(told() == [.midi(.inputLost(hits: lost, commands: 7))] && pump.nextBeat == nil)
    output.stop()()
  }

  /// A card that was unplugged and is back.
  @Test(arguments: [true, false]) func messageOfAnOutputThatIsBackTellsWhetherMusicWaits(waits: Bool) {
    pump.pausesOnUnplug = true
    bench.model.play()
    let state = OutputSession.State(unopened: TestOpener())
    pump.receive(.output(.lost(DeviceError(.lost, "card")), state))
    #expect(bench.model.playbackState == .interrupted)
    if !waits { bench.model.play() }
    pump.receive(.output(.reopened(isRequested: true, wasInterrupted: false), state))
    let name = output.status.name
    #expect(
      application.state.notices.last
        == .device(waits ? .outputReturned(name: name) : .outputRestored(name: name)))
    output.stop()()
  }
}
