import AudioBase
import Effects
import MixEngine
import Studio
import SystemBase
import Testing

/// The history, the files and the comparison of the player's mixer.
@MainActor @Suite struct MixOwnerTests {
  private final class Saved { var files: [FilePath: [UInt8]] = [:] }

  private let saved = Saved()
  private let owner: MixOwner

  init() {
    let engine = AudioEngine(sampleRate: .standard)
    let catalog = MixCatalog(userFolder: FilePath("/mixers"), shippedFolder: nil)
    owner = MixOwner(engine.control, catalog) { [saved] path, bytes in saved.files[path] = bytes }
  }

  @Test func changesAreUndoneAndRedone() {
    owner.change { $0[.pads].isMuted = true }
    owner.change { $0[.pads].isSoloed = true }
    #expect(owner.turn(.undo) && owner.graph[.pads].isMuted && !owner.graph[.pads].isSoloed)
    #expect(owner.turn(.undo) && owner.graph == MixGraph())
    #expect(!owner.turn(.undo))
    #expect(owner.turn(.redo) && owner.turn(.redo) && owner.graph[.pads].isSoloed)
    #expect(!owner.turn(.redo))
  }

  @Test func consecutiveChangesOfOneValueAreUndoneTogether() throws {
    for step in 1...10 { owner.change(value: "pan") { $0[.pads].pan = Double(step) / 10 } }
    for step in 1...10 { owner.change(value: "other pan") { $0[.music].pan = Double(step) / 10 } }
    #expect(owner.turn(.undo) && owner.graph[.music].pan == 0 && owner.graph[.pads].pan == 1)
    #expect(owner.turn(.undo) && owner.graph == MixGraph())
    owner.change { $0.add(.filter, to: .music) }
    let id = try #require(owner.graph[.music].inserts.first?.id)
    let initial = owner.graph
    for step in 1...10 { owner.set(1_000 + Double(step), parameter: cutoff, ofInsert: id) }
    #expect(owner.graph.insert(id)?.values[cutoff] == 1_010)
    #expect(owner.turn(.undo) && owner.graph == initial)
    #expect(owner.turn(.redo) && owner.graph.insert(id)?.values[cutoff] == 1_010)
  }

  private var cutoff: Int { EffectKind.filter.parameters.firstIndex { $0.name == "cutoff" } ?? 0 }

  @Test func savedMixerIsLoadedAgainWithoutReadingItsFile() throws {
    owner.change { $0[.pads].pan = 0.5 }
    #expect(try owner.save(as: "mine") == FilePath("/mixers/mine.json") && owner.name == "mine")
    let bytes = try #require(saved.files[FilePath("/mixers/mine.json")])
    #expect(try MixFile.decode(bytes, subject: "mine")[.pads].pan == 0.5)
    owner.change { $0[.pads].pan = 0 }
    #expect(owner.name == nil)
    try owner.load("mine")
    #expect(owner.graph[.pads].pan == 0.5 && owner.name == "mine")
    owner.change { $0[.pads].pan = -1 }
    owner.compare()
    #expect(owner.graph[.pads].pan == 0.5)
    owner.compare()
    #expect(owner.graph[.pads].pan == -1)
  }

  @Test(arguments: ["", ".", ".hidden", "a/b", "a\u{1B}b"]) func nameThatIsNoFileNameIsRefused(_ name: String)
  {
    #expect(throws: MixError.badName(name)) { try owner.save(as: name) }
    #expect(saved.files.isEmpty)
  }

  @Test func unknownMixerIsRefusedWithTheNamesThereAre() throws {
    try owner.save(as: "mine")
    #expect(throws: MixError.unknown("other", names: ["mine"])) { try owner.load("other") }
  }

  @Test func movesChangeNeitherTheMixerNorItsHistory() {
    owner.hold(.throw, true)
    owner.hold(.stutter, true)
    owner.sweep(to: -250)
    #expect(owner.held == [.throw, .stutter] && owner.position(of: .music) == -100)
    owner.hold(.throw, false)
    #expect(owner.held == [.stutter] && owner.graph == MixGraph() && !owner.turn(.undo))
  }
}
