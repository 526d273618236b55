/// Measures the time from a key to its sound, in a pipe and through a sound server.
struct LatencyPart {
  /// The keys of a run. With 12 per second, the eight runs need three minutes.
  private static let keys = 250

  func measure() throws(Failure) -> PartResult {
    var result = PartResult()
    for timing in ["even", "tight"] {
      result.figures += try figures(timing, "idle")
      let cores = try BusyCores()
      defer { cores.end() }
      result.figures += try figures(timing, "every core busy")
    }
    try addServedFigures(to: &result)
    return result
  }

  /// Compares the two ways to a sound server: its own protocol, and ALSA. The time includes that of the recorder, which
  /// is the same for both.
  private func addServedFigures(to result: inout PartResult) throws(Failure) {
    guard let server = ProgramFinder.find("pulseaudio"), let recorder = ProgramFinder.find("parec") else {
      result.notes.append("latency: PulseAudio is not installed")
      return
    }
    func measure(_ output: String) throws(Failure) -> (seconds: [Double], dropouts: Int) {
      let sound = try SoundServer(server)
      let run = try LatencyRun(output: output, on: sound, recorder: recorder)
      return (try run.measure(keys: LatencyPart.keys), try run.dropouts())
    }
    for state in ["idle", "every core busy"] {
      let cores = state == "idle" ? nil : try BusyCores()
      defer { cores?.end() }
      let (direct, throughALSA) = (try measure("pulse"), try measure("alsa:pulse"))
      func figure(_ what: String, _ unit: String, _ ours: Double, _ other: Double, goal: Goal?) -> Figure {
        Figure(
          part: .latency, what: "through PulseAudio, \(state), \(what)", unit: unit, value: ours,
          peer: "through ALSA", peerValue: other, ratio: other > 0 ? ours / other : nil, goal: goal)
      }
      for (what, share) in [("median", 50.0), ("p99", 99)] {
        let (ours, other) = (direct.seconds.percentile(share), throughALSA.seconds.percentile(share))
        result.figures.append(
          figure("key to sound, \(what)", "ms", ours * 1000, other * 1000, goal: .ratioAtMost(1)))
      }
      result.figures.append(
        figure("dropouts", "", Double(direct.dropouts), Double(throughALSA.dropouts), goal: nil))
    }
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
