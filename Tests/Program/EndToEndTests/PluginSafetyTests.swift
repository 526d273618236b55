import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// Plug-ins that hang, end the program or take long to be made, in the real program.
@Suite(.together) struct PluginSafetyTests {
  private let sandbox: Sandbox
  private let path: String

  init() throws {
    sandbox = try Sandbox()
    path = "LV2_PATH=\(sandbox.file("lv2").shown)"
    try sandbox.writeEmptySession()
    try TestTrack(impulsesEvery: 4_800, seconds: 120).write(to: "a.wav", in: sandbox)
  }

  @Test(arguments: [1.0, 2.0]) func musicGoesOnWithoutAPlugInThatHangs(control: Double) throws {
    try sandbox.install(plugin: "hang", control: control)
    let terminal = try sandbox.terminal("--plain", "--output", "file:live.wav", "a.wav", environment: [path])
    try terminal.wait(for: "the plug-in Test hang is not heard")
    try terminal.wait(for: "it did not come back for a second")
    try sandbox.waitForSound(1, in: "live.wav", terminal)
    try terminal.expectQuit()
  }

  @Test func plugInWithWhichTheProgramEndedIsBypassedAtTheNextStart() throws {
    try sandbox.install(plugin: "die", control: 1)
    let first = try sandbox.terminal("--plain", "--output", "null", "a.wav", environment: [path])
    try first.expectEnd(.signalled(SIGKILL))
    let second = try sandbox.terminal("--plain", "--output", "null", environment: [path])
    try second.wait(for: "the program ended abnormally with the plug-in lv2:urn:drumdub:test:die")
    try second.expectQuit()
    let third = try sandbox.terminal("--plain", "--output", "null", environment: [path])
    try third.wait(for: "restored the mixer")
    try third.expectQuit()
    #expect(!third.text.contains("ended abnormally"))
  }

  @Test func safeStartHasNeitherSessionNorMixerAndKeepsTheirFiles() throws {
    try sandbox.install(plugin: "die", control: 1)
    let files = ["state/drumdub/mixer.json", "state/drumdub/session.json"].map { sandbox.file($0) }
    let former = try files.map { try FileBytes.read($0, limit: 1 << 20) }
    let terminal = try sandbox.terminal(
      "--plain", "--output", "null", "--safe", "a.wav", environment: [path])
    try terminal.wait(for: "started without session, takes, mixer and plug-ins")
    try terminal.wait(for: "playing: 1 of 1")
    try terminal.type(":mixer dub\r", andSee: "loaded the mixer dub")
    try terminal.expectQuit()
    #expect(try files.map { try FileBytes.read($0, limit: 1 << 20) } == former)
  }

  @Test func plugInThatTakesLongToBeMadeHoldsUpNothingAndIsCancelled() throws {
    try sandbox.install(plugin: "sleep", control: 1)
    // It passes its trial once.
    let first = try sandbox.terminal("--plain", "--output", "null", environment: [path])
    try first.wait(for: "restored the mixer")
    try first.expectQuit()
    let terminal = try sandbox.terminal(
      "--plain", "--output", "null", "a.wav", environment: [path, "DRUMDUB_TEST_SLEEP=600"])
    try terminal.wait(for: "loading the plug-in")
    try terminal.wait(for: "playing: 1 of 1")
    try terminal.type(":tempo 93\r", andSee: "93")
    try terminal.type(":cancel-plug-ins\r", andSee: "is bypassed and no longer waited for")
    try terminal.expectQuit()
    #expect(!terminal.text.contains("restored the mixer"))
  }
}

extension Sandbox {
  /// Installs a plug-in of the test's library, and saves a mixer with it on the strip of the music.
  func install(plugin name: String, control: Double) throws {
    let library = TestPrograms.path("libCTestPlugins.so").shown
    let manifest = """
      @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
      @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
      <urn:drumdub:test:\(name)> a lv2:Plugin ; lv2:binary <file://\(library)> ; rdfs:seeAlso <plugin.ttl> .
      """
    let plugin = """
      @prefix doap: <http://usefulinc.com/ns/doap#> .
      @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
      <urn:drumdub:test:\(name)> a lv2:Plugin, lv2:DelayPlugin ; doap:name "Test \(name)" ;
        lv2:optionalFeature lv2:hardRTCapable ;
        lv2:port [ a lv2:AudioPort, lv2:InputPort ; lv2:index 0 ; lv2:symbol "in" ; lv2:name "In" ],
          [ a lv2:AudioPort, lv2:OutputPort ; lv2:index 1 ; lv2:symbol "out" ; lv2:name "Out" ],
          [ a lv2:ControlPort, lv2:InputPort ; lv2:index 2 ; lv2:symbol "control" ; lv2:name "Control" ;
            lv2:default 0 ; lv2:minimum 0 ; lv2:maximum 10 ] .
      """
    try write(manifest.utf8, to: "lv2/\(name).lv2/manifest.ttl")
    try write(plugin.utf8, to: "lv2/\(name).lv2/plugin.ttl")
    let mixer = """
      {"format":"drumdub-mixer","version":1,"strips":[{"bus":"music","inserts":[
        {"unit":"lv2:urn:drumdub:test:\(name)","parameters":{"control":\(control)}}]}]}
      """
    try write(mixer.utf8, to: "state/drumdub/mixer.json")
  }
}
