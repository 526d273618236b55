import AudioBase
import BenchmarkInputs
import Dubbing
import Glibc
import SystemBase

/// Measures recordings: where the sound of a calibrated input lands in a take, and what recordings of the output cost.
enum InputPart {
  static func measure(_ report: Report) throws {
    if report.has(SoundServer.programs) { try measurePlaces(report) }
    let home = try ScratchFolder()
    let track = try home.writeMusic(minutes: 1)
    func processor(_ options: [String]) throws -> Double {
      try TerminalRun(
        drumdub: options + ["--output", "null", track], home: ScratchFolder(), until: "playing"
      ).usage().processor
    }
    let plain = try processor([])
    for (name, file) in [("WAV", "out.wav"), ("FLAC", "out.flac")] {
      report.add(
        "processor for a recording of the output as \(name), beside playing",
        try processor(["--record", home.file(file)]) - plain, .percent, .atMost(0.5))
    }
  }

  /// Measures clicks of a track, captured from the monitor of the sound server that plays them.
  private static func measurePlaces(_ report: Report) throws {
    // A run without dropouts is looked for.
    var outcome = try InputRun().measure()
    for _ in 0..<2 where outcome.underruns > 0 { outcome = try InputRun().measure() }
    if outcome.underruns > 0 { report.fail("\(outcome.underruns) dropouts: places cannot be told exactly") }
    report.add(
      "click through a monitor against its place, of \(outcome.errors.count)", of: outcome.errors,
      .milliseconds,
      [(.median, nil), (.worst, .atMost(1))])
  }
}

/// Runs the program with a sound server's monitor as its microphone: calibrates it, and records a track of clicks.
private final class InputRun {
  private let server: SoundServer
  private let run: TerminalRun
  /// The frames of the track at which its clicks begin, at irregular distances, so that none is mistaken for another.
  private let clicks: [Int]

  init() throws {
    var (random, places, place) = (SeededGenerator(seed: 12), [Int](), 24_000)
    var frames = [Frame](repeating: .zero, count: 40 * 48_000)
    while place < frames.count - 48_000 {
      places.append(place)
      for frame in place..<place + 16 { frames[frame] = Frame(repeating: 0.5) }
      place += .random(in: 9_000...20_000, using: &random)
    }
    clicks = places
    let home = try ScratchFolder()
    server = try SoundServer()
    let track = try home.write(frames, to: "track.wav")
    run = try TerminalRun(
      drumdub: ["--output", "alsa", "--input", "alsa", "--music-level", "0", "--replaygain", "off", track],
      home: home, server.environment, until: "playing")
  }

  /// Returns the seconds by which each click is misplaced in the layer, and the underruns.
  func measure() throws -> (errors: [Double], underruns: Int) {
    run.type(":")
    run.terminal.pass(0.5)
    run.type("calibrate-input\r")
    try waitForScreen("stored")
    // F7 switches the input on.
    run.type("\u{1B}[18~")
    // The empty cells of the level display.
    try waitForScreen("░░")
    run.type(" ")
    run.terminal.pass(1)
    run.type("r")
    run.terminal.pass(15)
    run.type("r")
    try waitForScreen("saved")
    let underruns = try run.quit().underruns
    let folder = run.home.filePath("data/drumdub/takes")
    let take = TakeStore(folder: folder).all().takes.first?.take
    guard let clip = take?.layers.lazy.compactMap(\.audio).first else {
      throw Failure("no sound of the input was saved")
    }
    let sound = try DecodedSound.frames(of: folder.appending(clip.file), seconds: 60).map(\.x)
    // The beginning and the end of the recording may cut a click, which is looked for within 40 ms.
    let errors = clicks.map { $0 - clip.start }.filter { $0 >= 4_800 && $0 + 4_800 <= sound.count }.map {
      place in
      let onset = sound[(place - 1_920)...(place + 1_920)].firstIndex { $0 > 0.1 } ?? 0
      return FrameCount(abs(onset - place)).seconds(at: .standard)
    }
    return (errors, underruns)
  }

  /// Waits until a redrawn screen has a word: an update may skip letters that stay as they are.
  private func waitForScreen(_ word: String) throws {
    for _ in 0..<60 {
      run.type("\u{0C}")
      if (try? run.terminal.wait(for: word, seconds: 0.5)) != nil { return }
    }
    throw Failure("the screen never showed \(word)")
  }
}
