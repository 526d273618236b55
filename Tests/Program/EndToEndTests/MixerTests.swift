import AudioBase
import Dubbing
import HeardSound
import Studio
import TerminalTestSupport
import TestSupport
import Testing

/// The mixer of the real program: what is listed, heard and stored.
@Suite(.together) struct MixerTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func shippedMixersAndEffectsAreListed() throws {
    let result = try sandbox.run(["mixer", "--json"])
    #expect(result.status == 0)
    for word in ["\"dry\"", "\"room\"", "\"dub\"", "\"reverb\"", "\"cutoff\""] {
      #expect(result.text.contains(word), "\(word)")
    }
  }

  /// Plays silence, strikes pad 2 and records for four seconds. Returns the sound from the hit on.
  private func strike(with mixer: String) throws -> [Frame] {
    try TestTrack(impulsesEvery: .max, seconds: 20).write(to: "a.wav", in: sandbox)
    let terminal = try sandbox.terminal("--plain", "--output", "file:live.wav", "a.wav")
    try terminal.wait(for: "playing: 1 of 1")
    try terminal.type(":mixer \(mixer)\r", andSee: "loaded the mixer \(mixer)")
    try sandbox.waitForSound(0.5, in: "live.wav", terminal)
    try terminal.type("r", andSee: "recording")
    try sandbox.waitForSound(0.5, in: "live.wav", terminal)
    terminal.type("s")
    try sandbox.waitForSound(4, in: "live.wav", terminal)
    try terminal.type("r", andSee: "1 hit")
    try terminal.expectQuit()
    let frames = try FloatWAV(sandbox.file("live.wav")).frames
    let hit = try #require(frames.first(above: 0.01, from: 24_000))
    return Array(frames[hit...])
  }

  @Test func dubMixerEchoesTheSnareAndIsStoredWithTheTake() throws {
    let heard = try strike(with: "dub")
    #expect(Array(heard[120_000..<150_000]).peak > 1e-4)
    let take = try #require(TakeStore(folder: sandbox.file(StoredTake.folder)).all().takes.first?.take)
    #expect(take.mixer?[.pad(2)].sends.map(\.target) == [1])
    #expect(take.mixer?[.returns(1)].inserts.map(\.unit) == ["delay"])
  }

  @Test func dryMixerAddsNothing() throws {
    let heard = try strike(with: "dry")
    #expect(Array(heard[120_000..<150_000]).peak == 0)
  }

  @Test func nextStartHasTheMixerOfTheLastOne() throws {
    let first = try sandbox.terminal("--plain", "--output", "null")
    try first.type(":mixer dub\r", andSee: "loaded the mixer dub")
    try first.expectQuit()
    let second = try sandbox.terminal("--plain", "--output", "null")
    try second.wait(for: "restored the mixer of the last session; :mixer dry removes its effects")
    try second.type(":mixer dry\r", andSee: "loaded the mixer dry")
    try second.expectQuit()
    let file = sandbox.file("state/drumdub/mixer.json")
    #expect(try MixFile.read(file)?.get().strips.isEmpty == true)
  }
}
