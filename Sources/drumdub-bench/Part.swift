/// A part of the measurements, as it is named on the command line.
enum Part: String, CaseIterable {
  case mix, start, latency, decode, playing

  func measure() throws(Failure) -> PartResult {
    switch self {
    case .mix: MixPart().measure()
    case .start: try StartPart().measure()
    case .latency: try LatencyPart().measure()
    case .decode: try DecodePart().measure()
    case .playing: try PlayingPart().measure()
    }
  }
}

/// What a part has found.
struct PartResult {
  var figures: [Figure] = []
  /// What was left out, and why.
  var notes: [String] = []
}

/// Why something could not be measured.
struct Failure: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
