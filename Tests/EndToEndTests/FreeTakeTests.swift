import AudioBase
import Dubbing
import TestSupport
import Testing

/// Takes that belong to no track.
@Suite(.alone) struct FreeTakeTests {
  @Test func aFreeTakeIsFoundInTheListAndNamed() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 81, seconds: 60).write(to: "a.wav", in: sandbox)
    let session = try sandbox.tmux("--count-in", "0", "--output", "file:out.wav", "a.wav")
    try session.wait(for: "▶ playing")
    try session.type("X")
    try session.wait(for: "stopped")
    try session.type("r")
    try session.wait(for: "● take 1")
    try session.type("a")
    try sandbox.waitForSound(0.3, in: "out.wav")
    try session.type("r")
    try session.wait(for: "take 1 is kept: 1 hit")
    try session.type("E")
    try session.wait(forAll: ["without a track", "take 1", "layer 1"])
    try session.type("V")
    try session.wait(for: "name:")
    try session.type("mine\r")
    try session.wait(for: "mine")
    #expect(try session.quit() == 0)
    let takes = TakeStore(folder: sandbox.file(StoredTake.folder)).takes(of: nil).takes.map(\.take)
    #expect(takes.map(\.name) == ["mine"] && takes.map(\.hitCount) == [1])
  }
}
