import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// SoundFonts in the real program: as the instrument and as a kit, with Debian's package timgm6mb-soundfont.
@Suite(
  .together, .enabled(if: Tool.isCI || SoundFontFixture.font.exists, "timgm6mb-soundfont is not installed"))
struct SoundFontTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    // Silence: only the instrument and the pads are heard.
    try Tool.run("sox", ["-n", "-r", "48000", "-c", "2", sandbox.file("a.wav").shown, "trim", "0", "30"])
    try Tool.run("cp", [SoundFontFixture.font.shown, sandbox.file("own.sf2").shown])
  }

  @Test func soundFontIsTheInstrumentAfterARestartAndAMissingOneIsNamed() throws {
    let font = sandbox.file("own.sf2").shown
    var terminal = try sandbox.terminal("--plain", "--output", "file:first.wav", "a.wav")
    try terminal.wait(for: "playing: 1 of 1")
    try terminal.type(
      ":instrument gone.sf2\r", andSee: "the instrument gone.sf2 is not heard: gone.sf2 is missing")
    try terminal.type(":instrument \(font)\r", andSee: "the instrument is Piano 1 (SoundFont own)")
    try hear(in: "first.wav", terminal)
    // Before the next start, the file of the mixer names the preset.
    let mixer = try FileBytes.read(sandbox.file("state/drumdub/mixer.json"), limit: 1 << 20)
    #expect(String(decoding: mixer, as: UTF8.self).contains("soundfont:\(font)#0:0"))
    terminal = try sandbox.terminal("--plain", "--output", "file:second.wav", "a.wav")
    try terminal.wait(for: "the instrument is Piano 1 (SoundFont own)")
    try terminal.wait(for: "playing: 1 of 1")
    try hear(in: "second.wav", terminal)
    FileBytes.remove(sandbox.file("own.sf2"))
    terminal = try sandbox.terminal("--plain", "--output", "file:third.wav", "a.wav")
    try terminal.wait(for: "the instrument own.sf2 0:0 is not heard")
    try terminal.wait(for: font)
    try terminal.expectQuit()
  }

  /// Plays a note, waits until it is heard, and quits.
  private func hear(in file: String, _ terminal: PseudoTerminal) throws {
    terminal.type(":play-note C4\r")
    try sandbox.waitForSound(1, in: file, terminal)
    try terminal.expectQuit()
    #expect(try FloatWAV(sandbox.file(file)).frames.peak > 0.01)
  }

  @Test func drumsOfASoundFontAreAKitThatIsCheckedAndHeard() throws {
    let check = try sandbox.run(["kits", "check", "--json", SoundFontFixture.font.shown])
    #expect(check.status == 0 && check.text.contains("\"format\":\"soundfont\""))
    #expect(check.text.contains("\"name\":\"open hat\"") && check.text.contains("\"errors\":[]"))
    let terminal = try sandbox.terminal(
      "--plain", "--output", "file:kit.wav", "--trace-hits", "trace", "--kit", sandbox.file("own.sf2").shown,
      "a.wav")
    try terminal.wait(for: "playing: 1 of 1")
    // A busy machine may need longer to load the kit than hits wait for it.
    try Wait.until("the sound of a hit", milliseconds: 500) {
      terminal.type("s")
      return try FloatWAV(sandbox.file("kit.wav")).frames.peak > 0.05
    }
    try terminal.expectQuit()
    #expect(sandbox.size(of: "trace") > 0)
    try FileBytes.write(Array("no sound".utf8), to: sandbox.file("broken.sf2"))
    let broken = try sandbox.run(["kits", "check", sandbox.file("broken.sf2").shown])
    #expect(broken.status == 1 && broken.errorLines.count == 1)
    #expect(broken.errorLines.first?.contains("it is not a SoundFont") == true)
  }
}

private enum SoundFontFixture {
  static let font = FilePath("/usr/share/sounds/sf2/TimGM6mb.sf2")
}
