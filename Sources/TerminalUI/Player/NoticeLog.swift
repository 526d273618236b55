import SystemBase

/// What was told so far, and which of it stands in the message line.
package struct NoticeLog: Sendable {
  struct Entry: Sendable {
    let text: String
    let severity: ScreenContent.Severity
    let time: HostTime
    /// Whether it covers what is no problem: what stays in the message line by itself need not.
    let covers: Bool
  }

  private static let capacity = 200
  /// Seconds in which a problem is not covered by what is no problem.
  private static let problemStays = 15.0
  /// Seconds in which another message covers one that stays.
  private static let covers = 5.0

  /// The latest last.
  private(set) var entries: [Entry] = []
  private var isDismissed = false

  package init() {}

  mutating func add(
    _ text: String, _ severity: ScreenContent.Severity, at time: HostTime, covers: Bool = true
  ) {
    if entries.count == NoticeLog.capacity { entries.removeFirst() }
    entries.append(Entry(text: text, severity: severity, time: time, covers: covers))
    isDismissed = false
  }

  mutating func renameLast(_ text: String) {
    guard let last = entries.popLast() else { return }
    entries.append(Entry(text: text, severity: last.severity, time: last.time, covers: last.covers))
  }

  /// Removes the latest notice where it has this text: it no longer holds.
  mutating func withdraw(_ text: String) {
    if entries.last?.text == text { entries.removeLast() }
  }

  /// Takes away what stands in the message line.
  mutating func dismiss() { isDismissed = true }

  /// What stands in the message line: the latest, but for a problem that is younger than 15 s.
  func message(at now: HostTime) -> ScreenContent.Message? {
    guard !isDismissed, let last = entries.last else { return nil }
    let problem = entries.last {
      $0.severity != .info && $0.covers && now.seconds(since: $0.time) < NoticeLog.problemStays
    }
    return NoticeLog.message(problem ?? last, at: now)
  }

  /// What stands in the message line while something is so that must not be forgotten: that, but for later messages,
  /// which cover it for a while.
  func message(at now: HostTime, above standing: ScreenContent.Message?) -> ScreenContent.Message? {
    guard let standing else { return message(at: now) }
    return coveredUntil.map { now < $0 } ?? false ? message(at: now) : standing
  }

  /// When the latest message covers a standing one no longer.
  var coveredUntil: HostTime? {
    guard !isDismissed, let last = entries.last else { return nil }
    let seconds = last.severity == .info ? NoticeLog.covers : NoticeLog.problemStays
    return last.time.advanced(bySeconds: seconds)
  }

  /// All of it, the latest first.
  func messages(at now: HostTime) -> [ScreenContent.Message] {
    entries.reversed().map { NoticeLog.message($0, at: now) }
  }

  private static func message(_ entry: Entry, at now: HostTime) -> ScreenContent.Message {
    ScreenContent.Message(entry.text, entry.severity, age: Int(max(now.seconds(since: entry.time), 0)))
  }
}
