/// A part of the measurements, as it is named on the command line.
enum Part: String, CaseIterable {
  case mix, start, latency, clock, decode, playing, library, screen, takes, soak

  /// What is measured where no part is named: all that takes minutes, not an hour.
  static let usual = allCases.filter { $0 != .soak }

  /// - Parameter minutes: how long a soak lasts.
  func measure(minutes: Int) throws(Failure) -> PartResult {
    switch self {
    case .mix: MixPart().measure()
    case .start: try startResult()
    case .latency: try LatencyPart().measure()
    case .clock: try ClockPart().measure()
    case .decode: try DecodePart().measure()
    case .playing: try PlayingPart().measure()
    case .library: try LibraryPart().measure()
    case .screen: try ScreenPart().measure()
    case .takes: try TakesPart().measure()
    case .soak: try SoakPart(minutes: minutes).measure()
    }
  }
}

extension Part {
  private func startResult() throws(Failure) -> PartResult {
    var result = try StartPart().measure()
    result.figures += try LibraryStartPart().measure().figures
    return result
  }
}

/// What a part has found.
struct PartResult {
  var figures: [Figure] = []
  /// What was left out, and why.
  var notes: [String] = []
  /// What went so wrong that the run must not pass.
  var failures: [String] = []

  static func + (left: PartResult, right: PartResult) -> PartResult {
    PartResult(
      figures: left.figures + right.figures, notes: left.notes + right.notes,
      failures: left.failures + right.failures)
  }
}

/// Why something could not be measured.
struct Failure: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
