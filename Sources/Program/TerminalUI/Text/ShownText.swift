import AudioBase
import Glibc
import Player

/// Numbers and dates on the screen.
package enum ShownText {
  /// Returns whole seconds, rounded down and limited to 0…999,999,999, because a damaged file may state any number.
  package static func wholeSeconds(_ seconds: Double) -> Int {
    seconds > 0 ? Int(min(seconds, 999_999_999)) : 0
  }

  package static func clock(_ seconds: Double?) -> String { clock(seconds.map(wholeSeconds)) }

  /// Returns `01:23`, `1:02:03` from an hour on, `--:--` if unknown.
  package static func clock(_ seconds: Int?) -> String {
    guard let seconds, seconds >= 0 else { return "--:--" }
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
    let tail = "\(twoDigits(minutes)):\(twoDigits(seconds % 60))"
    return hours > 0 ? "\(hours):\(tail)" : tail
  }

  /// Returns the age of a message: `just now`, `5 min ago`, `2 h ago`.
  static func age(_ seconds: Int) -> String {
    switch seconds {
    case ..<60: "just now"
    case ..<3_600: "\(seconds / 60) min ago"
    default: "\(seconds / 3_600) h ago"
    }
  }

  /// Returns the seconds as milliseconds to a tenth: `12.3`.
  package static func milliseconds(_ seconds: Double) -> String {
    "\((seconds * 10_000).rounded() / 10)"
  }

  /// Returns `01:23`, `01:23.4`, `01:23.456`: with the milliseconds, unless they are 0.
  package static func exactClock(_ seconds: Double) -> String {
    let thousandths = (min(max(seconds, 0), 999_999_999) * 1000).rounded()
    let whole = (thousandths / 1000).rounded(.down)
    let rest = Int(thousandths - whole * 1000)
    if rest == 0 { return clock(whole) }
    var digits = String(String(1000 + rest).dropFirst())
    while digits.last == "0" { digits.removeLast() }
    return "\(clock(whole)).\(digits)"
  }

  /// Returns a level: `−6.0 dB`, `silent`.
  package static func decibels(_ value: Double) -> String {
    guard value > -99 else { return "silent" }
    let tenths = Int((min(value, 99) * 10).rounded())
    let sign = tenths < 0 ? "−" : (tenths > 0 ? "+" : "")
    return "\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10) dB"
  }

  /// Returns a volume: `−6.0 dB · 83%`.
  package static func volume(_ level: Decibels) -> String { "\(decibels(level.value)) · \(percent(level))" }

  static func percent(_ level: Decibels) -> String { "\(VolumeScale.percent(level, isMuted: false))%" }

  package static func count(_ number: Int, _ one: String, _ more: String) -> String {
    "\(number) \(number == 1 ? one : more)"
  }

  /// Returns a bar of cells: `██████░░`.
  static func bar(_ filled: Int, of cells: Int) -> String {
    let full = min(max(filled, 0), cells)
    return String(repeating: "█", count: full) + String(repeating: "░", count: cells - full)
  }

  /// Returns a number with one decimal place at most: `44.1`, `48`.
  static func tenths(_ value: Double) -> String { decimal((value * 10).rounded() / 10) }

  /// Returns a number with two decimal places at most: `127.5`, `0.98`.
  package static func decimal(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "?" }
    let hundredths = Int((abs(value) * 100).rounded())
    let places =
      hundredths % 100 == 0
      ? "" : hundredths % 10 == 0 ? ".\(hundredths / 10 % 10)" : ".\(twoDigits(hundredths % 100))"
    return "\(value < 0 && hundredths > 0 ? "−" : "")\(hundredths / 100)\(places)"
  }

  /// Returns the local date and time: `2026-11-22 17:05`.
  ///
  /// - Parameter seconds: since 1970.
  package static func date(_ seconds: Int64) -> String {
    var (time, parts) = (time_t(seconds), tm())
    guard localtime_r(&time, &parts) != nil else { return "?" }
    let day = [parts.tm_mon + 1, parts.tm_mday].map { twoDigits(Int($0)) }.joined(separator: "-")
    return "\(parts.tm_year + 1900)-\(day) \(twoDigits(Int(parts.tm_hour))):\(twoDigits(Int(parts.tm_min)))"
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
