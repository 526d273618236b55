import AudioBase
import MixEngine
import SystemBase

/// Finds the clicks of a calibration by correlating the metronome's beat with what was captured. They have different
/// distances, so that a delay of up to a second is not mistaken for that of another click.
package enum ClickSearch {
  package enum Failure: Error, Hashable, Sendable {
    case notFound
    /// The clicks were captured after different delays.
    case unsteady
  }

  /// The times at which the clicks sound, in seconds from the first frame of their sequence.
  private static let times = [0.5, 0.81, 1.24, 1.52, 2.03, 2.47, 2.7, 3.13]
  /// The delays that are possible, in seconds. Devices may state more delay than they have.
  private static let delays = -0.05...1.0
  /// The seconds by which the delay of a click may differ from that of the others before it is known.
  private static let reach = 0.03
  /// The seconds by which the delays of the clicks may differ.
  private static let tolerance = 0.002
  /// The clicks that must be found, and must agree.
  private static let needed = 5
  /// The least correlation of a click.
  private static let threshold: Float = 0.4
  /// The part of the click that is looked for, in seconds.
  private static let length = 0.01
  /// The level of full scale below which no click is searched for.
  private static let floor: Float = 1e-4

  /// Seconds that must be captured after the last click was heard.
  package static let timeout = delays.upperBound + 0.1

  package static func frames(at rate: SampleRate) -> [Int] {
    times.map { FrameCount(seconds: $0, at: rate).value }
  }

  /// Returns the clicks as beats of the metronome, once.
  package static func sequence(at rate: SampleRate) -> HitSequence {
    HitSequence(frames(at: rate).map { PlannedHit(frame: $0, kind: .beat) }, period: 600 * Double(rate.hertz))
  }

  /// Returns the median of the delays of the clicks in seconds. `heard` states when the clicks that were heard were so.
  static func delay(of heard: [HostTime], in sound: CapturedSound) throws(Failure) -> Double {
    let rate = Double(sound.sampleRate.hertz)
    let matches = correlation(sound)
    let places = heard.compactMap(sound.place)
    let lag = commonLag(places, matches, rate: rate)
    let ways = [Float(1), -1].map { sign in
      zip(heard, places).compactMap { time, place -> (delay: Double, level: Float)? in
        let middle = place + lag
        let first = max(0, middle - Int(reach * rate))
        let around = first..<max(first, min(matches.count, middle + Int(reach * rate)))
        // The end of a click correlates with a click as much as its beginning does, but it is quieter.
        guard let best = around.max(by: { sign * matches[$0].level < sign * matches[$1].level }),
          sign * matches[best].likeness >= threshold, let captured = sound.time(of: best)
        else { return nil }
        return (captured.seconds(since: time), sign * matches[best].level)
      }
    }
    // A microphone may invert the wave, but does so with all clicks.
    let found = ways.max { $0.reduce(0) { $0 + $1.level } < $1.reduce(0) { $0 + $1.level } } ?? []
    guard found.count >= needed else { throw .notFound }
    let median = found.map(\.delay).sorted()[found.count / 2]
    guard found.count(where: { abs($0.delay - median) <= tolerance }) >= needed else { throw .unsteady }
    return median
  }

  /// Returns the frames after which most clicks follow, roughly: the clocks of devices need time to settle.
  private static func commonLag(_ places: [Int], _ matches: [Match], rate: Double) -> Int {
    let binsPerSecond = 1_000
    let width = max(Int(rate) / binsPerSecond, 1)
    let bins = stride(from: 0, to: matches.count, by: width).map { start in
      matches[start..<min(start + width, matches.count)].reduce(Float(0)) { max($0, abs($1.level)) }
    }
    let spread = Int(reach * Double(binsPerSecond)) / 3
    let wide = bins.indices.map { bins[max(0, $0 - spread)...min(bins.count - 1, $0 + spread)].max() ?? 0 }
    func sum(_ lag: Int) -> Float {
      places.reduce(0) { sum, place in
        let bin = place / width + lag
        return sum + (wide.indices.contains(bin) ? wide[bin] : 0)
      }
    }
    let lags = Int(delays.lowerBound * Double(binsPerSecond))...Int(delays.upperBound * Double(binsPerSecond))
    let sums = lags.map { (lag: $0, sum: sum($0)) }
    // Several lags are equally good, since the clicks were spread: their middle is meant.
    let largest = sums.map(\.sum).max() ?? 0
    let best = sums.filter { $0.sum == largest }.map(\.lag)
    return best.isEmpty ? 0 : best[best.count / 2] * width
  }

  /// The comparison of the sound from a frame on with a click. Both values are negative if the wave is inverted.
  private struct Match {
    var level: Float = 0
    /// The correlation, −1 to 1.
    var likeness: Float = 0
  }

  private static func correlation(_ sound: CapturedSound) -> [Match] {
    let click = click(at: sound.sampleRate)
    let count = sound.frames.count - click.count
    guard count > 0 else { return [] }
    let mono = sound.frames.map { ($0.x + $0.y) / 2 }
    let power = click.reduce(0) { $0 + $1 * $1 }
    let least = Double(floor * floor) * Double(click.count)
    var energy = mono[..<click.count].reduce(0.0) { $0 + Double($1 * $1) }
    var matches = [Match](repeating: Match(), count: count)
    mono.withUnsafeBufferPointer { mono in
      click.withUnsafeBufferPointer { click in
        for place in 0..<count {
          if energy > least {
            let level = product(mono, place, click) / power
            matches[place] = Match(level: level, likeness: level * (power / Float(energy)).squareRoot())
          }
          let (first, next) = (mono[place], mono[place + click.count])
          energy = max(0, energy + Double(next * next) - Double(first * first))
        }
      }
    }
    return matches
  }

  /// Multiplies every fourth sample, which is enough for the click.
  private static func product(
    _ sound: UnsafeBufferPointer<Float>, _ place: Int, _ click: UnsafeBufferPointer<Float>
  ) -> Float {
    var sum: Float = 0
    var index = 0
    while index < click.count {
      sum += sound[place + index] * click[index]
      index += 4
    }
    return 4 * sum
  }

  /// Returns the beginning of the metronome's beat.
  private static func click(at rate: SampleRate) -> [Float] {
    ClickSound.beat(at: rate).frames.prefix(Int(length * Double(rate.hertz))).map(\.x)
  }
}

/// Sound with the times at which its blocks were captured, as the clock of the input stated them then.
struct CapturedSound: Sendable {
  var sampleRate: SampleRate
  var frames: [Frame]
  var marks: [(place: Int, time: HostTime)]

  /// Returns the frame that was captured at a time; nil without any block.
  func place(at time: HostTime) -> Int? {
    guard let mark = marks.last(where: { $0.time <= time }) ?? marks.first else { return nil }
    return mark.place + Int((time.seconds(since: mark.time) * Double(sampleRate.hertz)).rounded())
  }

  /// Returns the time at which a frame was captured; nil without any block.
  func time(of place: Int) -> HostTime? {
    guard let mark = marks.last(where: { $0.place <= place }) ?? marks.first else { return nil }
    return mark.time.advanced(bySeconds: Double(place - mark.place) / Double(sampleRate.hertz))
  }
}
