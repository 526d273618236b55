/// A part of the measurements, by its name on the command line.
enum Part: String, CaseIterable {
  case mix, start, latency, clock, decode, playing, library, screen, takes, soak

  /// The default parts: all but the soak test, which needs an hour.
  static let usual = allCases.filter { $0 != .soak }

  /// - Parameter minutes: the duration of a soak test.
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

/// The results of a part.
struct PartResult {
  var figures: [Figure] = []
  /// What was not measured, and why.
  var notes: [String] = []
  /// Defects that make the run fail.
  var failures: [String] = []

  static func + (left: PartResult, right: PartResult) -> PartResult {
    PartResult(
      figures: left.figures + right.figures, notes: left.notes + right.notes,
      failures: left.failures + right.failures)
  }
}

/// The reason why something could not be measured.
struct Failure: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
