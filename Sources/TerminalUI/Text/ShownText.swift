/// Numbers as the screen writes them.
package enum ShownText {
  /// Whole seconds, rounded down. What a damaged file says may be no number or more than `Int` holds: it is limited to
  /// 0…999,999,999.
  package static func wholeSeconds(_ seconds: Double) -> Int {
    seconds > 0 ? Int(min(seconds, 999_999_999)) : 0
  }

  package static func clock(_ seconds: Double?) -> String { clock(seconds.map(wholeSeconds)) }

  /// `01:23`, `1:02:03` from an hour on, `--:--` where nobody knows.
  package static func clock(_ seconds: Int?) -> String {
    guard let seconds, seconds >= 0 else { return "--:--" }
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
    let tail = "\(twoDigits(minutes)):\(twoDigits(seconds % 60))"
    return hours > 0 ? "\(hours):\(tail)" : tail
  }

  /// `−6.0 dB`, `silent`.
  package static func decibels(_ value: Double) -> String {
    guard value > -99 else { return "silent" }
    let tenths = Int((min(value, 99) * 10).rounded())
    let sign = tenths < 0 ? "−" : (tenths > 0 ? "+" : "")
    return "\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10) dB"
  }

  package static func count(_ number: Int, _ one: String, _ more: String) -> String {
    "\(number) \(number == 1 ? one : more)"
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
