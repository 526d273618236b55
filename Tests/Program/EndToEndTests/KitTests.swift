import HeardSound
import TerminalTestSupport
import TestSupport
import Testing

/// Pads have sounds whatever has become of the kit that was named.
@Suite(.together) struct KitTests {
  /// Strikes a pad, quits and returns the hits that are in the file.
  private func strike(_ key: String, _ session: TmuxSession, in sandbox: Sandbox) throws -> [FoundHit] {
    try sandbox.waitForSound(0.3, in: "out.wav")
    try session.type(key)
    try sandbox.waitForSound(1.5, in: "out.wav")
    try session.expectQuit()
    return try HitFinder().find(in: FloatWAV(sandbox.file("out.wav")).frames).hits
  }

  @Test(arguments: ["nonesuch", "broken"])
  func unreadableKitIsReplacedByTheDefaultKit(name: String) throws {
    let sandbox = try Sandbox()
    try sandbox.writeEmptySession()
    try sandbox.write("{".utf8, to: "data/drumdub/kits/broken/kit.json")
    let session = try sandbox.tmux("--output", "file:out.wav", "--kit", name, columns: 300)
    try session.wait(forAll: ["the pads play the kit DrumDub: cannot read ", name, "snare"])
    #expect(try strike("a", session, in: sandbox).map(\.pad) == [1])
  }

  @Test func padWithMissingSamplesSoundsLikeTheDefaultKit() throws {
    let sandbox = try Sandbox()
    try sandbox.writeEmptySession()
    let json =
      #"{"format":"drumdub-kit","version":1,"name":"Mine","pads":["#
      + #"{"number":1,"name":"kick","layers":[{"samples":["gone.wav"]}]},"#
      + #"{"number":2,"name":"quiet","layers":[]}]}"#
    try sandbox.write(json.utf8, to: "mine/kit.json")
    let session = try sandbox.tmux("--output", "file:out.wav", "--kit", "./mine", columns: 160)
    try session.wait(forAll: [
      "kit Mine: pad 1 sounds like the kit DrumDub's; a sample is missing: ", "snare",
    ])
    #expect(try strike("a", session, in: sandbox).map(\.pad) == [1])
  }
}
