import Glibc
import SystemBase

/// Values that are durations, ages and dates.
extension QueryValue {
  /// Parses a duration: `90`, `90s`, `2m`, `2m30s`, `1h`, `2:30`, `1:02:30`.
  static func seconds(_ text: Substring) -> Double? {
    if text.contains(":") {
      var seconds = 0.0
      for part in text.split(separator: ":", omittingEmptySubsequences: false) {
        guard let value = number(part), value >= 0 else { return nil }
        seconds = seconds * 60 + value
      }
      return seconds
    }
    return sum(text, units: ["s": 1, "m": 60, "h": 3600, "": 1])
  }

  /// Parses and adds numbers with units, of which the empty one is for a number alone, in seconds.
  private static func sum(_ text: Substring, units: [String: Double]) -> Double? {
    var rest = text
    var total = 0.0
    if rest.isEmpty { return nil }
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest.dropFirst(digits.count)
      let unit = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(unit.count)
      guard let value = number(digits), let size = units[unit.lowercased()] else { return nil }
      if unit.isEmpty, digits.count != text.count { return nil }
      total += value * size
    }
    return total
  }

  /// Parses the start of an interval that goes on until now: a date, or an age such as `7d`.
  package static func since(_ text: String, now: Int64 = Int64(Timestamp.now)) -> NumberRange? {
    func value(_ text: String) -> QueryValue {
      QueryValue(field: "since", text: text, isQuoted: false, place: 0, now: now)
    }
    let sign = value(text).age() == nil ? ">=" : "<"
    return try? value(sign + text).times()
  }

  private static let ageUnits: [String: Double] = [
    "h": 3600, "d": 86_400, "w": 7 * 86_400, "mo": 30.44 * 86_400, "y": 365.25 * 86_400,
  ]

  /// Parses an age such as `<7d`: the sign and the seconds.
  func age() -> (sign: String, seconds: Double)? {
    let (sign, rest) = QueryValue.signed(text)
    guard let seconds = QueryValue.sum(rest, units: QueryValue.ageUnits) else { return nil }
    return (sign ?? "<", seconds)
  }

  /// Parses an age or dates: `<7d`, `>1y`, `2024`, `2024-05..2024-07-15`, `>2024-05-01`.
  func times() throws(QueryError) -> NumberRange {
    if let (sign, seconds) = age() {
      let bound = Double(now) - seconds
      return sign.hasPrefix(">") ? NumberRange(nil, bound) : NumberRange(bound, nil)
    }
    let (sign, rest) = QueryValue.signed(text)
    if sign == nil || sign == "=", let day = QueryValue.span(rest) {
      return NumberRange(day.start, day.end, includesUpper: false)
    }
    if sign == nil {
      let range = try interval(.time, width: 0) { QueryValue.span($0)?.start }
      // An interval includes its last day.
      let last = rest.split(separator: "..", omittingEmptySubsequences: false).last.flatMap {
        QueryValue.span($0)
      }
      return NumberRange(range.lower, last?.end, includesUpper: false)
    }
    guard let day = QueryValue.span(rest) else { throw bad(.time) }
    switch sign {
    case ">": return NumberRange(day.end, nil)
    case ">=": return NumberRange(day.start, nil)
    case "<": return NumberRange(nil, day.start, includesUpper: false)
    default: return NumberRange(nil, day.end, includesUpper: false)
    }
  }

  /// Parses a year, a month or a day as an interval of seconds in the local time zone.
  private static func span(_ text: Substring) -> (start: Double, end: Double)? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), parts[0].count == 4 else { return nil }
    let numbers = parts.compactMap { part in part.allSatisfy { $0.isASCII && $0.isNumber } ? Int32(part) : nil
    }
    guard numbers.count == parts.count, numbers[0] >= 1900 else { return nil }
    let (month, day) = (numbers.count > 1 ? numbers[1] : 1, numbers.count > 2 ? numbers[2] : 1)
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    let start = time(numbers[0], month, day)
    switch numbers.count {
    case 1: return (start, time(numbers[0] + 1, 1, 1))
    case 2: return (start, time(numbers[0], month + 1, 1))
    default: return (start, time(numbers[0], month, day + 1))
    }
  }

  private static func time(_ year: Int32, _ month: Int32, _ day: Int32) -> Double {
    var parts = tm()
    parts.tm_year = year - 1900
    parts.tm_mon = month - 1
    parts.tm_mday = day
    parts.tm_isdst = -1
    return Double(mktime(&parts))
  }
}
