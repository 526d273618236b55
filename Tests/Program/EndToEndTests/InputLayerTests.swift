import AudioBase
import AudioFiles
import Dubbing
import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// What an input captures while a track plays becomes a layer of the take.
@Suite(.quiet) struct InputLayerTests {
  /// Between two clicks of the input.
  private static let distance = 4_800

  private let sandbox: Sandbox
  private let track = TestTrack(seed: 81, seconds: 20, level: 0.05)

  init() throws {
    sandbox = try Sandbox()
    try track.write(to: "a.wav", in: sandbox)
    // Clicks of 5 frames that are not equal on both sides.
    var samples = [Int16](repeating: 0, count: 2 * 20 * 48_000)
    for click in stride(from: 0, to: 20 * 48_000 - 5, by: InputLayerTests.distance) {
      for (index, level) in [3_000, 9_000, 14_000, 9_000, 3_000].enumerated() {
        samples[2 * (click + index)] = Int16(level)
        samples[2 * (click + index) + 1] = Int16(-level / 2)
      }
    }
    try sandbox.write(samples.withUnsafeBytes { Array($0) }, to: "in.raw")
    try Tool.run(
      "sox",
      ["-D", "-t", "raw", "-r", "48000", "-e", "signed", "-b", "16", "-c", "2"]
        + ["in.raw", "in.wav"].map { sandbox.file($0).shown })
  }

  /// Plays the track and records the input until `seconds` of the output have passed.
  private func record(_ seconds: Double) throws -> PseudoTerminal {
    let terminal = try sandbox.terminal("--output", "file:live.wav", "--input", "file:in.wav", "a.wav")
    try terminal.wait(for: "playing")
    terminal.type("\u{1B}[18~")
    try terminal.wait(for: "input on: file:in.wav")
    // A recording that is started at once may begin with the track.
    try sandbox.waitForSound(0.5, in: "live.wav", terminal)
    terminal.type("r")
    try terminal.wait(for: "● take 1")
    try sandbox.waitForSound(seconds, in: "live.wav", terminal)
    return terminal
  }

  private func take() throws -> (take: Take, clip: AudioClip) {
    let take = try #require(TakeStore(folder: sandbox.file(StoredTake.folder)).all().takes.first?.take)
    return (take, try #require(take.layers.first?.audio))
  }

  private func frames(_ path: FilePath) throws -> [Frame] {
    let decoder = try DecoderRegistry().open(path)
    let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 8_192)
    defer { buffer.deallocate() }
    var samples: [Float] = []
    while true {
      let count = try decoder.read(into: buffer)
      if count == 0 { break }
      samples += buffer[..<(2 * count)]
    }
    return stride(from: 0, to: samples.count, by: 2).map { Frame(samples[$0], samples[$0 + 1]) }
  }

  /// The places of the clicks.
  private func clicks(in frames: [Frame]) -> [Int] {
    var places: [Int] = []
    var index = 2
    while index + 2 < frames.count {
      let part = frames[(index - 2)...(index + 2)].map(\.x)
      if part[2] > 0.25, part.max() == part[2] {
        places.append(index)
        index += 100
      }
      index += 1
    }
    return places
  }

  private func difference(_ one: some Collection<Frame>, _ other: some Collection<Frame>) -> Float {
    zip(one, other).reduce(0) { max($0, abs($1.0.x - $1.1.x), abs($1.0.y - $1.1.y)) }
  }

  @Test func capturedInputHasTheSamePositionInTakeExportAndStem() throws {
    let terminal = try record(3)
    terminal.type("r")
    try terminal.wait(for: "of the input, 0 hits")
    try terminal.expectQuit()

    let (take, clip) = try take()
    #expect(clip.start > 0 && clip.sampleRate == .standard && take.layers.count == 1)
    #expect((2 * 48_000...6 * 48_000).contains(clip.frames), "\(clip.frames)")
    let sound = try frames(sandbox.file(StoredTake.folder).appending(clip.file))
    #expect(sound.count == clip.frames)
    let places = clicks(in: sound)
    #expect(places.count >= clip.frames / InputLayerTests.distance - 1, "\(places)")
    for (one, next) in zip(places, places.dropFirst()) {
      #expect(abs(next - one - InputLayerTests.distance) <= 1, "\(one) \(next)")
    }

    let result = try sandbox.run(["export", take.id, "-o", "mix.wav", "--format", "float", "--stems"])
    #expect(result.status == 0 && result.errorLines.isEmpty, "\(result.errorLines)")
    let mix = try frames(sandbox.file("mix.wav"))
    let music = try frames(sandbox.file("mix-music.wav"))
    let layer = try frames(sandbox.file("mix-layer-1.wav"))
    #expect(difference(music, track.frames) < 1e-6, "the music is without the input")
    #expect(Array(layer[..<clip.start]).peak == 0)
    #expect(difference(layer[clip.start...], sound) < 1e-6)
    #expect(Array(layer[(clip.start + clip.frames)...]).peak == 0)
    #expect(difference(zip(music, layer).map { $0 + $1 }, mix) < 1e-6)
  }

  /// The number of kills: `$DRUMDUB_KILLS`, or a small default.
  @Test func killedInputRecordingLosesASecondAtMost() throws {
    let count = getenv("DRUMDUB_KILLS").flatMap { Int(String(cString: $0)) } ?? 2
    for round in 0..<count {
      FileBytes.remove(sandbox.file("live.wav"))
      try Tool.run("rm", ["-rf", sandbox.file(StoredTake.folder).shown])
      let seconds = 2 + 0.3 * Double(round % 8)
      let terminal = try record(seconds)
      terminal.signal(SIGKILL)
      try terminal.expectEnd(.signalled(SIGKILL))
      #expect(try sandbox.run(["takes", "--json"]).status == 0)
      let (take, clip) = try take()
      let kept = Double(clip.frames) / 48_000
      #expect(kept > seconds - 1, "round \(round): \(kept) of \(seconds) s")
      let sound = try frames(sandbox.file(StoredTake.folder).appending(clip.file))
      #expect(Double(sound.count) / 48_000 > seconds - 1, "round \(round)")
      let result = try sandbox.run(["export", take.id, "-o", "mix \(round).wav"])
      #expect(result.status == 0, "\(result.errorLines)")
    }
  }
}
