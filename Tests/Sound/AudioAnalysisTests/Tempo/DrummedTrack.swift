import AudioBase
import Glibc

/// A generated track of drums, bass and chords whose beats are known.
struct DrummedTrack {
  enum Style: String, CaseIterable {
    case rock, fourOnTheFloor, ballad, swing, waltz, sixEighths, breakbeat, noisy
    /// Bass drum and off-beat hats only.
    case plainFour
    /// Drums in two, over a bass whose notes are three sixteenths long.
    case drumAndBass
    case tresillo
    /// Half a bar repeats more clearly than a beat; of a fast one, the whole bar does.
    case waltzWithPickup
  }

  private enum Drum { case kick, snare, hat, openHat, bass }

  private struct Stroke {
    var drum: Drum
    /// Beats from the start of the bar.
    var place: Double
    var level: Float
  }

  static let rate = SampleRate(44_100)
  let samples: [Float]
  /// The beats in seconds. Those of six eighths are the two dotted quarters of a bar.
  let beats: [Double]

  /// - Parameters:
  ///   - change: the part by which the tempo changes.
  ///   - isGradual: whether it changes evenly over the track and not at once in the middle.
  init(
    _ style: Style, bpm: Double, seconds: Double = 30, change: Double = 0, isGradual: Bool = false,
    firstBeat: Double = 0.37, seed: UInt64 = 1
  ) {
    var beats: [Double] = []
    var time = firstBeat
    while time < seconds - 0.3 {
      beats.append(time)
      let part = isGradual ? time / seconds : time > seconds / 2 ? 1 : 0
      time += 60 / (bpm * (1 + change * part))
    }
    self.beats = beats
    var mixer = Mixer(seconds: seconds, seed: seed, noise: style == .noisy ? 0.1 : 0.003)
    let (length, strokes) = DrummedTrack.bar(of: style)
    for first in stride(from: 0, to: beats.count, by: length) {
      let end = first + length < beats.count ? beats[first + length] : seconds
      for stroke in strokes {
        let beat = first + Int(stroke.place)
        guard beat + 1 < beats.count else { continue }
        let part = stroke.place - stroke.place.rounded(.down)
        mixer.strike(stroke.drum, at: beats[beat] + part * (beats[beat + 1] - beats[beat]), stroke.level)
      }
      mixer.play([55, 65.4, 73.4, 49][first / length % 4], from: beats[first], to: end)
    }
    samples = mixer.samples
  }

  var frames: [Frame] { samples.map { Frame(repeating: $0) } }

  private static func bar(of style: Style) -> (beats: Int, strokes: [Stroke]) {
    func strokes(_ drum: Drum, _ level: Float, _ places: [Double]) -> [Stroke] {
      places.map { Stroke(drum: drum, place: $0, level: level) }
    }
    let eighths = strokes(.hat, 0.8, (0..<8).map { Double($0) / 2 })
    switch style {
    case .rock: return (4, strokes(.kick, 1, [0, 2, 2.5]) + strokes(.snare, 1, [1, 3]) + eighths)
    case .fourOnTheFloor:
      return (
        4,
        strokes(.kick, 1, [0, 1, 2, 3]) + strokes(.snare, 0.8, [1, 3])
          + strokes(.openHat, 0.8, [0.5, 1.5, 2.5, 3.5])
      )
    case .ballad: return (4, strokes(.kick, 1, [0, 2.75]) + strokes(.snare, 1, [2]) + eighths)
    case .swing:
      return (
        4,
        strokes(.kick, 0.6, [0, 2]) + strokes(.snare, 0.35, [2 + 2.0 / 3])
          + strokes(.hat, 1, [0, 1, 1 + 2.0 / 3, 2, 3, 3 + 2.0 / 3]) + strokes(.hat, 1, [1, 3])
      )
    case .waltz:
      return (3, strokes(.kick, 1, [0]) + strokes(.snare, 0.6, [1, 2]) + strokes(.hat, 1, [0, 1, 2, 2.5]))
    case .sixEighths:
      return (
        2,
        strokes(.kick, 1, [0]) + strokes(.snare, 1, [1])
          + strokes(.hat, 0.8, (0..<6).map { Double($0) / 3 })
      )
    case .breakbeat:
      return (
        4,
        strokes(.kick, 1, [0, 0.5, 2.5]) + strokes(.snare, 1, [1, 3])
          + strokes(.snare, 0.4, [1.75, 2.25, 3.75]) + eighths
      )
    case .plainFour:
      return (4, strokes(.kick, 1, [0, 1, 2, 3]) + strokes(.openHat, 1, [0.5, 1.5, 2.5, 3.5]))
    case .drumAndBass:
      let drums = [0.0, 4, 8].flatMap { bar in
        strokes(.kick, 1, [bar, bar + 2.5]) + strokes(.snare, 1, [bar + 1, bar + 3])
      }
      let hats = strokes(.hat, 0.8, (0..<24).map { Double($0) / 2 })
      return (12, drums + hats + strokes(.bass, 1, (0..<16).map { Double($0) * 0.75 }))
    case .tresillo:
      return (
        4, strokes(.kick, 1, [0, 1, 2, 3]) + strokes(.snare, 0.8, [0.75, 1.5, 2.75, 3.5]) + eighths
      )
    case .waltzWithPickup:
      return (3, strokes(.kick, 1, [0, 2.5]) + strokes(.snare, 0.6, [1]) + strokes(.hat, 0.8, [0, 1, 2]))
    case .noisy: return (4, strokes(.kick, 0.5, [0, 2]) + strokes(.snare, 0.5, [1, 3]))
    }
  }

