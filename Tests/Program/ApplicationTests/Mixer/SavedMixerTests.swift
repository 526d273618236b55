import ApplicationTestSupport
import MixEngine
import PlayerTestSupport
import SystemBase
import TestSupport
import Testing

@testable import Application
@testable import Studio

/// The mixer of the last session is restored at the next start.
@MainActor @Suite struct SavedMixerTests {
  private let folder: TemporaryFolder
  private var path: FilePath { folder.file("mixer.json") }

  init() throws { folder = try TemporaryFolder() }

  /// A program that begins: its application and its session.
  @MainActor private final class Start {
    let application: Application
    let sessions: SessionController
    let mixer: MixerController
    private let saver = FileSaver(name: "test") { _ in }

    init(_ folder: TemporaryFolder, presets: [MixPreset] = [], suspects: Set<String> = []) {
      let bench = PlayerBench("a")
      let owner = MixOwner(
        AudioEngine(sampleRate: .standard).control,
        MixCatalog(userFolder: folder.file("mixers"), shippedFolder: nil)
      ) { _, _ in }
      let saved = SavedMixer(owner, SavedFile(folder.file("mixer.json"), by: saver))
      application = Application(model: bench.model)
      mixer = MixerController(owner: owner, model: bench.model, saved: saved)
      application.mixer = mixer
      sessions = SessionController(
        model: bench.model, file: SavedFile(folder.file("session.json"), by: saver), current: folder.path,
        main: .idle, report: { _ in })
      sessions.mixer = saved
      application.restoreMixer { suspects }.forEach { application.report($0) }
      owner.presets = presets
    }

    func end() {
      sessions.saveChanges()
      saver.stop()
    }

    var notices: [Notice] { application.state.notices.entries.map(\.notice) }
  }

  @Test func nextStartHasTheMixerOfTheLastSession() throws {
    let first = Start(folder)
    #expect(first.notices.isEmpty)
    first.mixer.owner.change {
      $0.add(.reverb, to: .pads)
      $0[.music].isMuted = true
    }
    first.end()
    let second = Start(folder)
    #expect(second.mixer.graph[.pads].inserts.map(\.unit) == ["reverb"] && second.mixer.graph[.music].isMuted)
    #expect(second.notices == [.mixer(.restored)])
    #expect(!second.mixer.owner.turn(.undo))
  }

  @Test func nameOfARestoredMixerIsThatOfItsEqual() throws {
    var graph = MixGraph()
    graph.add(.delay, to: .pads)
    let preset = MixPreset(
      name: "mine", path: FilePath("/mine.json"), isShipped: false, content: .success(graph))
    try AtomicFile.replace(path, with: MixFile.encode(graph))
    let start = Start(folder, presets: [preset])
    #expect(start.mixer.owner.name == "mine" && start.notices == [.mixer(.restored)])
  }

  @Test func dryMixerWritesNoFileAndSaysNothing() throws {
    Start(folder).end()
    #expect(MixFile.read(path) == nil)
    #expect(Start(folder).notices.isEmpty)
  }

  @Test func plugInsOfARunThatEndedAbnormallyAreBypassedNamedAndStaySo() throws {
    var graph = MixGraph()
    for unit in ["lv2:urn:good", "lv2:urn:bad"] { graph.add(unit, nil, [], to: .pads) }
    try AtomicFile.replace(path, with: MixFile.encode(graph))
    let start = Start(folder, suspects: ["lv2:urn:bad", "lv2:urn:other"])
    #expect(start.mixer.graph[.pads].inserts.map(\.isBypassed) == [false, true])
    #expect(start.notices.contains(.mixer(.pluginsSuspected(["lv2:urn:bad"]))))
    start.end()
    let second = Start(folder)
    #expect(second.mixer.graph[.pads].inserts.map(\.isBypassed) == [false, true])
    #expect(!second.notices.contains { if case .mixer(.pluginsSuspected) = $0 { true } else { false } })
  }

  @Test func damagedFileIsReportedAndNotOverwritten() throws {
    let bytes = Array("{\"format\":\"drumdub-mixer\",".utf8)
    try AtomicFile.replace(path, with: bytes)
    let start = Start(folder)
    guard case .mixer(.notLoaded(.unreadable(let error)))? = start.notices.first else {
      Issue.record("\(start.notices)")
      return
    }
    #expect(error.code == .damaged && start.mixer.graph == MixGraph())
    start.mixer.owner.change { $0[.music].isMuted = true }
    start.end()
    #expect(try FileBytes.read(path, limit: 1 << 20) == bytes)
  }

  @Test func takesGetTheMixerInEitherOrderOfConnection() throws {
    let start = Start(folder)
    start.mixer.owner.change { $0[.pads].pan = 0.5 }
    let first = try TakeBench([("a", nil)])
    start.application.takes = first.controller
    #expect(first.controller.list.mixer() == start.mixer.graph)
    let second = try TakeBench([("a", nil)])
    let other = Application(model: start.application.model)
    other.takes = second.controller
    other.mixer = start.mixer
    #expect(second.controller.list.mixer() == start.mixer.graph)
  }
}
