import Dubbing
import HeardSound
import Testing

/// A mix that is played by hands, as it is heard again and exported.
extension ExportTests {
  /// A throw, a sweep and moves of the echo, then a fader ride and a scene: that half is undone, and another one is recorded
  /// over the first.
  @Test func dubMixThatIsUndoneByHalfAndOverdubbedIsExportedAsItIsHeard() throws {
    try TestTrack(seed: 55, seconds: 30).write(to: "a.wav", in: sandbox)
    let terminal = try sandbox.terminal("--plain", "--output", "file:hands.wav", "a.wav")
    try terminal.wait(for: "playing: 1 of 1")
    func sound(_ seconds: Double) throws { try sandbox.waitForSound(seconds, in: "hands.wav", terminal) }
    func run(_ command: String, andSee text: String) throws {
      try terminal.type(":\(command)\r", andSee: text)
    }
    try run("mixer dub", andSee: "loaded the mixer dub")
    try run("mix pads/pan -40", andSee: "pads/pan is")
    try run("store-scene 2", andSee: "stored the mixer as scene 2")
    try run("mix pads/pan 0", andSee: "pads/pan is")
    // What is changed before the recording has moved then.
    try sound(0.5)

    try terminal.type("r", andSee: "recording")
    terminal.type("a")
    try sound(0.5)
    // This terminal reports no releases: a second press of the key ends the move.
    try terminal.type("0", andSee: "throw is on")
    terminal.type("s")
    try sound(1)
    try terminal.type("0", andSee: "throw is off")
    try run("sweep -80", andSee: "the filter of the music: low 80")
    try sound(1)
    try run("sweep 0", andSee: "the filter of the music: off")
    try sound(1)
    // Alt with Backspace.
    try terminal.type("\u{1B}\u{7F}", andSee: "feedback is on")
    try sound(0.5)
    try terminal.type("\u{1B}\u{7F}", andSee: "feedback is off")
    try run("sweep-echo 40", andSee: "the filter of the echo: high 40")
    try sound(0.5)
    try run("sweep-echo 0", andSee: "the filter of the echo: off")
    try terminal.type("r", andSee: "saved take 1: 2 hits, 4 lanes")

    try terminal.type("r", andSee: "recording")
    for level in ["-4", "-9"] {
      try run("mix music/gain \(level)", andSee: "music/gain is")
      try sound(0.5)
    }
    terminal.type("d")
    try run("scene 2", andSee: "scene 2 begins")
    try sound(0.5)
    try terminal.type("r", andSee: "saved take 1")
    try terminal.type("u", andSee: "undone: record layer 2")
    try run("take-mixer load", andSee: "the mixer of take 1")

    try run("seek 0:01", andSee: "at 00:01")
    try terminal.type("r", andSee: "recording")
    try run("sweep 60", andSee: "the filter of the music: high 60")
    try sound(1)
    try run("sweep 0", andSee: "the filter of the music: off")
    try run("mix music/gain -6", andSee: "music/gain is")
    try sound(0.5)
    try run("scene 2", andSee: "scene 2 begins")
    try sound(1)
    try terminal.type("r", andSee: "saved take 1")
    try run("take-mixer load", andSee: "the mixer of take 1")
    try terminal.expectQuit()

    let take = try #require(TakeStore(folder: sandbox.file(StoredTake.folder)).all().takes.first?.take)
    let addresses = Set(take.lanes.map(\.id.address))
    let expected = ["move/throw", "move/sweep", "move/feedback", "move/sweep-echo", "music/gain", "pads/pan"]
    #expect(addresses.isSuperset(of: expected), "\(addresses)")
    let gains = take.lanes.filter { $0.id.address == "music/gain" }.flatMap(\.values)
    #expect(gains.contains(-6) && !gains.contains(-9), "\(gains)")
    #expect(take.lanes.contains { $0.id.address == "move/sweep" && $0.values.contains(-80) })
    #expect(take.lanes.contains { $0.id.address == "move/sweep" && $0.values.contains(60) })

    let heard = try heard("a.wav", kit: "DrumDub")
    let result = try sandbox.run(["export", take.id, "-o", "mix.wav", "--format", "float"])
    #expect(result.status == 0 && result.errorLines.isEmpty, "\(result.errorLines)")
    let mix = try frames("mix.wav")
    #expect(mix.count >= 30 * 48_000)
    #expect(difference(heard[..<(30 * 48_000)], mix) < -120)
  }
}
