/// Times in words, since a voice reads the digits of a clock one by one.
enum SpokenTime {
  /// Returns `1 minute 5` for `01:05`, `12.1 seconds` for `00:12.065`, `1 hour 2 minutes 3` for `1:02:03`; nil for words that are
  /// not such a time. Lines say bars and milliseconds where tenths of seconds are not exact enough.
  static func words(_ word: Substring) -> String? {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard (2...3).contains(parts.count), parts.allSatisfy(isNumber),
      parts.dropFirst(parts.count - 2).allSatisfy({ $0.prefix { $0 != "." }.count == 2 }),
      let seconds = Double(parts[parts.count - 1]), let minutes = Int(parts[parts.count - 2]),
      let hours = parts.count == 3 ? Int(parts[0]) : 0, seconds < 60, minutes < 60, hours < 1_000_000
    else { return nil }
    return words(tenths: (hours * 60 + minutes) * 600 + Int((seconds * 10).rounded()))
  }

  /// Returns `12.1 to 13.1 seconds`, `1 minute 5 to 2 minutes`, `from 12.1 seconds` for an open range; nil for words that are not
  /// times.
  static func range(_ from: Substring, _ to: Substring) -> String? {
    guard let from = words(from) else { return nil }
    if to.isEmpty { return "from \(from)" }
    guard let to = words(to) else { return nil }
    let unit = " seconds"
    return "\(from.hasSuffix(unit) && to.hasSuffix(unit) ? String(from.dropLast(unit.count)) : from) to \(to)"
  }

  private static func isNumber(_ text: String) -> Bool {
    text.first?.isNumber == true && text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
  }

  private static func words(tenths: Int) -> String {
    let (minutes, rest) = (tenths / 600, tenths % 600)
    let seconds = "\(rest / 10)\(rest % 10 == 0 ? "" : ".\(rest % 10)")"
    if minutes == 0 { return "\(seconds) \(rest == 10 ? "second" : "seconds")" }
    var parts: [String] = []
    if minutes >= 60 { parts.append(ShownText.count(minutes / 60, "hour", "hours")) }
    if minutes % 60 > 0 { parts.append(ShownText.count(minutes % 60, "minute", "minutes")) }
    if rest > 0 {
      parts.append(minutes % 60 > 0 ? seconds : "\(seconds) \(rest == 10 ? "second" : "seconds")")
    }
    return parts.joined(separator: " ")
  }
}
