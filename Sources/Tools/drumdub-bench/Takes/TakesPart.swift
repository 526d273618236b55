import AudioAnalysis
import AudioBase
import AudioFiles
import Containers
import Dubbing
import MixEngine
import SystemBase

/// Measures long takes: opening one, and changing it in the timeline; and the waveform that the timeline shows.
enum TakesPart {
  private static let hits = 100_000

  static func measureOpening(_ report: Report) throws {
    let home = try ScratchFolder()
    let take = try makeTake("long", in: home, minutes: 10, hits: hits)
    let file = home.filePath("long.dub")
    try AtomicFile.replace(file, with: TakeFile.encode(take))
    try report.race("opening a take of \(hits) hits, ready to play", .milliseconds, rounds: 9, .atMost(150)) {
      try seconds { _ = HitSequence(TakeCompiler.hits(of: try TakeFile.read(file))) }
    }
  }

  /// Makes a track and its take, which has two layers of hits at random.
  @discardableResult
  static func makeTake(_ id: String, in home: ScratchFolder, minutes: Int, hits: Int) throws -> Take {
    let (path, rate) = (FilePath(try home.writeMusic(minutes: minutes, to: "\(id).flac")), SampleRate(44_100))
    let frames = FrameCount(seconds: Double(minutes) * 60, at: rate)
    let kit = FilePath(try ProgramFinder.resource("Kits/DrumDub/kit.json")).directory
    var take = Take(
      id: id, name: id,
      track: TrackReference(
        key: try TrackKeyReader.key(of: path), path: path, sampleRate: rate, frames: frames),
      kit: KitReference(name: "DrumDub", path: kit), tempo: TempoMap(bpm: 120, beats: [0]), created: 0)
    var random = SeededGenerator(seed: 6)
    for _ in 0..<2 {
      let places = (0..<hits / 2).map { _ in Int.random(in: 0..<frames.value, using: &random) }.sorted()
      take.addLayer(
        hits: HitColumns(
          places.map { frame in
            TakeHit(
              frame: frame, pad: .random(in: 1...8, using: &random),
              velocity: .random(in: 1...127, using: &random), sample: .random(in: 0...3, using: &random))
          }))
    }
    try TakeStore(folder: home.filePath("data/drumdub/takes")).save(take)
    return take
  }

  static func measureTimeline(_ report: Report) throws {
    let home = try ScratchFolder()
    try makeTake("long", in: home, minutes: 10, hits: hits)
    let run = try openTimeline(of: "long", in: home)
    // Keys that are typed in turn, and what each does.
    let rows = [
      [("Q", "quantising all hits"), ("u", "undoing it")], [("i", "zooming in"), ("o", "zooming out")],
      [("\u{1B}[1;2C", "a minute forward"), ("\u{1B}[1;2D", "a minute back")],
      [("\t", "the cursor to the next hit"), (".", "moving one hit")],
    ]
    for keys in rows {
      let answers = try run.answers(to: keys.map(\.0), count: 15 * keys.count).seconds
      for (index, (_, what)) in keys.enumerated() {
        let times = stride(from: index, to: answers.count, by: keys.count).map { answers[$0] }
        report.add(
          "from the key to the screen: \(what), \(hits) hits", of: times, .milliseconds,
          [(.median, .atMost(4))])
      }
    }
    try measureWaveform(report)
  }

  /// Starts the program with a track of `makeTake`, paused, and opens its timeline.
  private static func openTimeline(of id: String, in home: ScratchFolder) throws -> TerminalRun {
    let run = try TerminalRun(
      drumdub: ["--output", "null", home.file("\(id).flac")], home: home, until: "playing")
    run.type(" ")
    try run.terminal.wait(for: "paused")
    run.terminal.pass(2)
    run.type("g")
    try run.terminal.wait(for: "Timeline · \(id)")
    run.terminal.pass(2)
    return run
  }

  /// Measures many lanes below the timeline of the running program.
  static func measureLanes(_ report: Report, lanes: Int, points: Int) throws {
    let home = try ScratchFolder()
    var take = try makeTake("lanes", in: home, minutes: 10, hits: 1_000)
    var random = SeededGenerator(seed: 9)
    let frames = FrameCount(seconds: 600, at: SampleRate(44_100)).value
    take.setLanes(
      (1...lanes).map { pad in
        Lane(
          Lane.ID("pad \(pad)/gain"),
          (0..<points / lanes).map { _ in
            Lane.Point(.random(in: 0..<frames, using: &random), .random(in: -12...0, using: &random))
          })
      })
    try TakeStore(folder: home.filePath("data/drumdub/takes")).save(take)
    let run = try openTimeline(of: "lanes", in: home)
    run.type("I")
    run.terminal.pass(2)
    let rows = [(["I"], "all or none"), (["\u{1B}[1;2C", "\u{1B}[1;2D"], "a redraw"), (["\r"], "an edit")]
    for (keys, what) in rows {
      let answers = try run.answers(to: keys, count: 30)
      report.add(
        "time of the main thread for a key, \(lanes) lanes: \(what)", answers.main, .milliseconds, .atMost(5))
      report.add(
        "of all other threads, such as that which saves the take", answers.others, .milliseconds)
      report.add(
        "from that key to the screen: \(what)", of: answers.seconds, .milliseconds, [(.median, .atMost(20))])
    }
  }

  /// Measures the waveform and the peaks of a track against only decoding it, and opening them from the cache.
  private static func measureWaveform(_ report: Report) throws {
    let (minutes, home) = (10, try ScratchFolder())
    let track = FilePath(try home.writeMusic(minutes: minutes))
    let decoding = Peer(name: "decoding") {
      let decoder = try DecoderRegistry().open(track)
      let samples = UnsafeMutableBufferPointer<Float>.allocate(capacity: 8_192 * decoder.format.channels)
      defer { samples.deallocate() }
      return try seconds { while try decoder.read(into: samples) > 0 {} }
    }
    var openings: [Double] = []
    try report.race(
      "waveform and peaks of \(minutes) minutes of FLAC", .seconds, rounds: 5, beside: decoding,
      .ratioAtMost(1.2)
    ) {
      let cache = home.filePath("cache \(openings.count)")
      let time = try waveformTime(track, cache)
      openings.append(try waveformTime(track, cache))
      return time
    }
    report.add("opening them from the cache", openings.median, .milliseconds, .atMost(10))
  }

  /// Returns the seconds until a new store has the peaks.
  private static func waveformTime(_ track: FilePath, _ cache: FilePath) throws -> Double {
    let start = HostTime.now
    let arrival = WakeSignal()
    let store = WaveformStore(folder: cache, decoders: DecoderRegistry(), key: { _ in nil }) {
      arrival.wake()
    }
    defer { store.stop() }
    _ = store.waveform(of: track)
    let isThere = arrival.wait(milliseconds: 120_000)
    let time = HostTime.now.seconds(since: start)
    guard isThere, store.pyramid(of: track) != nil else { throw Failure("\(track.shown) has no peaks") }
    return time
  }
}
