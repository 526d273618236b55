import AudioBase
import SystemBase

/// The calibrated latencies of pairs of an output and an input, stored in the state folder. Main thread.
@MainActor
package final class InputLatencies {
  /// The valid latencies in seconds.
  private static let possible = -1.0...2.0

  /// The latencies in microseconds.
  private var values: StoredNumbers

  package init(_ file: SavedFile) { values = StoredNumbers(file) }

  private static func pair(_ output: String, _ input: String) -> String { "\(output) > \(input)" }

  /// Returns the latency in seconds; nil if the pair was not calibrated or the file has an impossible value.
  package func latency(output: String, input: String) -> Double? {
    guard let value = values[InputLatencies.pair(output, input)] else { return nil }
    let seconds = Double(value) / 1e6
    return InputLatencies.possible.contains(seconds) ? seconds : nil
  }

  package func remember(_ seconds: Double, output: String, input: String) {
    values.set(InputLatencies.pair(output, input), to: Int((seconds * 1e6).rounded()))
  }
}
