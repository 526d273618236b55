import AudioBase
import MixEngine
import SystemBase

extension ScriptedSession {
  static let tracks: [String: [Frame]] = [
    "long": noise(frames: 48_000 * 8, level: 0.3, seed: 1),
    "short": noise(frames: 48_000, level: 0.4, seed: 2),
    "loud": BusySession.tone(frames: 48_000 * 4, step: 0.05),
  ]

  /// Eight pads: plain ones with two layers of two samples, panned; 5 and 6 choke each other, 7 sounds while it is held,
  /// 8 until it is struck again.
  static func pads(_ seed: Int) -> [PadProgram.Pad] {
    (1...8).map { number in
      let samples = (0..<4).map { index in
        PCMBuffer(
          frames: noise(
            frames: 6000 + number * 1500, level: 0.4, seed: UInt64(seed * 100 + number * 10 + index)),
          sampleRate: .standard)
      }
      var pad = PadProgram.Pad(
        layers: [
          PadProgram.Layer(velocities: 1...80, samples: Array(samples[..<2])),
          PadProgram.Layer(velocities: 81...127, samples: Array(samples[2...])),
        ], gain: Decibels(Double(-number)), pan: Double(number - 4) / 5,
        chokeGroup: number == 5 || number == 6 ? 1 : nil, chokeFade: FrameCount(700),
        isGate: number == 7, releaseFade: FrameCount(900))
      pad.isToggle = number == 8
      return pad
    }
  }

  /// Noise of both signs that dies away a little, different on both sides.
  private static func noise(frames: Int, level: Float, seed: UInt64) -> [Frame] {
    var random = SeededGenerator(seed: seed)
    return (0..<frames).map { index in
      let fall = 1 - 0.5 * Float(index) / Float(frames)
      let bits = random.next()
      let left = Float(Int32(truncatingIfNeeded: bits)) / 2_147_483_648
      let right = Float(Int32(truncatingIfNeeded: bits >> 32)) / 2_147_483_648
      return Frame(left, right) * (level * fall)
    }
  }
}
