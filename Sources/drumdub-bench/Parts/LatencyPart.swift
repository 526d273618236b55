/// From a key to its sound, as it arrives in a pipe.
struct LatencyPart {
  private static let keys = 500

  func measure() throws(Failure) -> PartResult {
    var result = PartResult()
    let idle = try LatencyRun().measure(keys: LatencyPart.keys)
    result.figures += figures("idle", idle)
    let cores = try BusyCores()
    let busy = try LatencyRun().measure(keys: LatencyPart.keys)
    cores.end()
    result.figures += figures("every core busy", busy)
    return result
  }

  private func figures(_ state: String, _ seconds: [Double]) -> [Figure] {
    [("median", seconds.median, 8.0), ("p99", seconds.percentile(99), 12)].map { name, value, bound in
      Figure(
        part: .latency, what: "key to sound, period 128, \(state), \(name)", unit: "ms", value: value * 1000,
        goal: .atMost(bound))
    }
  }
}
