import AudioBase
import Glibc
import SystemBase

/// Notes that swell and fade each half a second, up to a quarter of it early or late: 30 seconds at 44.1 kHz.
package enum UnevenNotes {
  package static func frames() -> [Frame] {
    var random = SeededGenerator(seed: 10)
    var frames = [Frame](repeating: .zero, count: 44_100 * 30)
    for beat in 0..<59 {
      let first = max(0, beat * 22_050 + Int.random(in: -5_000...5_000, using: &random))
      let pitch = 0.03 + 0.002 * Float(beat % 7)
      for index in 0..<15_000 {
        let level = Float(min(index, 15_000 - index)) / 20_000
        frames[first + index] += Frame(repeating: level * sin(Float(index) * pitch))
      }
    }
    return frames
  }
}
