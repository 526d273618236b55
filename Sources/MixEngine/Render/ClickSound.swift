import AudioBase
import Glibc

/// The metronome's two sounds: short sines that die away, high for the first beat of a bar.
enum ClickSound {
  private static let length = 0.03
  private static let level = 0.35

  static func program(at rate: SampleRate) -> PadProgram {
    PadProgram(
      pads: [1000.0, 1500.0].map { pitch in
        PadProgram.Pad(layers: [PadProgram.Layer(samples: [sound(pitch, at: rate)])])
      })
  }

  private static func sound(_ pitch: Double, at rate: SampleRate) -> PCMBuffer {
    let count = Int(length * Double(rate.hertz))
    let frames = (0..<count).map { index in
      let time = Double(index) / Double(rate.hertz)
      let value = level * sin(2 * .pi * pitch * time) * exp(-time * 160)
      return Frame(repeating: Float(value))
    }
    return PCMBuffer(frames: frames, sampleRate: rate)
  }
}
