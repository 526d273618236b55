import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// The list of kits and the pad editor in the whole program.
@Suite(.together) struct KitListTests {
  /// Writes a kit with one in the program's own kit.
  private func writeKit(_ name: String, sample: Int, in sandbox: Sandbox) throws {
    let path = Sandbox.checkout.appending("Resources/Kits/DrumDub").appending(try KitSound.samples()[sample])
    let json =
      #"{"format":"drumdub-kit","version":1,"name":"\#(name)","pads":["#
      + #"{"number":1,"name":"in \#(name)","layers":[{"samples":["\#(path.shown)"]}]}]}"#
    try sandbox.write(json.utf8, to: "data/drumdub/kits/\(name)/kit.json")
  }

  @Test func kitListChangesTheKitWhileMusicPlays() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 21, seconds: 60).write(to: "a.wav", in: sandbox)
    try writeKit("Alpha", sample: 1, in: sandbox)
    try writeKit("Beta", sample: 2, in: sandbox)
    try sandbox.write("{".utf8, to: "data/drumdub/kits/Broken/kit.json")
    let session = try sandbox.tmux("--output", "null", "--trace-hits", "trace", "--kit", "Alpha", "a.wav")
    try session.wait(forAll: ["▶ playing", "in Alpha"])
    try session.type("B")
    try session.wait(forAll: ["▸ ▶ Alpha", "Beta", "native · 1 pad", "Broken", "shipped", "Enter keep"])
    try session.press("Down")
    try session.wait(for: "▸ ▶ Beta")
    // Pads are played while the list is open.
    try session.type("a")
    try Wait.until("a hit") { ((try? TracedHit.read(sandbox.file("trace")))?.count ?? 0) == 1 }
    try session.press("Escape")
    try session.wait(forAll: ["in Alpha", "▶ playing"])
    try session.type("B/bet")
    try session.wait(forAll: ["Kits ▸ bet", "▸   Beta"])
    try session.press("Enter")
    try session.wait(for: "▸ ▶ Beta")
    try session.press("Enter")
    try session.wait(forAll: ["in Beta", "kit is Beta", "▶ playing"])
    try session.expectQuit()
  }

  @Test func kitChosenInTheListIsPlayedAtTheNextStart() throws {
    let sandbox = try Sandbox()
    try sandbox.writeEmptySession()
    try writeKit("Beta", sample: 2, in: sandbox)
    let session = try sandbox.tmux("--output", "null")
    try session.wait(for: "snare")
    try session.type("B/bet")
    try session.wait(for: "Kits ▸ bet")
    try session.press("Enter")
    try session.wait(for: "▸ ▶ Beta")
    try session.press("Enter")
    try session.wait(for: "kit is Beta, at the next start too")
    try session.expectQuit()
    let next = try sandbox.tmux("--output", "null")
    try next.wait(for: "in Beta")
    try next.expectQuit()
  }

  @Test func movedPadsKeepTheirKeysAtTheNextStart() throws {
    let sandbox = try Sandbox()
    try sandbox.writeEmptySession()
    func start() throws -> TmuxSession {
      try sandbox.tmux("--output", "null", "--trace-hits", "trace", columns: 80, rows: 24)
    }
    func strike(_ keys: String, _ session: TmuxSession, expect pads: [Int]) throws {
      try session.type(keys)
      try Wait.until("hits of pads \(pads)") {
        (try? TracedHit.read(sandbox.file("trace")))?.map(\.pad) == pads
      }
    }
    let session = try start()
    try session.wait(for: "snare")
    try session.type("H")
    try session.wait(for: "1, key a")
    try session.press("S-Down")
    try session.wait(forAll: ["snare and bass have swapped their keys", "1, key s"])
    try session.press("IC")
    try session.wait(for: "swap with pad:")
    try session.type("l")
    try session.press("Enter")
    try session.wait(for: "1, key l")
    try session.press("Escape")
    try session.wait(for: "the closed form") { !$0.contains("W save") }
    try strike("asl", session, expect: [2, 7, 1])
    try session.expectQuit()
    let next = try start()
    try next.wait(for: "snare")
    try strike("asl", next, expect: [2, 7, 1])
    try next.type(":swap-pads reset")
    try next.press("Enter")
    try next.wait(for: "have the keys of the setting pad-order again")
    try strike("asl", next, expect: [2, 7, 1, 1, 2, 7])
    try next.expectQuit()
  }

  @Test func settingDecidesWhetherDrumsHaveTheKeysOfTheirRoles() throws {
    let sandbox = try Sandbox()
    try sandbox.writeEmptySession()
    try sandbox.writeConfiguration("kit=mine", "pad-order=kit")
    let sample = Sandbox.checkout.appending("Resources/Kits/DrumDub").appending(try KitSound.samples()[0])
    let pads = [("kick", 36), ("snare", 38)].enumerated().map { index, drum in
      #"{"number":\#(index + 1),"name":"\#(drum.0)","midiNote":\#(drum.1),"layers":["#
        + #"{"samples":["\#(sample.shown)"]}]}"#
    }
    try sandbox.write(
      #"{"format":"drumdub-kit","version":1,"name":"mine","pads":[\#(pads.joined(separator: ","))]}"#.utf8,
      to: "data/drumdub/kits/mine/kit.json")
    let session = try sandbox.tmux("--output", "null", "--trace-hits", "trace")
    try session.wait(for: "kick")
    try session.type("as")
    #expect(try sandbox.hits(2).map(\.pad) == [1, 2])
    try session.type(":set pad-order role")
    try session.press("Enter")
    try session.wait(for: "pad-order is role")
    try session.type("as")
    #expect(try sandbox.hits(4).map(\.pad) == [1, 2, 2, 1])
    try session.expectQuit()
  }

  @Test func thePadEditorSavesACopyOfAKit() throws {
    let sandbox = try Sandbox()
    try sandbox.writeEmptySession()
    let session = try sandbox.tmux("--output", "null", "--trace-hits", "trace", columns: 80, rows: 24)
    try session.wait(for: "snare")
    try session.type("s")
    try Wait.until("a hit") { ((try? TracedHit.read(sandbox.file("trace")))?.count ?? 0) == 1 }
    try session.type("H")
    try session.wait(forAll: ["DrumDub, saving makes a copy", "2, key s", "bass-1a.flac"])
    try session.press("Enter")
    try session.wait(for: "Name: bass")
    try session.type("bass drum")
    try session.press("Enter")
    try session.press("Down")
    try session.press("Right")
    try session.wait(forAll: ["* Name", "bass drum", "* Gain"])
    let sample = Sandbox.checkout.appending("Resources/Kits/DrumDub").appending(try KitSound.samples()[7])
    try session.press("End")
    try session.press("Enter")
    try session.wait(for: "sound file: ")
    try session.type(sample.shown)
    try session.press("Enter")
    try session.wait(for: "* Sample      \(sample.lastComponent.shown)")
    // A file that is no sound is refused.
    try sandbox.write("text".utf8, to: "text.wav")
    try session.press("Enter")
    try session.wait(for: "sound file: ")
    try session.type(sandbox.file("text.wav").shown)
    try session.press("Enter")
    try session.wait(forAll: ["the pad keeps its sample", "* Sample      \(sample.lastComponent.shown)"])
    try session.press("Escape")
    try session.wait(for: "discard the changed pads?")
    // A letter right behind the byte of Escape would be a key with Alt.
    try session.press("Escape")
    try session.wait(for: "the pads are not saved yet")
    try session.type("W")
    try session.wait(for: "save the kit as: DrumDub copy")
    try session.press("Enter")
    try session.wait(forAll: ["saved the kit in", "bass drum"])
    let folder = "data/drumdub/kits/DrumDub copy"
    let json = String(
      decoding: try FileBytes.read(sandbox.file("\(folder)/kit.json"), limit: 1 << 20), as: UTF8.self)
    #expect(
      json.contains(#""name":"bass drum""#) && json.contains(#""samples":["\#(sample.lastComponent.shown)"]"#)
    )
    // The copy has all its samples and can be changed in place.
    let check = try sandbox.run(["kits", "check", sandbox.file(folder).shown])
    #expect(check.status == 0, "\(check.text)")
    try session.type("H")
    try session.wait(for: "┌ DrumDub copy ─")
    try session.press("Escape")
    try session.wait(for: "the closed form") { !$0.contains("W save") }
    try session.expectQuit()
  }
}
