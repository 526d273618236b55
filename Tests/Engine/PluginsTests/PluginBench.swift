import AudioBase
import Effects
import MixEngine
import Plugins
import SystemBase
import TestSupport
import Testing

/// A catalog of bundles that a test writes, and of its own.
struct PluginBench {
  let folder: TemporaryFolder
  let catalog: PluginCatalog

  /// - Parameter worker: the program that scans and tries.
  init(_ folder: TemporaryFolder? = nil, folders: [FilePath] = [], worker: FilePath? = nil) throws {
    self.folder = try folder ?? TemporaryFolder()
    catalog = PluginCatalog(
      folders: [self.folder.file("lv2")] + folders, cache: self.folder.path.appending("cache"),
      command: WorkerCommand(
        program: worker ?? TestPrograms.path("plugin-worker-probe"), arguments: []))
  }

  /// The library with the test's plug-ins.
  static let library = TestPrograms.path("libCTestPlugins.so").text ?? ""

  /// Writes a bundle with one plug-in of the library.
  func add(
    _ name: String, library: String = PluginBench.library,
    features: String = "lv2:optionalFeature lv2:hardRTCapable ;",
    control: String = "lv2:default 1 ; lv2:minimum 0 ; lv2:maximum 4000 ;", preset: String = ""
  ) throws {
    let manifest = """
      @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
      @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
      <urn:drumdub:test:\(name)> a lv2:Plugin ; lv2:binary <file://\(library)> ; rdfs:seeAlso <plugin.ttl> .
      <urn:drumdub:test:\(name):preset> a <http://lv2plug.in/ns/ext/presets#Preset> ;
        lv2:appliesTo <urn:drumdub:test:\(name)> ; rdfs:seeAlso <plugin.ttl> .
      """
    let plugin = """
      @prefix doap: <http://usefulinc.com/ns/doap#> .
      @prefix foaf: <http://xmlns.com/foaf/0.1/> .
      @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
      @prefix pset: <http://lv2plug.in/ns/ext/presets#> .
      @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
      @prefix state: <http://lv2plug.in/ns/ext/state#> .
      @prefix test: <urn:drumdub:test:> .
      @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
      @prefix units: <http://lv2plug.in/ns/extensions/units#> .
      <urn:drumdub:test:\(name)> a lv2:Plugin, lv2:DelayPlugin ; doap:name "Test \(name)" ;
        doap:maintainer [ foaf:name "A. Tester" ] ; \(features)
        lv2:port [ a lv2:AudioPort, lv2:InputPort ; lv2:index 0 ; lv2:symbol "in" ; lv2:name "In" ],
          [ a lv2:AudioPort, lv2:OutputPort ; lv2:index 1 ; lv2:symbol "out" ; lv2:name "Out" ],
          [ a lv2:ControlPort, lv2:InputPort ; lv2:index 2 ; lv2:symbol "control" ; lv2:name "Control it" ;
            units:unit units:ms ; \(control) ],
          [ a lv2:ControlPort, lv2:OutputPort ; lv2:index 3 ; lv2:symbol "latency" ; lv2:name "Latency" ;
            lv2:portProperty lv2:reportsLatency ] .
      <urn:drumdub:test:\(name):preset> a pset:Preset ; lv2:appliesTo <urn:drumdub:test:\(name)> ;
        rdfs:label "Loud" ; \(preset) lv2:port [ lv2:symbol "control" ; pset:value 3.0 ] .
      """
    try write(manifest, plugin, in: "\(name).lv2")
  }

  /// Writes a bundle with the instrument of the library.
  func addInstrument(midi: String = "<http://lv2plug.in/ns/ext/midi#MidiEvent>") throws {
    let manifest = """
      @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
      @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
      <urn:drumdub:test:notes> a lv2:Plugin ; lv2:binary <file://\(PluginBench.library)> ;
        rdfs:seeAlso <plugin.ttl> .
      """
    let plugin = """
      @prefix atom: <http://lv2plug.in/ns/ext/atom#> .
      @prefix doap: <http://usefulinc.com/ns/doap#> .
      @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
      <urn:drumdub:test:notes> a lv2:Plugin, lv2:InstrumentPlugin ; doap:name "Test notes" ;
        lv2:optionalFeature lv2:hardRTCapable ;
        lv2:port [ a atom:AtomPort, lv2:InputPort ; lv2:index 0 ; lv2:symbol "in" ; lv2:name "In" ;
            atom:bufferType atom:Sequence ; atom:supports \(midi) ],
          [ a lv2:AudioPort, lv2:OutputPort ; lv2:index 1 ; lv2:symbol "left" ; lv2:name "Left" ],
          [ a lv2:ControlPort, lv2:InputPort ; lv2:index 2 ; lv2:symbol "control" ; lv2:name "Control it" ;
            lv2:default 1 ; lv2:minimum 0 ; lv2:maximum 1 ],
          [ a lv2:AudioPort, lv2:OutputPort ; lv2:index 3 ; lv2:symbol "right" ; lv2:name "Right" ] .
      """
    try write(manifest, plugin, in: "notes.lv2")
    try addClasses()
  }

  /// Adds the specification, which has the classes and their names.
  func addClasses() throws {
    if folder.file("lv2/core.lv2").exists { return }
    try Tool.run("ln", ["-s", "/usr/lib/lv2/core.lv2", folder.file("lv2/core.lv2").shown])
  }

  /// Writes the files of a bundle.
  func write(_ manifest: String, _ plugin: String = "", in bundle: String) throws {
    try FileBytes.makeFolder(folder.file("lv2"))
    try FileBytes.makeFolder(folder.file("lv2/\(bundle)"))
    try folder.write(manifest, to: "lv2/\(bundle)/manifest.ttl")
    try folder.write(plugin, to: "lv2/\(bundle)/plugin.ttl")
  }

  func unit(_ name: String) throws -> UnitDescription {
    try #require(try catalog.list().units.first { $0.name == "lv2:urn:drumdub:test:\(name)" })
  }

  /// The reason why a plug-in of the test is refused; nil if it is not.
  func refusal(_ name: String, _ state: UnitState? = nil) -> String? {
    do throws(UnitRefusal) {
      _ = try catalog.usable("lv2:urn:drumdub:test:\(name)", state)
      return nil
    } catch {
      return error.reason
    }
  }

  /// Makes a plug-in with a value of its control.
  func make(_ name: String, _ value: Double = 1, isRealtime: Bool = true, _ state: UnitState? = nil) throws
    -> PluginUnit
  {
    var setup = UnitSetup(rate: .standard, values: [value])
    (setup.isRealtime, setup.state) = (isRealtime, state)
    return try #require(try unit(name).makeUnit(setup) as? PluginUnit)
  }
}

extension EffectUnit {
  /// Renders frames in blocks, as a bus does.
  func render(_ input: [Frame], block: Int = 256) -> [Frame] {
    stride(from: 0, to: input.count, by: block).flatMap { start -> [Frame] in
      var frames = Array(input[start..<min(start + block, input.count)])
      let count = frames.count
      let isSilent = frames.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.map { unit.run($0, count, isSilent: false) } ?? true
      }
      return isSilent ? [Frame](repeating: .zero, count: count) : frames
    }
  }
}

/// Noise that differs from frame to frame and from side to side.
func noise(_ count: Int, seed: UInt64 = 1) -> [Frame] {
  var random = SeededGenerator(seed: seed)
  return (0..<count).map { _ in
    Frame(.random(in: -0.5...0.5, using: &random), .random(in: -0.5...0.5, using: &random))
  }
}
