import AudioBase
import AudioFiles
import FoundationEssentials
import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// The way of a take through two starts, on the demo that a first start plays.
@Suite(.waiting) struct TakeDemoTests {
  private static let level: Double = -12

  private func start(_ sandbox: Sandbox, output: String) throws -> TmuxSession {
    try sandbox.tmux(
      "--output", "file:\(output)", "--music-level", "\(Int(Self.level))", "--replaygain", "off",
      environment: ["DRUMDUB_RESOURCES=\(Sandbox.checkout.appending("Resources").shown)"])
  }

  @Test func undoneLayerStaysUndoneAtTheNextStartAndCanBeRedone() throws {
    let sandbox = try Sandbox()
    let session = try start(sandbox, output: "first.wav")
    try session.wait(forAll: ["▶ playing", "First Light"])
    try sandbox.waitForSound(0.5, in: "first.wav")
    for (keys, hits) in [(["s", "d", "a"], 3), (["f", "l"], 2)] {
      try session.type("r")
      try session.wait(for: "● take 1")
      for key in keys {
        try sandbox.waitForSound(0.4, in: "first.wav")
        try session.type(key)
      }
      try sandbox.waitForSound(0.4, in: "first.wav")
      try session.type("r")
      try session.wait(for: "saved take 1: \(hits == 3 ? 3 : 5) hits")
    }
    try session.wait(for: "take 1 · 2 layers")
    try session.type("u")
    try session.wait(forAll: ["undone: record layer 2", "take 1 · 1 layer"])
    try session.expectQuit()

    let take = try StoredTake(in: sandbox)
    #expect(take.layers.map(\.pads) == [[2, 3, 1]] && take.history.layers.map(\.pads) == [[4, 7]])
    let hits = try heard(sandbox, until: try #require(take.layers[0].frames.last) + 72_000)
    #expect(hits.map(\.pad) == take.layers[0].pads && hits.map(\.velocity) == take.layers[0].velocities)
    #expect(hits.map(\.frame) == take.layers[0].frames)

    // What was undone comes back, even now.
    let again = try start(sandbox, output: "third.wav")
    try again.wait(for: "take 1 · 1 layer")
    try again.type("U")
    try again.wait(forAll: ["redone: record layer 2", "take 1 · 2 layers"])
    try again.expectQuit()
    #expect(try StoredTake(in: sandbox).layers.map(\.pads) == [[2, 3, 1], [4, 7]])
  }

  /// Starts again, plays from the beginning and takes the music out of what sounded. Returns the hits, by the demo's
  /// frames.
  private func heard(_ sandbox: Sandbox, until end: Int) throws -> [FoundHit] {
    let session = try start(sandbox, output: "second.wav")
    try session.wait(forAll: ["‖ paused", "First Light", "take 1 · 1 layer"])
    // Music waits for a kit for a second at most, and a busy machine may need longer to load it.
    try session.type(":kit DrumDub\r")
    try session.wait(for: "kit is DrumDub")
    try session.press("Home")
    try session.press("Enter")
    try session.wait(for: "▶ playing")
    try sandbox.waitForSound(Double(end) / 48_000 + 0.5, in: "second.wav")
    try session.expectQuit()
    let factor = Decibels(Self.level).factor
    let demo = try decode(Sandbox.checkout.appending("Resources/Demo/First Light.flac")).map { $0 * factor }
    let sound = try FloatWAV(sandbox.file("second.wav")).frames
    let first = try #require(demo.first(above: 1e-4))
    let start = try #require(sound.first(above: 1e-4)) - first
    try #require(sound.count >= start + end)
    var rest = Array(sound[start..<(start + end)])
    for index in rest.indices { rest[index] -= demo[index] }
    let (hits, remainder) = try HitFinder().find(in: rest)
    #expect(remainder.peak < HitFinder.floor)
    return hits
  }

  private func decode(_ path: FilePath) throws -> [Frame] {
    let decoder = try DecoderRegistry().open(path)
    try #require(decoder.format.channels == 2 && decoder.format.sampleRate == .standard)
    var samples: [Float] = []
    let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 8192)
    defer { buffer.deallocate() }
    while case let count = try decoder.read(into: buffer), count > 0 { samples += buffer[..<(2 * count)] }
    return stride(from: 0, to: samples.count, by: 2).map { Frame(samples[$0], samples[$0 + 1]) }
  }
}

/// The only take of a sandbox, read from its file.
struct StoredTake: Decodable {
  struct Layer: Decodable {
    var frames: [Int]
    var pads: [Int]
    var velocities: [Int]
    var lengths: [Int]
  }

  struct History: Decodable {
    var layers: [Layer] = []
  }

  var name: String
  var layers: [Layer]
  var history: History

  static let folder = "data/drumdub/takes"

  static func names(in sandbox: Sandbox, ending suffix: String = ".dub") throws -> [String] {
    let listed = try Tool.capture(
      "ls", [sandbox.file(folder).shown], environment: ["PATH=/usr/bin:/bin", "LC_ALL=C"])
    return listed.text.split(separator: "\n").map(String.init).filter { $0.hasSuffix(suffix) }
  }

  init(in sandbox: Sandbox) throws {
    let names = try StoredTake.names(in: sandbox)
    try #require(names.count == 1)
    let bytes = try FileBytes.read(sandbox.file("\(StoredTake.folder)/\(names[0])"), limit: 1 << 20)
    self = try JSONDecoder().decode(StoredTake.self, from: Data(bytes))
  }
}
