import AudioBase
import AudioFiles
import Dubbing
import MixEngine

/// How exact takes are: what is stored, what is played, and how fast a long one opens.
struct TakesPart {
  private static let longTake = 100_000
  private static let playedHits = 10_000

  /// In each of four runs of the program.
  private static let hits = 250

  func measure() throws(Failure) -> PartResult {
    var result = PartResult()
    result.figures += [try opening(), try playback()]
    for (output, speed, moves) in [
      ("file", 1.0, true), ("fifo", 1.0, false), ("file", 0.5, false), ("file", 2.0, false),
    ] {
      let run = try TakeRun(output: output, speed: speed, moves: moves)
      let hits = TakesPart.hits
      let errors = try run.measure(hits: hits)
      let what = "\(output):, speed \(speed)\(moves ? ", with seeks and a loop" : "")"
      result.figures.append(
        Figure(
          part: .takes, what: "stored against heard, worst of \(errors.count) hits, \(what)", unit: "ms",
          value: (errors.max() ?? .infinity) * 1000, goal: .atMost(1)))
      if errors.count < hits {
        result.failures.append("takes: \(hits - errors.count) hits of \(what) are not stored")
      }
    }
    return result
  }

  private func opening() throws(Failure) -> Figure {
    let folder = try ScratchFolder()
    let path = FilePath(folder.file("long.dub"))
    var random = SeededRandom(seed: 4)
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
    var times: [Double] = []
    do throws(AudioError) {
      try FileBytes.replace(path, with: TakeFile.encode(take))
      for _ in 0..<9 {
        let start = HostTime.now
        let plan = HitPlan(TakeCompiler.hits(of: try TakeFile.read(path)))
        times.append(HostTime.now.seconds(since: start))
        precondition(plan.count == TakesPart.longTake)
      }
    } catch {
      throw Failure(error)
    }
    return Figure(
      part: .takes, what: "opening a take of 100,000 hits, ready to play", unit: "ms",
      value: times.median * 1000,
      goal: .atMost(150))
  }

  /// On a track whose every frame tells its own place.
  private func playback() throws(Failure) -> Figure {
    var random = SeededRandom(seed: 5)
    let frames = Set((0..<TakesPart.playedHits).map { _ in Int.random(in: 200...850_000, using: &random) })
      .sorted()
    let offTheirFrames = PlaybackRun(frames: frames).wrong()
    return Figure(
      part: .takes, what: "hits of \(frames.count) that play on another frame than their own", unit: "hits",
      value: Double(offTheirFrames), goal: .atMost(0))
  }
}
