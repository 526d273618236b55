/// Measures the time from a key to its sound in a pipe.
struct LatencyPart {
  /// The keys of a run. With 12 per second, the four runs need a minute and a half.
  private static let keys = 250

  func measure() throws(Failure) -> PartResult {
    var result = PartResult()
    for timing in ["even", "tight"] {
      result.figures += try figures(timing, "idle")
      let cores = try BusyCores()
      defer { cores.end() }
      result.figures += try figures(timing, "every core busy")
    }
    return result
  }

  private func figures(_ timing: String, _ state: String) throws(Failure) -> [Figure] {
    let run = try LatencyRun(timing: timing)
    let seconds = try run.measure(keys: LatencyPart.keys)
    let told = try run.toldLatencies()
    let name = "key to sound, period 128, \(timing), \(state)"
    func figure(_ what: String, _ seconds: Double, _ bound: Double?) -> Figure {
      Figure(
        part: .latency, what: "\(name), \(what)", unit: "ms", value: seconds * 1000,
        goal: bound.map { .atMost($0) })
    }
    return [
      figure("median", seconds.median, 8), figure("p99", seconds.percentile(99), 12),
      figure(
        "p99 − p1 of heard − read", told.percentile(99) - told.percentile(1), timing == "even" ? 0.25 : nil),
    ]
  }
}
