import Application

/// All that a run has found.
struct Report: Encodable {
  var figures: [Figure] = []
  var notes: [String] = []
  var failures: [String] = []

  mutating func add(_ result: PartResult) {
    figures += result.figures
    notes += result.notes
    failures += result.failures
  }
}
