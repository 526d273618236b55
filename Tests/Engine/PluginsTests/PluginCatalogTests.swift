import Effects
import Glibc
import Plugins
import SystemBase
import TestSupport
import Testing

/// What is listed, and what is refused before it is heard.
@Suite struct PluginCatalogTests {
  @Test func plugInIsListedWithWhatItDeclares() throws {
    let bench = try PluginBench()
    try bench.add("gain")
    try bench.addClasses()
    let unit = try bench.unit("gain")
    #expect(unit.title == "Test gain" && unit.author == "A. Tester" && unit.category == "Delay")
    #expect(unit.kind == .lv2 && unit.refusal == nil)
    let parameter = try #require(unit.parameters.first)
    #expect(parameter.name == "control" && parameter.title == "Control it" && parameter.unit == .milliseconds)
    #expect(parameter.range == 0...4000 && parameter.initial == 1)
    #expect(unit.presets == [UnitPreset(name: "Loud", values: [3])])
  }

  @Test func choicesHaveNamesAndTheValuesOfTheirPorts() throws {
    let bench = try PluginBench()
    try bench.add(
      "gain",
      control: """
        lv2:portProperty lv2:enumeration ; lv2:default 2 ; lv2:minimum 0 ; lv2:maximum 2 ;
        lv2:scalePoint [ rdfs:label "twice" ; <http://www.w3.org/1999/02/22-rdf-syntax-ns#value> 2.0 ],
          [ rdfs:label "half" ; <http://www.w3.org/1999/02/22-rdf-syntax-ns#value> 0.5 ] ;
        """)
    let parameter = try #require(try bench.unit("gain").parameters.first)
    #expect(parameter.unit == .choice(["half", "twice"]) && parameter.initial == 1)
    let heard = try bench.make("gain", 0).render(noise(2048)).suffix(100)
    #expect(Array(heard) == noise(2048).suffix(100).map { $0 * 0.5 })
  }

