import AudioBase
import Glibc

@testable import MixEngine

/// What a session ends with: hits whose velocities count them.
enum FinalTake {
  static let lowest = 28
  /// Enough for the longest track at half the speed, and for what the engine waits for.
  static let blocks = 200

  static let sequence = HitSequence(
    (0..<100).map { PlannedHit(frame: $0 * 70 + 40, pad: 1, velocity: lowest + $0, length: $0) })

  static var pad: PadProgram.Pad {
    let sample = PCMBuffer(frames: Array(repeating: Frame(0.1, 0.1), count: 200), sampleRate: .standard)
    return PadProgram.Pad(layers: [PadProgram.Layer(samples: [sample])], isGate: true)
  }

  static func check(_ velocities: [Int]) {
    if velocities != Array(lowest..<(lowest + 100)) { fail("hits of a take: \(velocities)") }
  }

  /// Optimised, a precondition does not tell what it is about.
  static func fail(_ message: String) -> Never {
    print("Fatal error: \(message)")
    fflush(nil)
    abort()
  }
}
