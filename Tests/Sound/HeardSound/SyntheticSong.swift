import AudioBase
import Glibc
import SystemBase

/// A generated song of drums, bass, chords and a melody; each seed is another song.
package struct SyntheticSong {
  package static let rate = SampleRate(44_100)

  private static let major = [0, 2, 4, 5, 7, 9, 11]
  private static let tail = 0.25

  /// Mono sound.
  package private(set) var samples: [Float]
  private var random: SeededGenerator
  private let key: Int

  package init(seed: UInt64, seconds: Double) {
    random = SeededGenerator(seed: seed)
    samples = Array(repeating: 0, count: Int(seconds * Double(SyntheticSong.rate.hertz)))
    key = Int.random(in: 36..<48, using: &random)
    let beat = 60 / Double.random(in: 70..<170, using: &random)
    let chords = (0..<8).map { _ in Int.random(in: 0..<7, using: &random) }
    let kicks = (0..<8).map { $0 == 0 || Int.random(in: 0..<10, using: &random) < 3 }
    var (time, step) = (Double.random(in: 0.1..<0.6, using: &random), 0)
    while time < seconds {
      play(step: step, at: time, beat: beat, chord: chords[step / 8 % 8], isKick: kicks[step % 8])
      time += beat / 2
      step += 1
    }
  }

  private mutating func play(step: Int, at time: Double, beat: Double, chord: Int, isKick: Bool) {
    if isKick { note(at: time, 0.2, hertz: 55, level: 0.5, decay: 18) }
    if step % 4 == 2 { noise(at: time, level: 0.25, decay: 25) }
    noise(at: time + Double.random(in: 0..<0.004, using: &random), level: 0.06, decay: 70)
    if step % 8 == 0 {
      for third in [0, 2, 4] { note(at: time, beat * 4, degree: chord + third + 7, level: 0.06, decay: 0.4) }
    }
    if step % 2 == 0 { note(at: time, beat, degree: chord, level: 0.15, decay: 2) }
    if Int.random(in: 0..<3, using: &random) > 0 {
      let degree = Int.random(in: 14..<24, using: &random)
      note(at: time, beat / 2, degree: degree, level: 0.12, decay: 4)
    }
  }

  private mutating func note(at time: Double, _ seconds: Double, degree: Int, level: Float, decay: Float) {
    let key = key + degree / 7 * 12 + SyntheticSong.major[degree % 7]
    note(at: time, seconds, hertz: 440 * exp2(Double(key - 69) / 12), level: level, decay: decay)
  }

  private mutating func note(at time: Double, _ seconds: Double, hertz: Double, level: Float, decay: Float) {
    let rate = Double(SyntheticSong.rate.hertz)
    let first = Int(time * rate)
    for partial in 1...3 {
      let angle = 2 * Double.pi * hertz * Double(partial) / rate
      let (cosine, sine) = (Float(cos(angle)), Float(sin(angle)))
      let fall = exp(-decay / Float(rate))
      var (x, y, gain) = (Float(1), Float(0), level / Float(partial))
      for index in first..<max(first, min(first + Int(seconds * rate), samples.count)) {
        samples[index] += gain * y
        (x, y) = (x * cosine - y * sine, x * sine + y * cosine)
        gain *= fall
      }
    }
  }

  private mutating func noise(at time: Double, level: Float, decay: Float) {
    let rate = Double(SyntheticSong.rate.hertz)
    let first = Int(time * rate)
    let fall = exp(-decay / Float(rate))
    var gain = level
    for index in first..<max(first, min(first + Int(SyntheticSong.tail * rate), samples.count)) {
      samples[index] += gain * (Float(random.next() >> 40) / Float(1 << 23) - 1)
      gain *= fall
    }
  }
}