  @Test func presetHasTheStateThatItsFileGives() throws {
    let bench = try PluginBench()
    let state = """
      state:state [ test:kept "0.5"^^xsd:float ; <urn:text> "a \\"[;]\\" b" ; <urn:list> ( 1 2 ) ;
        <urn:path> <sound.wav> ; <urn:node> [ test:kept 3 ; <urn:inner> 4 ] ] ;
      """
    try bench.add("gain", preset: state)
    let preset = try #require(try bench.unit("gain").presets.first)
    #expect(preset.name == "Loud" && preset.values == [3])
    let atom = "http://lv2plug.in/ns/ext/atom#"
    let half = UnitState.Property(
      key: "urn:drumdub:test:kept", type: atom + "Float", bytes: withUnsafeBytes(of: Float(0.5)) { Array($0) }
    )
    let properties = try #require(preset.state?.properties)
    #expect(properties.contains(half) && properties.filter { $0.key == half.key }.count == 1)
    #expect(
      properties.contains(
        UnitState.Property(key: "urn:text", type: atom + "String", bytes: Array("a \"[;]\" b".utf8) + [0])))
    #expect(!properties.contains { ["urn:inner", "urn:list", "urn:node"].contains($0.key) })
    #expect(bench.refusal("gain", preset.state) == nil)
    let unit = try bench.make("gain", 1, preset.state)
    #expect(Array(unit.render(noise(2048)).suffix(100)) == noise(2048).suffix(100).map { $0 * 0.5 })
    // The scan is kept with the state.
    let kept = try PluginBench(bench.folder, worker: FilePath("/bin/false"))
    #expect(try kept.unit("gain").presets == [preset])
  }

  @Test func scanIsKeptUntilABundleChanges() throws {
    let bench = try PluginBench()
    try bench.add("gain")
    _ = try bench.catalog.list()
    let kept = try PluginBench(bench.folder, worker: FilePath("/bin/false"))
    #expect(try kept.catalog.list().units.map(\.title) == ["Test gain"])
    try bench.add("nan")
    #expect(throws: FileError.self) { try kept.catalog.list() }
    #expect(try bench.catalog.list().units.map(\.title) == ["Test gain", "Test nan"])
  }

  @Test func damagedCacheIsScannedAgain() throws {
    let bench = try PluginBench()
    try bench.add("gain")
    _ = try bench.catalog.list()
    let file = bench.folder.path.appending("cache/lv2-plugins")
    var bytes = try FileBytes.read(file, limit: 1 << 20)
    bytes.removeLast(20)
    try AtomicFile.replace(file, with: bytes)
    let again = try PluginBench(bench.folder)
    #expect(try again.catalog.list().units.map(\.title) == ["Test gain"])
  }

  @Test func plugInThatCrashesIsRefusedAndTheVerdictKept() throws {
    let bench = try PluginBench()
    try bench.add("crash")
    #expect(bench.refusal("crash") == "it crashed: Aborted in its trial")
    let kept = try PluginBench(bench.folder, worker: FilePath("/bin/false"))
    #expect(kept.refusal("crash") == "it crashed: Aborted in its trial")
  }

  @Test func stateThatCrashesAPlugInIsRefusedAndOthersAreNot() throws {
    let bench = try PluginBench()
    try bench.add("gain")
    func state(_ gain: Float) -> UnitState {
      let bytes = withUnsafeBytes(of: gain) { Array($0) }
      return UnitState(properties: [
        UnitState.Property(
          key: "urn:drumdub:test:kept", type: "http://lv2plug.in/ns/ext/atom#Float", bytes: bytes)
      ])
    }
    #expect(bench.refusal("gain", state(-1)) == "it crashed: Aborted in its trial")
    #expect(bench.refusal("gain", state(0.25)) == nil)
    #expect(bench.refusal("gain") == nil)
    let unit = try bench.make("gain", 1, state(0.25))
    #expect(Array(unit.render(noise(2048)).suffix(100)) == noise(2048).suffix(100).map { $0 * 0.25 })
    #expect(unit.state == state(0.25))
  }

  @Test func plugInsThatCannotRunAreRefusedWithTheReason() throws {
    let bench = try PluginBench()
    try bench.add("refuse")
    try bench.add("absent")
    try bench.add("gain", features: "")
    try bench.add(
      "nan", features: "lv2:requiredFeature <urn:other> ; lv2:optionalFeature lv2:hardRTCapable ;")
    try bench.add("slow", library: "/nowhere/none.so")
    let garbage = try bench.folder.write("no library", to: "garbage.so")
    try bench.add("delay", library: garbage.text ?? "")
    #expect(bench.refusal("refuse") == "it refuses to be created")
    #expect(bench.refusal("absent") == "its library does not have it")
    #expect(bench.refusal("gain") == "it does not declare that it can run in real time")
    #expect(bench.refusal("nan") == "it requires urn:other, which drumdub does not have")
    #expect(bench.refusal("slow") == "its library /nowhere/none.so is missing")
    #expect(bench.refusal("delay")?.hasPrefix("its library cannot be loaded: ") == true)
    #expect(bench.refusal("other") == "it is not installed")
  }

  @Test func brokenBundleIsNamedAndTheOthersAreListed() throws {
    let bench = try PluginBench()
    try bench.add("gain")
    try bench.write("@prefix lv2: <oh", in: "broken.lv2")
    let list = try bench.catalog.list()
    #expect(list.units.map(\.title) == ["Test gain"])
    #expect(list.problems.map(\.bundle.lastComponent) == [FilePath("broken.lv2")])
    #expect(list.problems.first?.reason.contains("manifest.ttl") == true)
  }

  @Test func folderWithoutAManifestIsNoBundle() throws {
    let bench = try PluginBench()
    try bench.add("gain")
    let samples = bench.folder.file("lv2/samples.lv2/drums.sf2")
    try FileBytes.makeFolder(samples.directory)
    try FileBytes.write(Array("samples".utf8), to: samples)
    let list = try bench.catalog.list()
    #expect(list.units.map(\.title) == ["Test gain"] && list.problems.isEmpty)
  }

  @Test func workerThatFailsIsAnError() throws {
    let bench = try PluginBench(worker: FilePath("/bin/false"))
    #expect(throws: FileError.self) { try bench.catalog.list() }
  }

  @Test func bundleWithAPipeIsNamedAndTheOthersAreListed() throws {
    let bench = try PluginBench()
    try bench.add("gain")
    let manifest = bench.folder.file("lv2/pipe.lv2/manifest.ttl")
    try FileBytes.makeFolder(manifest.directory)
    try #require(mkfifo(manifest.shown, 0o600) == 0)
    let list = try bench.catalog.list()
    #expect(list.units.map(\.title) == ["Test gain"])
    #expect(list.problems.map(\.reason) == ["manifest.ttl is a pipe or a device"])
  }
}