  /// Adds sounds. Its strokes vary by some milliseconds and decibels, as those of a player do.
  private struct Mixer {
    private(set) var samples: [Float]
    private var random: Random
    private var drums: [Drum: [Float]] = [:]

    init(seconds: Double, seed: UInt64, noise: Float) {
      var random = Random(state: seed)
      samples = (0..<Int(seconds * Double(DrummedTrack.rate.hertz))).map { _ in noise * random.next() }
      self.random = random
      drums[.kick] = sound(0.25) { time, _ in
        0.9 * exp(-18 * time) * sin(2 * .pi * (50 * time + 1.5 * (1 - exp(-40 * time))))
      }
      drums[.snare] = sound(0.2) { time, noise in
        0.45 * exp(-22 * time) * noise + 0.3 * exp(-25 * time) * sin(2 * .pi * 190 * time)
      }
      drums[.bass] = sound(0.3) { time, _ in
        0.4 * min(1, 200 * time) * exp(-5 * time) * sin(2 * .pi * 55 * time)
      }
      for (drum, decay) in [(Drum.hat, Float(60)), (.openHat, 12)] {
        var last: Float = 0
        drums[drum] = sound(3 / Double(decay)) { time, noise in
          defer { last = noise }
          return 0.15 * exp(-decay * time) * (noise - last)
        }
      }
    }

    private mutating func sound(_ seconds: Double, _ sample: (Float, Float) -> Float) -> [Float] {
      let rate = DrummedTrack.rate.hertz
      return (0..<Int(seconds * Double(rate))).map {
        sample(Float($0) / Float(rate), random.next())
      }
    }

    mutating func strike(_ drum: Drum, at time: Double, _ level: Float) {
      let time = time + 0.004 * Double(random.next())
      let level = level * (1 + 0.13 * random.next())
      let first = Int((time * Double(DrummedTrack.rate.hertz)).rounded())
      for (index, sample) in (drums[drum] ?? []).enumerated() where samples.indices.contains(first + index) {
        samples[first + index] += level * sample
      }
    }

    /// A bass note and a chord above it.
    mutating func play(_ hertz: Double, from start: Double, to end: Double) {
      let rate = Double(DrummedTrack.rate.hertz)
      for (multiple, level) in [(1.0, Float(0.12)), (4, 0.05), (5, 0.05), (6, 0.05)] {
        let angle = 2 * Double.pi * hertz * multiple / rate
        let (cosine, sine) = (cos(angle), sin(angle))
        var (x, y) = (1.0, 0.0)
        let first = Int(start * rate)
        for index in first..<min(Int(end * rate), samples.count) {
          samples[index] += min(1, Float(index - first) * 30 / Float(rate)) * level * Float(y)
          (x, y) = (x * cosine - y * sine, x * sine + y * cosine)
        }
      }
    }
  }

  /// Numbers from −1 to 1: Knuth's linear congruential generator (MMIX), compiled with the tests, so that it is fast.
  private struct Random {
    var state: UInt64

    mutating func next() -> Float {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(state >> 40) / Float(1 << 23) - 1
    }
  }
}
