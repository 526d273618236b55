import Glibc

/// Times in seconds since 1970, and as text: `2026-05-01T12:00:00Z`.
package enum Timestamp {
  /// The current time.
  package static var now: Int { time(nil) }

  /// Returns a time as text in UTC, limited to the years 1970 to 9999.
  package static func text(_ seconds: Int) -> String {
    var seconds = min(max(seconds, 0), 253_402_300_799)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + "\(number)" }
    let year = "\(parts.tm_year + 1900)"
    let date = "\(year)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    return "\(date)T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
  }

  /// Returns the time of a text; nil if it is not a valid time in UTC.
  package static func seconds(_ text: String) -> Int? {
    let digits = text.utf8.map {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) ? UInt8(ascii: "0") : $0
    }
    guard digits.elementsEqual("0000-00-00T00:00:00Z".utf8) else { return nil }
    let numbers = text.split { "-T:Z".contains($0) }.compactMap { Int32($0) }
    guard numbers.count == 6, numbers[0] >= 1970 else { return nil }
    var parts = tm()
    parts.tm_year = numbers[0] - 1900
    parts.tm_mon = numbers[1] - 1
    parts.tm_mday = numbers[2]
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (numbers[3], numbers[4], numbers[5])
    let seconds = timegm(&parts)
    // A 31st of June would be another day.
    return Timestamp.text(seconds) == text ? seconds : nil
  }
}

extension JSONMembers {
  /// Returns a time in seconds since 1970.
  package mutating func date(_ name: String) throws(FileError) -> Int? {
    guard let text = try textIfPresent(name) else { return nil }
    guard let seconds = Timestamp.seconds(text) else {
      throw error(name, "a time such as 2026-05-01T12:00:00Z is expected")
    }
    return seconds
  }
}
