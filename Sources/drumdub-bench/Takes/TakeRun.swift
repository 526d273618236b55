import AudioBase
import AudioFiles
import FoundationEssentials
import Glibc

/// The program recording keys that come at known times, its sound kept beside: what was heard when follows from both.
final class TakeRun {
  private let home: ScratchFolder
  private let terminal: PseudoTerminal
  private let child: Child
  private let speed: Double
  private let moves: Bool
  private let sound: RecordedSound
  private var random = SeededRandom(seed: 6)

  /// - Parameters:
  ///   - output: `file` or `fifo`.
  ///   - moves: whether is sought and a range repeated meanwhile.
  init(output: String, speed: Double, moves: Bool) throws(Failure) {
    self.speed = speed
    self.moves = moves
    home = try ScratchFolder()
    terminal = try PseudoTerminal()
    try TakeRun.write(speed == 1 ? PlaceTrack.frames : BurstTrack.frames, to: home.file("track.wav"))
    let kit = try TakeRun.makeKit(in: home)
    sound = try RecordedSound(path: home.file("sound"), isPipe: output == "fifo")
    child = try Child(
      try ProgramFinder.drumdub(),
      [
        "--output", "\(output):\(home.file("sound"))", "--kit", kit, "--speed", "\(speed)", "--trace-hits",
        home.file("trace"), "--music-level", "0", "--replaygain", "off", "--held-key", "repeat",
        home.file("track.wav"),
      ], environment: home.environment, terminal: terminal.name)
    _ = try terminal.wait(for: ["silence", "playing"])
  }

  deinit { child.end(draining: terminal) }

  /// - Returns: by how many seconds of the track each stored hit is off.
  func measure(hits: Int) throws(Failure) -> [Double] {
    pass(0.5)
    terminal.type("r")
    pass(0.5)
    for number in 0..<hits {
      terminal.type("a")
      pass(Double.random(in: 0.011...0.021, using: &random))
      if moves && number % 60 == 59 {
        // Five seconds back.
        terminal.type("\u{1B}[D")
        pass(0.6)
      }
      if moves && number == hits / 3 { terminal.type("(") }
      if moves && number == hits / 2 { terminal.type(")") }
    }
    pass(0.5)
    terminal.type("r")
    pass(0.8)
    terminal.type("q")
    while !child.hasEnded { pass(0.02) }
    return try compare()
  }

  private func pass(_ seconds: Double) {
    let end = HostTime.now.advanced(bySeconds: seconds)
    while HostTime.now < end {
      _ = terminal.read(milliseconds: 1)
      sound.take()
    }
  }

  private func compare() throws(Failure) -> [Double] {
    let output = try sound.frames()
    let places = speed == 1 ? output.map(PlaceTrack.place) : BurstTrack.places(output)
    let stored = try StoredHits(folder: home.file("data/drumdub/takes")).frames
    let traced = try HitLine.read(home.file("trace"))
    var errors: [Double] = []
    var next = 0
    for line in traced {
      let heard = Double(line.frame) - Double(line.heardNs - line.readNs) * 48e-6
      let index = Int(heard.rounded())
      guard next < stored.count, places.indices.contains(index), places[index] >= 0 else { continue }
      errors.append(Double(abs(stored[next] - places[index])) / 48_000)
      next += 1
    }
    return errors
  }

  // MARK: Files

  private static func write(_ frames: [Frame], to path: String) throws(Failure) {
    do throws(AudioError) {
      let writer = try SndfileWriter(path: FilePath(path), sampleRate: .standard, encoding: .wavFloat)
      try frames.withUnsafeBufferPointer(writer.write)
      try writer.close()
    } catch {
      throw Failure(error)
    }
  }

  /// A kit of one silent pad: the sound tells of the track alone.
  private static func makeKit(in home: ScratchFolder) throws(Failure) -> String {
    let folder = try home.makeFolder("kit")
    try write([Frame](repeating: .zero, count: 16), to: "\(folder)/silence.wav")
    let pad = #"{"number":1,"name":"silence","layers":[{"samples":["silence.wav"]}]}"#
    try home.write(
      #"{"format":"drumdub-kit","version":1,"name":"silence","pads":[\#(pad)]}"#, to: "kit/kit.json")
    return folder
  }
}

/// A line of `--trace-hits`.
private struct HitLine: Decodable {
  var readNs: Int64
  var frame: Int
  var heardNs: Int64
  var take: Bool?

  /// Without what takes struck.
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
