import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// LV2 plug-ins in the real program. Each test has a folder with one plug-in of Debian's package swh-lv2.
@Suite(
  .together, .enabled(if: Tool.isCI || PluginFixture.installed.exists, "swh-lv2 is not installed"))
struct PluginTests {
  private let sandbox: Sandbox
  private let path: String

  init() throws {
    sandbox = try Sandbox()
    try Tool.run("mkdir", [sandbox.file("lv2").shown])
    try Tool.run("cp", ["-R", PluginFixture.installed.shown, sandbox.file("lv2").shown])
    path = "LV2_PATH=\(sandbox.file("lv2").shown)"
  }

  @Test func plugInIsListedAndABrokenBundleIsNamed() throws {
    try Tool.run("mkdir", [sandbox.file("lv2/broken.lv2").shown])
    try FileBytes.write(Array("@prefix lv2: <oh".utf8), to: sandbox.file("lv2/broken.lv2/manifest.ttl"))
    let result = try sandbox.run(["mixer", "--json"], environment: [path])
    #expect(result.status == 1)
    for word in [
      "\"kind\":\"lv2\"", "\"uri\":\"\(PluginFixture.amplifier)\"", "\"minimum\":-70", "Steve Harris",
    ] {
      #expect(result.text.contains(word), "\(word)")
    }
    #expect(result.errorLines.count == 1 && result.errorLines[0].contains("broken.lv2 cannot be read"))
  }

  @Test func plugInOfAMixerIsHeardAndAMissingOneIsNamed() throws {
    // Silence: only the pad is heard.
    try Tool.run("sox", ["-n", "-r", "48000", "-c", "2", sandbox.file("a.wav").shown, "trim", "0", "20"])
    try Tool.run("mkdir", ["-p", sandbox.file("data/drumdub/mixers").shown])
    let mixer = """
      {"format":"drumdub-mixer","version":1,"strips":[{"bus":"pads","inserts":[
        {"unit":"lv2:\(PluginFixture.amplifier)","parameters":{"gain":-70}},{"unit":"lv2:urn:none"}]}]}
      """
    try FileBytes.write(Array(mixer.utf8), to: sandbox.file("data/drumdub/mixers/quiet.json"))
    let terminal = try sandbox.terminal("--plain", "--output", "file:live.wav", "a.wav", environment: [path])
    try terminal.wait(for: "playing: 1 of 1")
    try terminal.type(":mixer quiet\r", andSee: "lv2:urn:none is not heard: it is not installed")
    try sandbox.waitForSound(0.5, in: "live.wav", terminal)
    terminal.type("s")
    try sandbox.waitForSound(1, in: "live.wav", terminal)
    try terminal.expectQuit()
    let peak = try FloatWAV(sandbox.file("live.wav")).frames.peak
    #expect(peak > 0 && peak < 0.001)
  }
}

private enum PluginFixture {
  static let installed = FilePath("/usr/lib/lv2/amp-swh.lv2")
  static let amplifier = "http://plugin.org.uk/swh-plugins/amp"
}
