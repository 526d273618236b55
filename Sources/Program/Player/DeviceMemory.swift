import AudioBase
import SystemBase

/// Integers by name, stored as a JSON object in the state folder.
struct StoredNumbers {
  private static let largestFile = 1 << 16

  private let file: SavedFile
  private var values: [String: Int]

  init(_ file: SavedFile) {
    self.file = file
    values = StoredNumbers.values((try? FileBytes.read(file.path, limit: StoredNumbers.largestFile)) ?? [])
  }

  subscript(name: String) -> Int? { values[name] }

  /// Sets a number, or removes it if it is nil, and saves that.
  mutating func set(_ name: String, to value: Int?) {
    values[name] = value
    file.edit { bytes in
      // Another instance may have stored numbers of its own.
      var values = StoredNumbers.values(bytes)
      values[name] = value
      var object = JSONObject()
      for (name, value) in values.sorted(by: { $0.key < $1.key }) { object.append(name, value) }
      bytes = JSONWriter.bytes(of: .object(object), layout: .line)
    }
  }

  /// Returns no numbers if the file is damaged: it is replaced by the next number.
  private static func values(_ bytes: [UInt8]) -> [String: Int] {
    guard var members = try? JSONMembers(bytes, subject: "") else { return [:] }
    var values: [String: Int] = [:]
    for name in members.rest.members.map(\.name) {
      if let value = try? members.integerIfPresent(name) { values[name] = value }
    }
    return values
  }
}

/// The buffer size that each device needs, stored in the state folder. Main thread.
@MainActor
package final class DeviceMemory {
  /// The largest number of frames.
  private static let largest = 1 << 24

  /// The sizes of buffers in frames, which are valid for other periods too.
  private var buffers: StoredNumbers

  /// Reads the stored sizes. Those of a damaged file are measured again, at the cost of three dropouts.
  package init(_ file: SavedFile) { buffers = StoredNumbers(file) }

  /// Returns the size of the buffer of a device; nil if it is not known or the file has an impossible one.
  package func buffer(of device: String) -> FrameCount? {
    buffers[device].flatMap { (1...DeviceMemory.largest).contains($0) ? FrameCount($0) : nil }
  }

  package func remember(_ buffer: FrameCount, for device: String) { buffers.set(device, to: buffer.value) }

  /// Forgets the size of the buffer of a device, which is opened with the shortest one again.
  package func forget(_ device: String) { if buffers[device] != nil { buffers.set(device, to: nil) } }
}

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
