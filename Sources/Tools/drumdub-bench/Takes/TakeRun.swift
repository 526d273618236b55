import AudioBase
import AudioFiles
import Dubbing
import FoundationEssentials
import Glibc
import SystemBase

/// Runs the program while it records keys of known times, and stores its sound: both give the frame that was heard with
/// each key. Meanwhile the track is joined to itself, loops and is sought in.
final class TakeRun {
  enum Output: String, CaseIterable {
    case file = "file:"
    case fifo = "fifo:"
    case server = "PulseAudio"
  }

  /// The keys of eight pads in turn, so that a missing hit is noticed.
  private static let keys = Array("asdfjkl;")

  private let home: ScratchFolder
  private let terminal: PseudoTerminal
  private let server: SoundServer?
  private let recorder: Child?
  private let child: Child
  private let output: Output
  private let speed: Double
  private let sound: RecordedSound
  private var random = SeededGenerator(seed: 6)
  private var struck = 0

  init(output: Output, speed: Double) throws(Failure) {
    (self.output, self.speed) = (output, speed)
    let home = try ScratchFolder()
    self.home = home
    terminal = try PseudoTerminal()
    try TakeRun.write(BurstTrack.frames, to: home.file("track.wav"))
    let kit = try TakeRun.makeKit(in: home)
    sound = try RecordedSound(path: home.file("sound"), isPipe: output != .file)
    server = try output == .server ? SoundServer(try TakeRun.program("pulseaudio")) : nil
    recorder = try server.map { (server) throws(Failure) in try TakeRun.recorder(of: server, in: home) }
    let name = output == .server ? "alsa" : "\(output.rawValue)\(home.file("sound"))"
    child = try Child(
      try ProgramFinder.drumdub(),
      [
        "--output", name, "--kit", kit, "--speed", "\(speed)", "--trace-hits", home.file("trace"),
        "--stats", home.file("statistics"),
        "--music-level", "0", "--replaygain", "off", "--held-key", "repeat", home.file("track.wav"),
      ],
      environment: home.environment + (server?.environment ?? [])
        + ["ALSA_CONFIG_PATH=\(try TakeRun.alsa(in: home, isServer: output == .server))"],
      terminal: terminal.name)
    _ = try terminal.wait(for: ["silence", "playing"])
  }

  deinit {
    child.end(draining: terminal)
    recorder?.end()
  }

  struct Outcome {
    /// The error of each stored hit in seconds of the track, for hits whose position in the output is certain.
    var errors: [Double] = []
    /// The number of such hits that are not stored.
    var lost = 0
    /// The underruns; the bursts around them give no position.
    var underruns: Int
  }

  func measure() throws(Failure) -> Outcome {
    // At a high speed the run is longer, for the same number of hits.
    let share = max(1, speed)
    terminal.type("y")
    passTrack(1)
    terminal.type("r")
    pass(0.3)
    // Past the end, where the track is joined to itself.
    strike(forTrackSeconds: BurstTrack.seconds * share.rounded(.up) + 0.7)
    terminal.type("(")
    strike(forTrackSeconds: 4)
    terminal.type(")")
    strike(forTrackSeconds: 12 * share)
    terminal.type("\\")
    strike(forTrackSeconds: 0.5)
    // Five seconds back.
    terminal.type("\u{1B}[D")
    strike(forTrackSeconds: 6 * share)
    pass(0.5)
    terminal.type("r")
    pass(0.8)
    terminal.type("q")
    while !child.hasEnded { pass(0.02) }
    return try compare()
  }

  private func strike(forTrackSeconds seconds: Double) {
    let end = HostTime.now.advanced(bySeconds: seconds / speed)
    while HostTime.now < end {
      terminal.type(String(TakeRun.keys[struck % TakeRun.keys.count]))
      struck += 1
      pass(Double.random(in: 0.011...0.021, using: &random))
    }
  }

  private func passTrack(_ seconds: Double) { pass(seconds / speed) }

  private func pass(_ seconds: Double) {
    let end = HostTime.now.advanced(bySeconds: seconds)
    while HostTime.now < end {
      _ = terminal.read(milliseconds: 1)
      sound.readAvailable()
    }
  }

