/// The results of a part.
struct PartResult {
  var figures: [Figure] = []
  /// The measurements that were left out, and the reasons.
  var notes: [String] = []
  /// Defects that make the run fail.
  var failures: [String] = []

  static func + (left: PartResult, right: PartResult) -> PartResult {
    PartResult(
      figures: left.figures + right.figures, notes: left.notes + right.notes,
      failures: left.failures + right.failures)
  }
}

/// The results of a run.
struct BenchmarkReport: Encodable {
  var figures: [Figure] = []
  var notes: [String] = []
  var failures: [String] = []

  mutating func add(_ result: PartResult) {
    figures += result.figures
    notes += result.notes
    failures += result.failures
  }
}
