import AudioBase
import SystemBase

/// The calibrated latencies of pairs of an output and an input, stored in the state folder.
package struct InputLatencies {
  /// Seconds; other values are no latencies.
  private static let possible = -1.0...2.0

  private let path: FilePath
  /// In microseconds.
  private var values: [String: Int]

  package init(path: FilePath) {
    self.path = path
    // An unreadable file is replaced by the next calibration.
    let bytes = (try? FileBytes.read(path, limit: 1 << 16)) ?? []
    values = [:]
    guard var members = try? JSONMembers(bytes, subject: path.shown) else { return }
    for name in members.rest.members.map(\.name) {
      if let value = try? members.integerIfPresent(name) { values[name] = value }
    }
  }

  private static func pair(_ output: String, _ input: String) -> String { "\(output) > \(input)" }

  /// In seconds; nil if the pair was not calibrated or the file has an impossible value.
  package func latency(output: String, input: String) -> Double? {
    guard let value = values[InputLatencies.pair(output, input)] else { return nil }
    let seconds = Double(value) / 1e6
    return InputLatencies.possible.contains(seconds) ? seconds : nil
  }

  package mutating func remember(_ seconds: Double, output: String, input: String) throws(FileError) {
    values[InputLatencies.pair(output, input)] = Int((seconds * 1e6).rounded())
    var object = JSONObject()
    for (pair, value) in values.sorted(by: { $0.key < $1.key }) { object.append(pair, value) }
    try FileBytes.makeFolder(path.directory, permissions: 0o700)
    try FileBytes.replace(
      path, with: JSONWriter.bytes(of: .object(object), layout: .line), permissions: 0o600)
  }
}
