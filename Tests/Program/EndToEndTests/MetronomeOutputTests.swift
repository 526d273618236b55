import Glibc
import HeardSound
import SystemBase
import TestSupport
import Testing

/// The metronome on a device of its own.
@Suite(.quiet) struct MetronomeOutputTests {
  // MARK: Files, whose frames are exact

  /// The metronome has 120 beats per minute, as the music has impulses.
  @Test func metronomeMovesToASeparateFileAndBackWhileMusicPlays() throws {
    let sandbox = try Sandbox()
    try TestTrack(impulsesEvery: 24_000, seconds: 60).write(to: "a.wav", in: sandbox)
    let terminal = try sandbox.terminal(
      "--plain", "--output", "file:mix.wav", "--click-output", "file:click.wav", "--stats", "stats", "a.wav")
    try terminal.wait(for: "the metronome is heard on file:click.wav only")
    try terminal.wait(for: "playing: 1 of 1")
    try terminal.type(":metronome\r", andSee: "metronome on")
    try sandbox.waitForSound(4, in: "click.wav", terminal)
    try terminal.type(":click-output\r", andSee: "the metronome is heard in the main output")
    try sandbox.waitForSound(2, in: "mix.wav", terminal)
    try terminal.expectQuit()
    let mix = try FloatWAV(sandbox.file("mix.wav")).frames
    let clicks = try FloatWAV(sandbox.file("click.wav")).frames.map(\.x).onsets
    // An impulse is shorter than 20 frames, a click than 1,440.
    let music = mix.map(\.x).onsets
    let withClick = music.filter { start in
      mix[(start + 200)..<min(start + 1_000, mix.count)].contains { abs($0.x) > 0.01 }
    }
    #expect(withClick.count >= 2 && music.count - withClick.count >= 4, "\(music), \(withClick)")
    #expect(clicks.count >= 4)
    // Both files begin at a time of their own; the distances are those of the beats. A busy machine may lose some. The first
    // beat is planned when the new output has reported its clock once, and the machine may have been late then.
    for (one, next) in zip(clicks.dropFirst(), clicks.dropFirst(2)) {
      #expect(abs(((next - one) + 12_000) % 24_000 - 12_000) <= 1, "\(clicks)")
    }
    let stats = String(decoding: try FileBytes.read(sandbox.file("stats"), limit: 10_000), as: UTF8.self)
    #expect(stats.contains("\"lostBeats\":"), "\(stats)")
  }

  @Test func metronomeDeviceChangeDropsNoFrameOfTheMusic() throws {
    let sandbox = try Sandbox()
    let track = TestTrack(seed: 97, seconds: 60)
    try track.write(to: "a.wav", in: sandbox)
    let terminal = try sandbox.terminal("--plain", "--output", "file:mix.wav", "a.wav")
    try terminal.wait(for: "playing: 1 of 1")
    for device in ["null", "file:click.wav", "null"] {
      try terminal.type(":click-output \(device)\r", andSee: "the metronome is heard on \(device) only")
      try terminal.type(":metronome\r", andSee: "metronome on")
      try sandbox.waitForSound(0.5, in: "mix.wav", terminal)
      try terminal.type(":metronome\r", andSee: "metronome off")
      try terminal.type(":click-output\r", andSee: "the metronome is heard in the main output")
    }
    try terminal.expectQuit()
    let mix = try FloatWAV(sandbox.file("mix.wav")).frames
    let start = try #require(mix.first(above: 0))
    // Without a fade at the end.
    let end = try #require(mix.lastIndex { $0 != .zero }) - 4_800
    #expect(end - start > 48_000 && mix[start..<end] == track.frames[0..<(end - start)])
  }

  @Test func unwritableFileLeavesTheMetronomeSilentAndIsReported() throws {
    let sandbox = try Sandbox()
    try TestTrack(impulsesEvery: 24_000, seconds: 20).write(to: "a.wav", in: sandbox)
    let terminal = try sandbox.terminal(
      "--plain", "--output", "file:mix.wav", "--click-output", "file:away/click.wav", "a.wav")
    try terminal.wait(for: "the metronome is silent: ")
    try terminal.wait(for: "away/click.wav")
    try terminal.type(":click-output file:mix.wav\r", andSee: "the music is written there")
    try terminal.type(":click-output nowhere\r", andSee: "click-output")
    try terminal.type(":metronome\r", andSee: "metronome on")
    try sandbox.waitForSound(2, in: "mix.wav", terminal)
    try terminal.expectQuit()
    let mix = try FloatWAV(sandbox.file("mix.wav")).frames
    for start in mix.map(\.x).onsets {
      #expect(
        mix[min(start + 200, mix.count)..<min(start + 1_000, mix.count)].allSatisfy { abs($0.x) < 0.01 })
    }
  }
}

