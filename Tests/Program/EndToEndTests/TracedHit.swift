import AudioBase
import FoundationEssentials
import HeardSound
import SystemBase
import TestSupport
import Testing

/// A line that `--trace-hits` writes.
struct TracedHit: Decodable {
  var pad: Int
  var velocity: Int
  /// When the key was read, on `CLOCK_MONOTONIC`.
  var readNs: Int64
  /// When it is heard, on the same clock.
  var heardNs: Int64
  /// Of the output.
  var frame: Int
  /// Whether it came too late for its own place.
  var late: Bool

  static func read(_ path: FilePath) throws -> [TracedHit] {
    try FileBytes.read(path, limit: 1 << 20).split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(TracedHit.self, from: Data($0))
    }
  }

  /// Expects the same time from the read of a key to its sound for all hits, to 0.1 ms, whatever the load of the machine.
  /// Only a hit that is marked as late may sound later; none sounds sooner. Late hits may begin at one frame: they are found
  /// in the order of their pads.
  static func expectExact(_ traced: [TracedHit], _ hits: [FoundHit]) throws {
    let traced = traced.sorted { ($0.frame, $0.pad) < ($1.frame, $1.pad) }
    #expect(traced.map(\.pad) == hits.map(\.pad) && traced.map(\.velocity) == hits.map(\.velocity))
    let first = try #require(zip(traced, hits).first { !$0.0.late })
    for (trace, hit) in zip(traced, hits) {
      #expect(hit.frame - trace.frame == first.1.frame - first.0.frame)
      let seconds = Double(trace.readNs - first.0.readNs) / 1e9
      let heard = FrameCount(hit.frame - first.1.frame).seconds(at: .standard)
      #expect(heard - seconds > -0.000_1)
      #expect(trace.late || heard - seconds < 0.000_1)
    }
  }
}

extension Sandbox {
  /// Waits until `--trace-hits trace` has written a number of hits. Returns all of them.
  func hits(_ count: Int) throws -> [TracedHit] {
    try Wait.until("\(count) hits") { ((try? TracedHit.read(file("trace")))?.count ?? 0) >= count }
    return try TracedHit.read(file("trace"))
  }
}
