import AudioBase
import AudioFiles
import Dubbing
import Glibc
import SystemBase
import TrackFeed

/// Runs the program on a sound server whose monitor is its microphone: calibrates the input, and records a track of
/// clicks with it.
final class InputRun {
  struct Outcome {
    /// The seconds by which each click of the track is late in the layer.
    var errors: [Double] = []
    var underruns = 0
  }

  private static let trackSeconds = 40
  /// The seconds that are recorded.
  private static let seconds = 15.0
  private static let switchInput = "\u{1B}[18~"
  private static let redraw = "\u{0C}"

  private let home: ScratchFolder
  private let terminal: PseudoTerminal
  private let server: SoundServer
  private let child: Child
  /// The frames of the track at which its clicks begin.
  private let clicks: [Int]

  init() throws(Failure) {
    guard let pulse = ProgramFinder.find("pulseaudio") else { throw Failure("pulseaudio is not installed") }
    home = try ScratchFolder()
    terminal = try PseudoTerminal()
    server = try SoundServer(pulse)
    clicks = InputRun.places()
    try InputRun.write(clicks, to: home.file("track.wav"))
    try home.write("</usr/share/alsa/alsa.conf>\npcm.!default { type pulse }\n", to: "alsa.conf")
    child = try Child(
      try ProgramFinder.drumdub(),
      [
        "--output", "alsa", "--input", "alsa", "--stats", home.file("statistics"), "--music-level", "0",
        "--replaygain", "off", home.file("track.wav"),
      ],
      environment: home.environment + server.environment + ["ALSA_CONFIG_PATH=\(home.file("alsa.conf"))"],
      terminal: terminal.name)
    _ = try terminal.wait(for: ["playing"])
  }

  deinit { child.end(draining: terminal) }

  func measure() throws(Failure) -> Outcome {
    terminal.type(":")
    pass(0.5)
    terminal.type("calibrate-input\r")
    try waitForScreen("stored")
    terminal.type(InputRun.switchInput)
    // The empty cells of the level display.
    try waitForScreen("░░")
    terminal.type(" ")
    pass(1)
    terminal.type("r")
    pass(InputRun.seconds)
    terminal.type("r")
    try waitForScreen("saved")
    terminal.type("q")
    while !child.hasEnded { pass(0.02) }
    return try compare()
  }

  /// Waits until a redrawn screen has a word: an update may skip letters that stay as they are.
  private func waitForScreen(_ word: String) throws(Failure) {
    for _ in 0..<60 {
      terminal.type(InputRun.redraw)
      if (try? terminal.wait(for: [word], seconds: 0.5)) != nil { return }
    }
    throw Failure("the screen never showed \(word)")
  }

  private func pass(_ seconds: Double) {
    let end = HostTime.now.advanced(bySeconds: seconds)
    while HostTime.now < end { _ = terminal.read(milliseconds: 5) }
  }

  // MARK: The track

  /// Returns places at irregular distances, so that no click is mistaken for another.
  private static func places() -> [Int] {
    var random = SeededGenerator(seed: 12)
    var places: [Int] = []
    var place = 24_000
    while place < (trackSeconds - 1) * 48_000 {
      places.append(place)
      place += .random(in: 9_000...20_000, using: &random)
    }
    return places
  }

  private static let click: [Float] = (0..<480).map { index in
    let time = Double(index) / 48_000
    return Float(0.5 * sin(2 * .pi * 1_500 * time) * exp(-time * 800))
  }

  private static func write(_ clicks: [Int], to path: String) throws(Failure) {
    var frames = [Frame](repeating: .zero, count: trackSeconds * 48_000)
    for place in clicks {
      for (index, sample) in click.enumerated() { frames[place + index] = Frame(repeating: sample) }
    }
    do throws(FileError) {
      let writer = try SndfileWriter(path: FilePath(path), sampleRate: .standard, encoding: .wavFloat)
      try frames.withUnsafeBufferPointer(writer.write)
      try writer.close()
    } catch {
      throw Failure(error)
    }
  }

  // MARK: The layer

  private func compare() throws(Failure) -> Outcome {
    let folder = FilePath(home.file("data/drumdub/takes"))
    let take = TakeStore(folder: folder).all().takes.first?.take
    guard let clip = take?.layers.lazy.compactMap(\.audio).first else {
      throw Failure("no sound of the input was saved")
    }
    let sound = try samples(folder.appending(clip.file))
    var outcome = Outcome(underruns: try SoakCounters(path: home.file("statistics")).underruns)
    for click in clicks {
      // The beginning and the end of the recording may cut a click.
      let place = click - clip.start
      if place < 4_800 || place + 4_800 > sound.count { continue }
      outcome.errors.append(Double(InputRun.match(sound, around: place) - place) / 48_000)
    }
    return outcome
  }

  private func samples(_ path: FilePath) throws(Failure) -> [Float] {
    do throws(FileError) {
      let stream = try TrackStream(
        TrackLocation(path: path), rate: .standard, decoders: DecoderRegistry(),
        converters: SampleRateConverterMaker())
      return try stream.readAll(limit: FrameCount(seconds: 60, at: .standard)).map(\.x)
    } catch {
      throw Failure(error)
    }
  }

  /// Returns where the sound is most like a click, within 40 ms.
  private static func match(_ sound: [Float], around place: Int) -> Int {
    let places = (place - 1_920)...(place + 1_920)
    func likeness(_ place: Int) -> Float {
      zip(sound[place...], click[..<240]).reduce(0) { $0 + $1.0 * $1.1 }
    }
    return places.map { ($0, likeness($0)) }.max { $0.1 < $1.1 }?.0 ?? place
  }
}