/// The metronome on the second sink of a sound server.
@Suite(.waiting, .enabled(if: SoundServer.mayRun, "pulseaudio is not installed"))
struct MetronomeSinkTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try TestTrack(impulsesEvery: 24_000, seconds: 120).write(to: "a.wav", in: sandbox)
  }

  private func start(_ server: SoundServer) throws -> PseudoTerminal {
    let terminal = try sandbox.terminal(
      "--plain", "--output", "pulse:speakers", "--click-output", "pulse:phones", "--stats", "stats", "a.wav",
      environment: server.environment)
    try terminal.wait(for: "the metronome is heard on pulse:phones only")
    try terminal.wait(for: "playing: 1 of 1")
    try terminal.type(":metronome\r", andSee: "metronome on")
    return terminal
  }

  /// Records a number of seconds of a sink. Returns the left sides of each pair of channels.
  private func record(
    _ server: SoundServer, _ sink: String, seconds: Double,
    channels: [String] = ["front-left", "front-right"]
  ) throws
    -> [[Float]]
  {
    let file = "\(sink).raw"
    unlink(sandbox.file(file).shown)
    let listener = try server.listen(to: sink, file: file, channels: channels)
    defer {
      kill(listener, SIGTERM)
      waitpid(listener, nil, 0)
    }
    let wanted = Int(seconds * 48_000) * channels.count * MemoryLayout<Float>.size
    try Wait.until("sound of \(sink)") { sandbox.size(of: file) >= wanted }
    let frames = FloatWAV.frames(try FileBytes.read(sandbox.file(file), limit: 1 << 28)[...])
    let pairs = channels.count / 2
    return (0..<pairs).map { pair in
      stride(from: pair, to: frames.count - pairs, by: pairs).map { frames[$0].x }
    }
  }

  /// Waits until a recording of three seconds has most of its six clicks: a busy machine loses some.
  private func hearClicks(_ server: SoundServer, _ sink: String) throws {
    try Wait.until("clicks on \(sink)") { try record(server, sink, seconds: 3)[0].onsets.count >= 4 }
  }

  /// Both sinks are channels of one, so that one recording has both.
  @Test func musicAndMetronomeAreInTimeOnSeparateSinks() throws {
    let channels = ["front-left", "front-right", "rear-left", "rear-right"]
    let server = try SoundServer(
      sandbox, sinks: [],
      modules: [
        "module-null-sink sink_name=stage channels=4 channel_map=\(channels.joined(separator: ",")) rate=48000 "
          + "format=float32le norewinds=1",
        "module-remap-sink sink_name=speakers master=stage channels=2 remix=no channel_map=front-left,front-right "
          + "master_channel_map=front-left,front-right",
        "module-remap-sink sink_name=phones master=stage channels=2 remix=no channel_map=front-left,front-right "
          + "master_channel_map=rear-left,rear-right",
      ])
    let terminal = try start(server)
    // A busy machine may interrupt the sound, and a click that is cut looks like music: other seconds are recorded then.
    var heard = Separation()
    try Wait.until("clicks in time on their own sink", told: { "\(heard)" }) {
      heard = try separation(record(server, "stage", seconds: 8, channels: channels))
      return heard.clicks > 8 && abs(heard.offset) < 10 && heard.isComplete
    }
    try terminal.expectQuit()
  }

  /// What a recording of both sinks has.
  private struct Separation {
    /// The number of whole clicks, or of sounds of the music if there are fewer.
    var clicks = 0
    /// The milliseconds by which the middle click is later than the music.
    var offset = 0.0
    /// The sounds of the music's side that last as long as a click, and those of the clicks' side that are shorter.
    var clicksInMusic = 0
    var musicInClicks = 0

    /// Whether neither side has sound of the other.
    var isComplete: Bool { clicksInMusic == 0 && musicInClicks == 0 }
  }

  private func separation(_ sides: [[Float]]) -> Separation {
    let (music, clicks) = (sides[0].onsets, sides[1].onsets)
    func lasts(_ start: Int, on side: [Float], above level: Float) -> Bool {
      side[(start + 200)..<(start + 1_000)].contains { abs($0) > level }
    }
    var heard = Separation()
    heard.clicksInMusic = music.count { $0 + 1_000 < sides[0].count && lasts($0, on: sides[0], above: 1e-3) }
    // An interrupted click has a quiet rest, which is no music either.
    let loud = clicks.filter { start in
      start + 1_000 < sides[1].count && sides[1][start..<(start + 200)].contains { abs($0) > 0.1 }
    }
    heard.musicInClicks = loud.count { !lasts($0, on: sides[1], above: 0.01) }
    heard.clicks = min(loud.count, music.count)
    let offsets = clicks.compactMap { click in music.map { click - $0 }.min { abs($0) < abs($1) } }.sorted()
    heard.offset = offsets.isEmpty ? 0 : Double(offsets[offsets.count / 2]) / 48
    return heard
  }

  @Test func removedSinkSilencesTheMetronomeUntilPluggedInAgain() throws {
    let server = try SoundServer(sandbox, sinks: ["speakers", "phones"])
    let terminal = try start(server)
    var seen = terminal.output.count
    try server.unplug("phones")
    try terminal.wait(for: "the metronome is silent: phones is gone, waiting for it", from: seen)
    // With the music paused, the metronome would be heard alone.
    try terminal.type(" ", andSee: "paused at")
    let alone = try record(server, "speakers", seconds: 2.5)[0]
    #expect(alone.suffix(72_000).allSatisfy { abs($0) < 1e-3 })
    seen = terminal.output.count
    try server.plug("phones")
    try terminal.wait(for: "the metronome is heard on pulse:phones again", from: seen)
    try hearClicks(server, "phones")
    seen = terminal.output.count
    terminal.type(":click-output\r")
    try terminal.wait(for: "the metronome is heard in the main output", from: seen)
    try hearClicks(server, "speakers")
    #expect((try record(server, "phones", seconds: 2)[0]).onsets.isEmpty)
    try terminal.expectQuit()
  }
}

extension [Float] {
  /// Where sounds begin after silence.
  fileprivate var onsets: [Int] {
    var (silence, list) = (0, [Int]())
    for (index, sample) in enumerated() {
      if abs(sample) < 1e-3 {
        silence += 1
      } else {
        if silence > 1_000 { list.append(index) }
        silence = 0
      }
    }
    return list
  }
}
