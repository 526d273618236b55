import ApplicationTestSupport
import AudioBase
import KitEditing
import Percussion
import Synchronization
import SystemBase
import TestSupport
import Testing

@testable import Application

/// What the editor of a pad plays, as the engine renders it. The sample that is heard is known by its sides.
@MainActor @Suite struct PadLayerSoundTests {
  private static let samples = [
    "soft 1": Frame(0.2, 0), "soft 2": Frame(0, 0.2), "hard 1": Frame(0.2, 0.1), "hard 2": Frame(0.1, 0.2),
    "tail": Frame(-0.2, 0.1), "new": Frame(0.2, -0.2),
  ]
  /// The layers overlap, and a hit would play the tail with each of them.
  private static let kit = """
    {"format":"drumdub-kit","version":1,"name":"K","pads":[{"number":1,"name":"p","layers":[
      {"velocity":[1,90],"samples":["/s/soft 1","/s/soft 2"]},
      {"velocity":[61,127],"samples":["/s/hard 1","/s/hard 2"]},
      {"part":2,"samples":["/s/tail"]}]}]}
    """

  /// What the service has reported. Any thread.
  private final class Events: Sendable {
    private let list = Mutex<[KitEvent]>([])

    func add(_ event: KitEvent) { list.withLock { $0.append(event) } }

    var loaded: Kit? {
      list.withLock { $0.compactMap { if case .loaded(let report) = $0 { report.kit } else { nil } }.first }
    }

    var applied: KitEvent? {
      list.withLock { $0.first { if case .applied = $0 { true } else { false } } }
    }
  }

  private let takes: TakeBench
  private let application: Application
  private let kits: KitController
  private let events: Events

  init() throws {
    let (takes, events) = (try TakeBench([], below: "takes"), Events())
    let folder = takes.folder.file("kit")
    try FileBytes.makeFolder(folder)
    try takes.folder.write(PadLayerSoundTests.kit, to: "kit/kit.json")
    let files = PadLayerSoundTests.samples.map { ("/s/\($0)", [Frame](repeating: $1, count: 2_400)) }
    let decoders = MemoryDecoders(Dictionary(uniqueKeysWithValues: files))
    let service = KitService(
      folder, in: KitCatalog([], unpackingInto: nil), own: nil, user: FilePath("/u"), folder: FilePath("/"),
      loader: KitLoader(decoders: decoders, converters: NoConversion())
    ) { events.add($0) }
    service.connect(takes.player.engine)
    service.start {}
    service.firstDrawingIsDone()
    try Wait.until("the kit") { events.loaded != nil }
    kits = KitController(loaded: events.loaded, service: service, events: .idle)
    application = takes.makeApplication()
    application.kits = kits
    (self.takes, self.events) = (takes, events)
    #expect(kits.openEditor(pad: 1))
  }

  /// Renders half a second after an act. Returns the name of the sample that is heard; nil for silence, and `others` if it
  /// is not one alone.
  private func heard(after act: () -> Void) -> String? {
    let start = takes.player.output.count
    act()
    takes.run(frames: 24_000)
    let sum = takes.player.output[start...].reduce(Frame.zero) { $0 + $1 }
    let largest = max(abs(sum.x), abs(sum.y))
    if largest == 0 { return nil }
    let found = PadLayerSoundTests.samples.first { _, level in
      let expected = level / max(abs(level.x), abs(level.y))
      return abs(sum.x / largest - expected.x) < 0.02 && abs(sum.y / largest - expected.y) < 0.02
    }
    return found?.key ?? "others"
  }

  private func hear() { #expect(application.hearLayer() == .done) }

  @Test func chosenLayerIsHeardAloneAndItsSamplesTakeTurns() {
    let names = [0, 0, 1, 1, 2, 0].map { layer in
      heard {
        kits.editor?.choose(layer: layer)
        hear()
      }
    }
    #expect(names == ["soft 1", "soft 2", "hard 1", "hard 2", "tail", "soft 2"])
    let rest = heard {}
    #expect(rest == nil, "they have ended")
  }

  @Test func chosenSampleIsHeardWhateverTheTurnIs() throws {
    kits.editor?.choose(layer: 1)
    let field = try #require(kits.editor?.fields.firstIndex(of: .sample))
    kits.editor?.move(to: field)
    #expect((0..<2).map { _ in heard { hear() } } == ["hard 1", "hard 1"])
    _ = kits.editor?.step(1)
    #expect((0..<2).map { _ in heard { hear() } } == ["hard 2", "hard 2"])
  }

  @Test func addedSampleIsHeardOnceItIsLoaded() {
    kits.editor?.choose(layer: 0)
    _ = kits.editor?.add([FilePath("/s/new")])
    kits.applyEdits()
    let name = heard {
      hear()
      do { try Wait.until("the added sample") { events.applied != nil } } catch { Issue.record(error) }
      if let applied = events.applied { kits.receive(applied) }
    }
    #expect(name == "new")
  }
}
