import Glibc

/// From a key to its sound, as it arrives in a pipe.
struct LatencyPart {
  private static let keys = 500

  func measure() throws(Failure) -> PartResult {
    var result = PartResult()
    let idle = try LatencyRun().measure(keys: LatencyPart.keys)
    result.figures += figures("idle", idle)
    let spinners = try busyCores()
    let busy = try LatencyRun().measure(keys: LatencyPart.keys)
    spinners.forEach { $0.end() }
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

  /// A nice process that does nothing, at full speed, for each core.
  private func busyCores() throws(Failure) -> [Child] {
    guard let nice = ProgramFinder.find("nice") else { throw Failure("nice is not installed") }
    var spinners: [Child] = []
    for _ in 0..<max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1) {
      spinners.append(try Child(nice, ["-n", "19", "/bin/sh", "-c", "while :; do :; done"], environment: []))
    }
    return spinners
  }
}
