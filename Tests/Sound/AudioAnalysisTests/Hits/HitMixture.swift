import AudioBase
import Glibc

/// Generated music with drums whose hits are known. Mono.
struct HitMixture {
  static let rate = SampleRate(44_100)

  private(set) var samples: [Float]
  /// The hits in seconds.
  private(set) var hits: [SongDrum: [Double]] = [:]
  private var state: UInt64

  /// - Parameter drums: the level of the drums; 0 for music without drums.
  init(seconds: Double, drums level: Float = 1, seed: UInt64 = 1) {
    samples = Array(repeating: 0, count: Int(seconds * Double(HitMixture.rate.hertz)))
    state = seed
    // The noise of a recording: no band is empty.
    for index in samples.indices { samples[index] = 0.004 * noise() }
    let step = 60.0 / 112 / 4
    for index in 0..<Int((seconds - 0.5) / step) {
      let (time, place) = (0.2 + Double(index) * step, index % 32)
      // A chord of each bar, and a bass of eighths.
      if place % 16 == 0 { chord(index / 16, at: time, length: 16 * step) }
      if place % 2 == 0 { bass(index / 16, at: time, length: 2 * step) }
      guard level > 0 else { continue }
      if [0, 6, 10, 16, 22, 27].contains(place) { strike(.kick, at: time, level) }
      if place % 16 == 4 || place % 16 == 12 { strike(.snare, at: time, level) }
      if place % 2 == 0 { strike(.hat, at: time, level) }
    }
  }

  private mutating func strike(_ drum: SongDrum, at time: Double, _ level: Float) {
    let time = time + 0.003 * Double(noise())
    hits[drum, default: []].append(time)
    let level = level * (1 + 0.2 * noise())
    var last: Float = 0
    let seconds =
      switch drum {
      case .kick: 0.25
      case .snare: 0.2
      case .hat: 0.08
      case .other: 0.4
      }
    add(at: time, seconds: seconds) { time, noise in
      defer { last = noise }
      return switch drum {
      case .kick: level * 0.9 * exp(-18 * time) * sin(2 * .pi * (50 * time + 1.5 * (1 - exp(-40 * time))))
      case .snare: level * (0.3 * exp(-22 * time) * noise + 0.3 * exp(-25 * time) * sin(2 * .pi * 190 * time))
      case .hat: level * 0.2 * exp(-60 * time) * (noise - last)
      // A tom.
      case .other: level * 0.6 * exp(-9 * time) * sin(2 * .pi * (110 * time + 0.4 * (1 - exp(-30 * time))))
      }
    }
  }

  private mutating func bass(_ bar: Int, at time: Double, length: Double) {
    let hertz: Float = [55, 65.4, 73.4, 49][bar % 4]
    add(at: time, seconds: length) { time, _ in
      0.16 * min(1, 200 * time) * exp(-4 * time)
        * (sin(2 * .pi * hertz * time) + 0.4 * sin(4 * .pi * hertz * time))
    }
  }

  private mutating func chord(_ bar: Int, at time: Double, length: Double) {
    let hertz: Float = [220, 261.6, 293.7, 196][bar % 4]
    for (factor, level) in [(Float(1), Float(0.08)), (1.26, 0.06), (1.5, 0.06), (2, 0.05), (4, 0.02)] {
      add(at: time, seconds: length) { time, _ in
        level * min(1, 30 * time) * exp(-0.8 * time) * sin(2 * .pi * hertz * factor * time)
      }
    }
  }

  private mutating func add(at time: Double, seconds: Double, _ sample: (Float, Float) -> Float) {
    let rate = HitMixture.rate.hertz
    let first = Int(time * Double(rate))
    for index in 0..<min(Int(seconds * Double(rate)), max(0, samples.count - first)) {
      samples[first + index] += sample(Float(index) / Float(rate), noise())
    }
  }

  /// Returns a number from −1 to 1: Knuth's linear congruential generator (MMIX).
  private mutating func noise() -> Float {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Float(state >> 40) / Float(1 << 23) - 1
  }
}
