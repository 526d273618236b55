import Dubbing
import HeardSound
import SystemBase
import TestSupport
import Testing

/// A take that is recorded, seen and edited in the timeline, as a user does it, and its file after each step.
@Suite(.together) struct TimelineTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private var stored: Take? {
    TakeStore(folder: sandbox.file(StoredTake.folder)).takes(of: nil).takes.first?.take
  }

  /// Waits until the layer of the file has these frames.
  private func wait(forFrames frames: [Int]) throws {
    try Wait.until("the frames \(frames) in the file") { stored?.layers.first?.hits.frames == frames }
  }

  @Test func takeIsEditedQuantisedAndUndoneAlsoAfterARestart() throws {
    let text =
      #"{"format":"drumdub-take","version":1,"id":"a1","name":"one","sampleRate":48000,"tempo":{"bpm":120},"#
      + #""layers":[{"id":1,"name":"layer 1","gain":0,"mute":false,"solo":false,"#
      + #""frames":[0,24600,48000,71500],"pads":[1,2,1,2],"velocities":[90,90,90,90]}]}"#
    try sandbox.write(text.utf8, to: "data/drumdub/takes/free-a1.dub")
    try sandbox.writeEmptySession()
    let session = try sandbox.tmux("--output", "null")
    try session.wait(for: "Choose a folder")
    try session.type("g")
    try session.wait(forAll: ["Timeline · one", "120 BPM 4/4", "bar 1 beat 1"])
    try session.type("Q")
    try session.wait(for: "moved 2 of 4 hits to the grid")
    try wait(forFrames: [0, 24_000, 48_000, 72_000])
    try session.type("u")
    try session.wait(for: "undone: change 2 hits")
    try wait(forFrames: [0, 24_600, 48_000, 71_500])
    // By hand: to the second pad, to its next hit, 1 ms earlier, then deleted.
    try session.press("Down")
    try session.press("Tab")
    try session.wait(forAll: ["90 ·", "ms late"])
    try session.type(",")
    try wait(forFrames: [0, 24_552, 48_000, 71_500])
    try session.press("DC")
    try wait(forFrames: [0, 48_000, 71_500])
    try session.type("uu")
    try wait(forFrames: [0, 24_600, 48_000, 71_500])
    try session.type(":quantise 1/4 50%\r")
    try wait(forFrames: [0, 24_300, 48_000, 71_750])
    try session.wait(for: "Timeline · one")
    try session.expectQuit()
    let next = try sandbox.tmux("--output", "null")
    try next.wait(for: "Choose a folder")
    try next.type("g")
    try next.wait(for: "Timeline · one")
    try next.type("u")
    try next.wait(for: "undone: change 2 hits")
    try wait(forFrames: [0, 24_600, 48_000, 71_500])
    try next.expectQuit()
  }

  @Test func recordedHitsAreSeenChangedAndPackedForAFriend() throws {
    try TestTrack(seed: 92, seconds: 60).write(to: "a.wav", in: sandbox)
    let session = try sandbox.tmux("--count-in", "0", "--output", "file:out.wav", "a.wav")
    try session.wait(for: "▶ playing")
    try session.type("r")
    try session.wait(for: "recording")
    try session.type("a")
    try sandbox.waitForSound(0.3, in: "out.wav")
    try session.type("r")
    try session.wait(for: "saved take 1: 1 hit")
    try session.type("g")
    try session.wait(for: "Timeline · take 1")
    try session.press("Home")
    try session.press("Tab")
    try session.wait(for: "100 ·")
    try session.type("+")
    try session.wait(for: "105 ·")
    try session.type("g")
    try session.wait(for: "Queue")
    try session.type("e")
    try session.wait(for: "Export take 1")
    for _ in "wav" { try session.press("BSpace") }
    try session.type("pack")
    try session.wait(for: "DrumDub/take 1.")
    try session.press("Enter")
    try session.wait(for: "exported to")
    try session.expectQuit()
    let pack = try SharedTakeSource(
      sandbox.file("Music/DrumDub/take 1.tgz"), unpackingIn: sandbox.file("unpacked"))
    #expect(pack.take.layers.map(\.hits.velocities) == [[105]] && pack.take.track?.signature != nil)
    #expect(pack.kit != nil)
    let take = try #require(TakeStore(folder: sandbox.file(StoredTake.folder)).all().takes.first?.take)
    #expect(take.layers.map(\.hits.velocities) == [[105]] && take.history.edits.undoSteps.count == 2)
  }
}
