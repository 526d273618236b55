import Application
import Dubbing

package enum PracticeText {
  static func sentence(_ notice: PracticeNotice) -> String {
    switch notice {
    case .parts(let count): "the statistics of practice are cleared: hits are compared with \(parts(count))"
    case .bars(let count): "practice shows the last \(ShownText.count(count, "bar", "bars"))"
    case .lines(let bars?): "the plain mode prints the figures of \(bars == 1 ? "each bar" : "\(bars) bars")"
    case .lines(nil): "the plain mode no longer prints the figures of each bar"
    case .cleared: "the statistics of practice are cleared"
    case .trainer(let plan, let hasLoop):
      "trainer \(plan.text)" + (hasLoop ? "" : ": the speed changes when a loop or repeat is set")
    case .trainerEnded(let speed): "trainer off: speed \(ShownText.decimal(speed))"
    case .trainerIsOff: "the trainer is off"
    }
  }

  /// Returns `beats`, `4 parts of a beat`.
  static func parts(_ division: Int) -> String { division == 1 ? "beats" : "\(division) parts of a beat" }

  /// Returns seconds as milliseconds, rounded to a tenth.
  package static func milliseconds(_ seconds: Double) -> Double { (seconds * 10_000).rounded() / 10 }

  /// Returns milliseconds with a sign: `−12.3`, `+8`, `0`.
  package static func signed(_ seconds: Double) -> String {
    let value = milliseconds(seconds)
    return (value > 0 ? "+" : "") + ShownText.decimal(value)
  }

  /// Returns milliseconds with a sign and one decimal place: `−9.0`, `+12.3`.
  static func tenths(_ seconds: Double) -> String {
    let tenths = Int((seconds * 10_000).rounded())
    return "\(tenths < 0 ? "−" : "+")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }

  /// Returns `12.3 ms early, spread 4.5 ms`.
  package static func words(_ figures: HitTiming.Figures) -> String {
    let mean = milliseconds(figures.mean)
    let side = mean < 0 ? "early" : mean > 0 ? "late" : "exact"
    return
      "\(ShownText.decimal(abs(mean))) ms \(side), spread \(ShownText.decimal(milliseconds(figures.spread))) ms"
  }

  /// Returns the beat of a place in the bar, from 1. 2.5 is halfway between the second and the third beat.
  package static func beat(_ place: Int, division: Int) -> Double {
    ((1 + Double(place) / Double(division)) * 1_000).rounded() / 1_000
  }

  /// Returns the line of all hits: `12.3 ms early, spread 4.5 ms, drift +2 ms/min, 37 hits`.
  static func line(_ timing: HitTiming) -> String {
    guard timing.all.hits > 0 else { return hits(timing) }
    return "\(words(timing.all)), drift \(signed(timing.drift)) ms/min, \(hits(timing))"
  }

  /// Returns the line of bars in the plain mode, in whole milliseconds: `21 late, bar 12`, `exact, bars 9 to 12`. It is
  /// spoken while the user plays.
  package static func line(_ bars: PracticeBars) -> String {
    let place = bars.first == bars.last ? "bar \(bars.first)" : "bars \(bars.first) to \(bars.last)"
    let mean = Int((bars.timing.all.mean * 1_000).rounded())
    let figure = mean == 0 ? "exact" : "\(abs(mean)) \(mean < 0 ? "early" : "late")"
    return "\(bars.timing.all.hits == 0 ? "no hit near a beat" : figure), \(place)"
  }

  private static func hits(_ timing: HitTiming) -> String { ShownText.count(timing.all.hits, "hit", "hits") }
}
