/// A part of the measurements, by its name on the command line.
enum Part: String, CaseIterable {
  case mix, mixer, start, latency, clock, decode, playing, library, screen, turns, takes, sharing, timeline
  case export, input, hands, devices, kits, parsers, soak

  /// The default parts: all but the soak test, which needs an hour.
  static let usual = allCases.filter { $0 != .soak }
}

/// The reason why something could not be measured.
struct Failure: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
