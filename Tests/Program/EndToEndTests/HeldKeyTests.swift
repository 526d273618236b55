import AudioBase
import HeardSound
import TestSupport
import Testing

/// Keys that are held down when their release can no longer be reported.
@Suite(.together) struct HeldKeyTests {
  enum Loss: String, CaseIterable, Sendable { case detached, replaced, closed, unfocused }

  @Test(arguments: Loss.allCases) func padOfAHeldKeyIsReleasedWhenInputIsLost(loss: Loss) throws {
    let sandbox = try Sandbox()
    try sandbox.writeEmptySession()
    // Longer than a test waits.
    let sound = TestTrack(seed: 81, seconds: Wait.patience + 20)
    try sound.write(to: "mine/long.wav", in: sandbox)
    let kit =
      #"{"format":"drumdub-kit","version":1,"name":"Mine","pads":["#
      + #"{"number":1,"name":"organ","mode":"gate","layers":[{"samples":["long.wav"]}]},"#
      + #"{"number":2,"name":"click","layers":[{"samples":["click.wav"]}]}]}"#
    try TestTrack(seed: 82, seconds: 0.05).write(to: "mine/click.wav", in: sandbox)
    try sandbox.write(kit.utf8, to: "mine/kit.json")
    let player = try DetachedPlayer(sandbox, "--output", "file:out.wav", "--kit", "./mine")
    var terminal: PseudoTerminal? = try player.attach()
    try terminal?.wait(for: "\u{1B}[?u")
    terminal?.type("\u{1B}[?0u")
    try terminal?.wait(for: "\u{1B}[>31u")
    // A hit by the remote control is refused until the kit is loaded.
    let socket = sandbox.file("run/drumdub/mpd.sock")
    try Wait.until("the kit") { (try? RemoteTestClient(socket).answer(to: "hit 2 1")) == ["OK"] }
    // The key is pressed, by kitty's protocol.
    terminal?.type("\u{1B}[97;1:1;97u")
    try sandbox.waitForSound(0.5, in: "out.wav", terminal)
    try Wait.until("the sound") {
      terminal?.read(milliseconds: 0)
      return try peak(of: sandbox) > 0.01
    }
    var other: PseudoTerminal?
    switch loss {
    case .detached: terminal?.type("\u{1B}[100;5u")
    case .replaced: other = try player.attach()
    case .closed: terminal = nil
    case .unfocused: terminal?.type("\u{1B}[O")
    }
    try Wait.until("silence") {
      terminal?.read(milliseconds: 0)
      other?.read(milliseconds: 0)
      return try peak(of: sandbox) < 0.000_1
    }
    let length = sandbox.size(of: "out.wav") / MemoryLayout<Frame>.stride
    #expect(length < sound.frames.count)
  }

  /// The peak of the last fifth of a second.
  private func peak(of sandbox: Sandbox) throws -> Float {
    guard sandbox.size(of: "out.wav") > 100_000 else { return 0 }
    return try FloatWAV(sandbox.file("out.wav")).frames.suffix(9_600).reduce(0) { max($0, abs($1.x)) }
  }
}
