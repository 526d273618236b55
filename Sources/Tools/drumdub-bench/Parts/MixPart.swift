/// Measures the mixing of voices by the engine against the same loop in C.
struct MixPart {
  private static let rounds = 15
  private static let blocks = [64, 128, 256]

  /// Samples of a second are read from memory; short ones stay in the cache, so that the arithmetic is compared.
  private static let lengths = [("from memory", 48_000), ("from cache", 512)]

  func measure() -> PartResult {
    var result = PartResult()
    for (place, length) in MixPart.lengths {
      let race = MixRace(sampleLength: length)
      let times = race.run(blocks: MixPart.blocks, rounds: MixPart.rounds)
      result.figures += zip(MixPart.blocks, times).map { figure("blocks of \($0), samples \(place)", $1) }
    }
    return result
  }

  private func figure(_ what: String, _ times: MixRace.Times) -> Figure {
    Figure(
      part: .mix, what: "\(MixRace.voices) voices, \(what)", unit: "× real time",
      value: MixRace.seconds / times.ours.median, peer: "C", peerValue: MixRace.seconds / times.theirs.median,
      ratio: zip(times.ours, times.theirs).map { $1 / $0 }.median, goal: .ratioAtLeast(0.95))
  }
}
