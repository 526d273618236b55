import AudioBase
import Effects
import EngineTestSupport
import MixEngine
import Plugins
import Studio
import SystemBase
import Testing

/// A plug-in as the instrument of a mixer that plays.
@MainActor @Suite struct PluginOwnerTests {
  private let plugins: PluginBench
  private let bench = EngineBench()
  private let owner: MixOwner

  init() throws {
    plugins = try PluginBench()
    try plugins.addInstrument()
    owner = MixOwner(bench.engine.control, MixCatalog(userFolder: FilePath("/m"), shippedFolder: nil)) {
      _, _ in
    }
    let unit = try plugins.unit("notes")
    owner.change { $0.setInstrument(unit) }
    owner.receive([PluginRequest(unit: unit.name, state: nil): .success(unit)])
  }

  /// Plays a key. Returns the largest sample of the next tenth of a second.
  private func play(_ key: Int) -> Float {
    bench.engine.control.notePort(for: .keys).send(
      NoteEvent(.on, key: key, value: 127, time: bench.device.now))
    return bench.device.render(FrameCount(4800)).reduce(0) { max($0, $1.x.magnitude, $1.y.magnitude) }
  }

  @Test func instrumentPlaysTheNotesOfItsBus() {
    _ = bench.device.render(FrameCount(4800))
    #expect(play(60) > 0.5)
    #expect(owner.checkPlugins().isEmpty)
  }

  @Test func instrumentThatYieldsNoNumbersIsNamedAndPlaysAfterItWasSwitchedOnAgain() throws {
    _ = bench.device.render(FrameCount(4800))
    #expect(play(0) == 0)
    let stopped = owner.checkPlugins()
    #expect(stopped.map(\.unit) == ["Test notes"])
    #expect(stopped.first?.reason == PluginUnit.Failure.notFinite.refusal)
    let source = try #require(owner.graph.source)
    #expect(source.isBypassed && owner.checkPlugins().isEmpty)
    owner.change { $0.changeInsert(source.id) { $0.isBypassed = false } }
    _ = bench.device.render(FrameCount(4800))
    #expect(play(60) > 0.5)
  }

  @Test func stateOfTheInstrumentIsKept() {
    #expect(owner.snapshot.source?.state?.properties.map(\.key) == ["urn:drumdub:test:kept"])
    #expect(owner.graph.source?.state == nil)
  }
}