  private func compare() throws(Failure) -> Outcome {
    var outcome = Outcome(underruns: try SoakCounters(path: home.file("statistics")).underruns)
    let places = BurstTrack.places(try sound.frames(), speed: speed)
    let stored = try StoredHits(folder: home.file("data/drumdub/takes"))
    let heard: ((HostTime) -> Int)? = output == .server ? try sound.heardFrame() : nil
    var next = 0
    for line in try HitLine.read(home.file("trace")) {
      let index = heard?(HostTime(nanoseconds: line.readNs)) ?? line.heardFrame
      let place = places.indices.contains(index) ? places[index] : -1
      if next < stored.pads.count, stored.pads[next] == line.pad {
        if place >= 0 {
          outcome.errors.append(Double(BurstTrack.distance(stored.frames[next], place)) / 48_000)
        }
        next += 1
      } else if place >= 0 {
        outcome.lost += 1
      }
    }
    return outcome
  }

  // MARK: Files and programs

  private static func program(_ name: String) throws(Failure) -> String {
    guard let path = ProgramFinder.find(name) else { throw Failure("\(name) is not installed") }
    return path
  }

  private static func recorder(of server: SoundServer, in home: ScratchFolder) throws(Failure) -> Child {
    try Child(
      try program("parec"),
      [
        "--latency-msec=4", "--raw", "--rate=48000", "--channels=2", "--format=float32le",
        "--device=speakers.monitor",
      ], environment: home.environment + server.environment, output: home.file("sound"))
  }

  private static func alsa(in home: ScratchFolder, isServer: Bool) throws(Failure) -> String {
    if !isServer { return "/usr/share/alsa/alsa.conf" }
    try home.write("</usr/share/alsa/alsa.conf>\npcm.!default { type pulse }\n", to: "alsa.conf")
    return home.file("alsa.conf")
  }

  private static func write(_ frames: [Frame], to path: String) throws(Failure) {
    do throws(FileError) {
      let writer = try SndfileWriter(path: FilePath(path), sampleRate: .standard, encoding: .wavFloat)
      try frames.withUnsafeBufferPointer(writer.write)
      try writer.close()
    } catch {
      throw Failure(error)
    }
  }

  /// Makes a kit of silent pads, so that the output contains the track alone.
  private static func makeKit(in home: ScratchFolder) throws(Failure) -> String {
    let folder = try home.makeFolder("kit")
    try write([Frame](repeating: .zero, count: 16), to: "\(folder)/silence.wav")
    let pads = (1...keys.count).map {
      #"{"number":\#($0),"name":"silence","layers":[{"samples":["silence.wav"]}]}"#
    }
    try home.write(
      #"{"format":"drumdub-kit","version":1,"name":"silence","pads":[\#(pads.joined(separator: ","))]}"#,
      to: "kit/kit.json")
    return folder
  }
}

/// A line of `--trace-hits`.
private struct HitLine: Decodable {
  var pad: Int
  var readNs: Int64
  var frame: Int
  var heardNs: Int64
  var take: Bool?

  /// The frame of the output that was heard when the key was read.
  var heardFrame: Int { Int((Double(frame) - Double(heardNs - readNs) * 48e-6).rounded()) }

  /// Reads the hits of keys; those of takes are left out.
  static func read(_ path: String) throws(Failure) -> [HitLine] {
    do {
      let bytes = try FileBytes.read(FilePath(path), limit: 1 << 24)
      let lines = try bytes.split(separator: UInt8(ascii: "\n")).map {
        try JSONDecoder().decode(HitLine.self, from: Data($0))
      }
      return lines.filter { $0.take != true }
    } catch {
      throw Failure("the hits' trace cannot be read")
    }
  }
}

/// The hits of the only take in a folder, per layer.
struct StoredHits {
  let frames: [Int]
  let pads: [Int]

  init(folder: String) throws(Failure) {
    let found = TakeStore(folder: FilePath(folder)).all()
    guard let take = found.takes.first?.take else { throw Failure("no take was saved") }
    frames = take.layers.flatMap(\.hits.frames)
    pads = take.layers.flatMap(\.hits.pads)
  }
}
