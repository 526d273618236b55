import Glibc

/// Times in seconds since 1970, and as text: `2026-05-01T12:00:00Z`.
package enum Timestamp {
  package static var now: Int { time(nil) }

  /// Returns a time as text in UTC, limited to the years 1970 to 9999.
  package static func text(_ seconds: Int) -> String {
    var seconds = min(max(seconds, 0), 253_402_300_799)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
    return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Returns the time of a text; nil if it is not a valid time in UTC.
  package static func seconds(_ text: String) -> Int? {
    let numbers = text.split { "-T:Z".contains($0) }.compactMap { UInt16($0) }.map { Int32($0) }
    guard numbers.count == 6 else { return nil }
    var parts = tm()
    parts.tm_year = numbers[0] - 1900
    parts.tm_mon = numbers[1] - 1
    parts.tm_mday = numbers[2]
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (numbers[3], numbers[4], numbers[5])
    let seconds = timegm(&parts)
    // A 31st of June would be another day. Other texts have other digits or signs.
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
