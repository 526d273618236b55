import HeardSound
import TerminalTestSupport
import TestSupport
import Testing

/// Banks and velocities in the whole program.
@Suite(.together) struct PadBankTests {
  /// Writes a kit whose pads have the sounds of the program's own kit in turn.
  private func writeKit(pads: Int, named name: String, in sandbox: Sandbox) throws {
    let folder = Sandbox.checkout.appending("Resources/Kits/DrumDub")
    let samples = try KitSound.samples()
    let entries = (1...pads).map { number in
      let sample = folder.appending(samples[(number - 1) % samples.count]).shown
      return #"{"number":\#(number),"name":"sound \#(number)","layers":[{"samples":["\#(sample)"]}]}"#
    }
    let json =
      #"{"format":"drumdub-kit","version":1,"name":"\#(name)","pads":[\#(entries.joined(separator: ","))]}"#
    try sandbox.write(json.utf8, to: "data/drumdub/kits/\(name)/kit.json")
  }

  @Test func keysInOneBurstStrikePadsOfTheSelectedBanks() throws {
    let sandbox = try Sandbox()
    try sandbox.writeEmptySession()
    try sandbox.writeConfiguration("kit=big", "velocity=90", "bind Q pad 20 33")
    try writeKit(pads: 20, named: "big", in: sandbox)
    let session = try sandbox.tmux("--output", "null", "--trace-hits", "trace")
    try session.wait(forAll: ["sound 1", "bank 1/3"])
    // tmux writes the keys of one call at once.
    try session.type("a]a]aQ[[s")
    let hits = try sandbox.hits(5)
    #expect(hits.map(\.pad) == [1, 9, 17, 20, 2] && hits.map(\.velocity) == [90, 90, 90, 33, 90])
    try session.type("]")
    try session.wait(forAll: ["sound 9", "sound 16", "bank 2/3"])
    try session.type(":bank 3")
    try session.press("Enter")
    try session.wait(for: "the third bank") { $0.contains("sound 20") && !$0.contains("sound 9") }
    // Another kit has no third bank.
    try writeKit(pads: 16, named: "small", in: sandbox)
    try session.type(":kit small")
    try session.press("Enter")
    try session.wait(forAll: ["sound 8", "bank 1/2"])
    try session.type("a")
    #expect(try sandbox.hits(6).last?.pad == 1)
    try session.press("F2")
    try session.wait(forAll: ["sound 9", "sound 16", "q w e r u i o p hit pads 9 to 16"])
    try session.type("qa")
    #expect(try sandbox.hits(8).map(\.pad).suffix(2) == [9, 1])
    try session.press("F2")
    try session.expectQuit()
  }
}
