import HeardSound
import TerminalTestSupport
import Testing

/// The configuration file: errors are reported with their lines, valid lines are used.
@Suite(.together) struct ConfigurationTests {
  private func hits(of keys: String, _ configuration: String...) throws -> [FoundHit] {
    let sandbox = try Sandbox()
    try sandbox.writeEmptySession()
    try sandbox.write(configuration.joined(separator: "\n").utf8, to: "config/drumdub/config")
    let terminal = try sandbox.terminal("--output", "file:out.wav")
    try terminal.wait(for: "The queue is empty")
    // Names of pads are shown before their samples are loaded.
    try terminal.wait(for: "cowbell")
    try terminal.waitForPads()
    for key in keys {
      try sandbox.waitForSound(0.05, in: "out.wav", terminal)
      terminal.type(String(key))
      // What is typed is read in order: the key has struck its pad before the next one is typed.
      try terminal.waitForPads()
    }
    try sandbox.waitForSound(0.2, in: "out.wav", terminal)
    terminal.signal(15)
    try terminal.expectEnd(.exited(0))
    let (hits, rest) = try HitFinder().find(in: FloatWAV(sandbox.file("out.wav")).frames)
    #expect(rest.peak < HitFinder.floor)
    return hits
  }

  @Test func bindAndUnbindLinesChangeTheKeysOfPads() throws {
    let found = try hits(
      of: "xXsg", "# keys", "bind x pad 1", "  bind X accent 4\r", "unbind s", "bind g pad 3")
    #expect(found.map(\.pad) == [1, 4, 3])
    #expect(found.map(\.velocity) == [100, 127, 100])
  }

  @Test func padKeysSettingMovesThePadsToOtherKeyboardLayouts() throws {
    let french = try hits(of: "qsdm", "pad-keys=azerty")
    #expect(french.map(\.pad) == [1, 2, 3, 8], "\(french)")
    let listed = try hits(of: "uiQ", "pad-keys=uiopQWER")
    #expect(listed.map(\.pad) == [1, 2, 5], "\(listed)")
    let sandbox = try Sandbox()
    try sandbox.writeEmptySession()
    try sandbox.writeConfiguration("pad-keys=azerty")
    let session = try sandbox.tmux("--output", "null")
    try session.wait(forAll: ["┌ q ─", "┌ m ─", "a quit"])
    try session.type("a")
    try session.expectEnd(0)
  }

  @Test func invalidLinesAreReportedAndValidLinesApply() throws {
    let sandbox = try Sandbox()
    try sandbox.writeEmptySession()
    try sandbox.writeConfiguration(
      "# mine", "output=null", "volume=11", "pads-level=-9", "bind nokey pad 1", "music-level=loud",
      "pad-keys=qwertz")
    let session = try sandbox.tmux(columns: 160)
    try session.wait(
      forAll: [
        "┌ ö ─", "null · 48 kHz", "pads −9.0 dB",
        "config, line 3: unknown setting volume",
      ])
    // Each line has a message of its own.
    try session.type("N")
    try session.wait(forAll: ["config, line 3: ", "config, line 5: unknown key nokey", "config, line 6: "])
    try session.type("N")
    try session.expectQuit()
  }

  @Test func singleInvalidLineIsReportedWithTheReason() throws {
    let sandbox = try Sandbox()
    try sandbox.writeEmptySession()
    try sandbox.writeConfiguration("output=null", "bind x pad 129")
    let session = try sandbox.tmux(columns: 160)
    try session.wait(for: "config, line 2: unknown command pad 129")
  }

  @Test func commandLineOptionsOverrideTheConfigurationFile() throws {
    let sandbox = try Sandbox()
    try sandbox.writeEmptySession()
    try sandbox.write("output=alsa:doesnotexist\nmusic-level=-3\n".utf8, to: "mine")
    let session = try sandbox.tmux("--config", "mine", "--output", "null", "--rate", "44100", "--period=441")
    try session.wait(forAll: ["null · 44.1 kHz · latency 10.9 ms", "music −3.0 dB"])
  }
}
