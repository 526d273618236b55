import AudioBase
import FoundationEssentials

/// A line that `--trace-hits` writes.
struct TracedHit: Decodable {
  var pad: Int
  var velocity: Int
  /// When the key was read, on `CLOCK_MONOTONIC`.
  var readNs: Int64
  /// Of the output.
  var frame: Int
  /// Whether it came too late for its own place.
  var late: Bool

  static func read(_ path: FilePath) throws -> [TracedHit] {
    try FileBytes.read(path, limit: 1 << 20).split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(TracedHit.self, from: Data($0))
    }
  }
}
