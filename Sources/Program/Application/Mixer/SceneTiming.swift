import Dubbing
import SystemBase

/// The moment at which a scene begins that was called while music or a take plays.
package enum SceneStart: String, CaseIterable, Hashable, Sendable {
  case now, beat, bar
}

/// The time in which the values of a scene are reached: milliseconds, beats or bars of what is heard.
package struct SceneTime: Hashable, Sendable {
  package enum Unit: String, CaseIterable, Hashable, Sendable {
    case milliseconds = "ms"
    case beats = "beat"
    case bars = "bar"

    /// The amounts that are possible: up to four bars.
    var range: ClosedRange<Double> {
      switch self {
      case .milliseconds: 10...60_000
      case .beats: 0.125...64
      case .bars: 0.125...4
      }
    }
  }

  package static let shortest = SceneTime(10, .milliseconds)

  package let amount: Double
  package let unit: Unit

  private init(_ amount: Double, _ unit: Unit) { (self.amount, self.unit) = (amount, unit) }

  /// Reads `10 ms`, `1 beat`, `2 bars`; nil for another text, and for more or less than is possible.
  package init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count == 2, let amount = Double(words[0]),
      let unit = Unit.allCases.first(where: { words[1] == $0.rawValue || words[1] == "\($0.rawValue)s" }),
      unit.range.contains(amount)
    else { return nil }
    self.init(amount, unit)
  }

  /// `1 beat`, `2 bars`
  package var text: String {
    let number = amount == amount.rounded() ? "\(Int(amount))" : "\(amount)"
    return "\(number) \(unit.rawValue)\(unit == .milliseconds || amount == 1 ? "" : "s")"
  }

  package func seconds(at clock: BeatClock) -> Double {
    switch unit {
    case .milliseconds: amount / 1_000
    case .beats: amount * clock.secondsOfBeat
    case .bars: amount * clock.secondsOfBeat * Double(clock.beatsOfBar)
    }
  }
}

package struct SceneTiming: Hashable, Sendable {
  package var start = SceneStart.now
  package var fade = SceneTime.shortest

  package init() {}
}

/// The place among the beats at a moment.
package struct BeatClock: Hashable, Sendable {
  /// The number of the beat, from 0 with a bar, and the part of it that has passed; nil if nothing is heard.
  package var beat: Double?
  package var secondsOfBeat: Double
  package var beatsOfBar: Int

  package init(beat: Double?, secondsOfBeat: Double, beatsOfBar: Int) {
    (self.beat, self.secondsOfBeat, self.beatsOfBar) = (beat, secondsOfBeat, beatsOfBar)
  }

  /// Returns the seconds until a scene begins; 0 if nothing is heard.
  package func seconds(to start: SceneStart) -> Double {
    guard let beat else { return 0 }
    let step =
      switch start {
      case .now: 0.0
      case .beat: 1.0
      case .bar: Double(beatsOfBar)
      }
    return step == 0 ? 0 : (((beat / step).rounded(.down) + 1) * step - beat) * secondsOfBeat
  }
}

extension TakeController {
  /// The place among the beats of the take without a track or the track that is heard.
  func beatClock(at now: HostTime) -> BeatClock {
    let beats = tempo.signature.beats
    if let view = free.view(at: now), view.isRunning, let bpm = view.bpm {
      let length = 60 / bpm
      return BeatClock(
        beat: view.secondsToBar.map { Double(beats) - $0 / length }, secondsOfBeat: length, beatsOfBar: beats)
    }
    let grid = tempo.grid
    let place = grid.place(atFrame: model.elapsed * Double(grid.rate.hertz))
    return BeatClock(
      beat: model.phase.isPlaying ? place : nil, secondsOfBeat: 60 / (tempo.bpm * model.speed),
      beatsOfBar: beats)
  }
}
