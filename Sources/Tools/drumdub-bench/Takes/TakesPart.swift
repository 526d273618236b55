import Dubbing
import MixEngine
import SystemBase

/// Measures takes: how exactly hits are stored and played, and how fast a long take opens.
struct TakesPart {
  private static let longTake = 100_000
  private static let playedHits = 10_000
  /// The smallest number of hits with a certain position that a run needs.
  private static let fewest = 1000
  private static let attempts = 3

  func measure() throws(Failure) -> PartResult {
    var result = PartResult()
    result.figures += [try opening()] + (try finding()) + [try playback(), try recording(), try memory()]
    for output in TakeRun.Output.allCases {
      if output == .server, ProgramFinder.find("pulseaudio") == nil || ProgramFinder.find("parec") == nil {
        result.notes.append("takes: PulseAudio is not installed")
        continue
      }
      for speed in [0.5, 1, 2] { try measure(output, speed, &result) }
    }
    return result
  }

  /// Measures through a join, loop jumps and a seek.
  private func measure(
    _ output: TakeRun.Output, _ speed: Double, _ result: inout PartResult
  ) throws(Failure) {
    let outcome = try undisturbed(output, speed)
    let errors = outcome.errors
    let what = "\(output.rawValue), speed \(speed)"
    guard errors.count >= TakesPart.fewest else {
      result.failures.append(
        "takes: of \(what) only \(errors.count) hits can be compared, with \(outcome.underruns) dropouts")
      return
    }
    let (name, value) = output == .server ? ("median", errors.median) : ("worst", errors.max() ?? 0)
    result.figures.append(
      Figure(
        part: .takes, what: "stored against heard, \(name) of \(errors.count) hits, \(what)", unit: "ms",
        value: value * 1000, goal: .atMost(output == .server ? 5 : 1)))
    if outcome.underruns > 0 {
      result.failures.append("takes: \(what): \(outcome.underruns) dropouts: places cannot be told exactly")
    }
    if outcome.lost > 0 { result.failures.append("takes: \(outcome.lost) hits of \(what) are not stored") }
  }

  /// Repeats a run with underruns, since the stretcher is sometimes late on a busy machine.
  private func undisturbed(_ output: TakeRun.Output, _ speed: Double) throws(Failure) -> TakeRun.Outcome {
    var outcome = try TakeRun(output: output, speed: speed).measure()
    for _ in 1..<TakesPart.attempts where outcome.underruns > 0 {
      outcome = try TakeRun(output: output, speed: speed).measure()
    }
    return outcome
  }

  private func opening() throws(Failure) -> Figure {
    let folder = try ScratchFolder()
    let path = FilePath(folder.file("long.dub"))
    let take = longTake()
    var times: [Double] = []
    do throws(FileError) {
      try AtomicFile.replace(path, with: TakeFile.encode(take))
      for _ in 0..<9 {
        let start = HostTime.now
        let sequence = HitSequence(TakeCompiler.hits(of: try TakeFile.read(path)))
        times.append(HostTime.now.seconds(since: start))
        precondition(sequence.count == TakesPart.longTake)
      }
    } catch {
      throw Failure(error)
    }
    return Figure(
      part: .takes, what: "opening a take of 100,000 hits, ready to play", unit: "ms",
      value: times.median * 1000,
      goal: .atMost(150))
  }

  /// Measures the search for takes that delays the start of a track.
  private func finding() throws(Failure) -> [Figure] {
    let cases: [(what: String, own: Take?, others: Int)] = [
      ("in an empty folder", nil, 0), ("among 300", nil, 300), ("of 100,000 hits among 300", longTake(), 300),
    ]
    return try cases.map { (one) throws(Failure) in
      Figure(
        part: .takes, what: "finding a track's takes \(one.what)", unit: "ms",
        value: try TakeFinding(own: one.own, others: one.others).time() * 1000)
    }
  }

  /// Compares what a hit costs in a long recording and in a short one.
  private func recording() throws(Failure) -> Figure {
    let long = try recordingCost(after: TakesPart.longTake)
    let short = try recordingCost(after: 1_000)
    return Figure(
      part: .takes, what: "a hit added to a recording of 100,000 hits, on the main thread", unit: "µs",
      value: long * 1e6, peer: "of 1,000 hits", peerValue: short * 1e6, ratio: long / short,
      goal: .ratioAtMost(2))
  }

  private func recordingCost(after count: Int) throws(Failure) -> Double {
    let result = MainActor.assumeIsolated { () -> Result<Double, Failure> in
      Result { () throws(Failure) in
        let cost = try RecordingCost()
        defer { cost.stop() }
        return cost.seconds(after: count)
      }
    }
    return try result.get()
  }

  /// Compares the memory after many tracks with takes and after a few.
  private func memory() throws(Failure) -> Figure {
    let (first, last) = try TakeMemory(tracks: 250).measure()
    return Figure(
      part: .takes, what: "memory after 250 tracks with takes of 5,000 hits", unit: "MB", value: last,
      peer: "after 10", peerValue: first, ratio: last / first, goal: .ratioAtMost(1.2))
  }

  private func longTake() -> Take {
    var random = SeededGenerator(seed: 4)
    var take = Take(id: "long", name: "long", track: nil, created: 0)
    for _ in 0..<4 {
      var frame = 0
      take.addLayer(
        hits: HitColumns(
          (0..<(TakesPart.longTake / 4)).map { _ in
            frame += Int.random(in: 100...20_000, using: &random)
            return TakeHit(
              frame: frame, pad: .random(in: 1...8, using: &random),
              velocity: .random(in: 1...127, using: &random),
              sample: .random(in: 0...3, using: &random))
          }))
    }
    return take
  }

  /// Measures playback on a track whose every frame encodes its own position.
  private func playback() throws(Failure) -> Figure {
    var random = SeededGenerator(seed: 5)
    let frames = Set((0..<TakesPart.playedHits).map { _ in Int.random(in: 200...850_000, using: &random) })
      .sorted()
    let offTheirFrames = PlaybackRun(frames: frames).wrong()
    return Figure(
      part: .takes, what: "hits of \(frames.count) that play on another frame than their own", unit: "hits",
      value: Double(offTheirFrames), goal: .atMost(0))
  }
}
