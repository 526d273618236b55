import SystemBase

/// The latest 200 notices, and which of them stands in the message line.
package struct NoticeLog: Sendable {
  package struct Entry: Hashable, Sendable {
    package let notice: Notice
    package let time: HostTime
  }

  private static let capacity = 200
  /// Seconds in which a problem is not covered by what is no problem.
  private static let problemTime = 15.0
  /// Seconds in which another message covers a standing one.
  private static let infoTime = 5.0

  /// The latest last.
  package private(set) var entries: [Entry] = []
  private var isDismissed = false

  package init() {}

  package var last: Notice? { entries.last?.notice }

  package mutating func add(_ notice: Notice, at time: HostTime) {
    if entries.count == NoticeLog.capacity { entries.removeFirst() }
    entries.append(Entry(notice: notice, time: time))
    isDismissed = false
  }

  mutating func replaceLast(by notice: Notice) {
    guard let last = entries.popLast() else { return }
    entries.append(Entry(notice: notice, time: last.time))
  }

  /// Removes a notice where it is the latest: it no longer holds.
  mutating func withdraw(_ notice: Notice) {
    if last == notice { entries.removeLast() }
  }

  /// Clears the message line.
  package mutating func dismiss() { isDismissed = true }

  /// What stands in the message line: the latest, but for a problem that is younger than 15 s.
  package func message(at now: HostTime) -> Entry? {
    guard !isDismissed, let last = entries.last else { return nil }
    let problem = entries.last {
      $0.notice.severity != .info && !$0.notice.isStanding
        && now.seconds(since: $0.time) < NoticeLog.problemTime
    }
    return problem ?? last
  }

  /// Until when the latest message covers a standing one.
  package var coveredUntil: HostTime? {
    guard !isDismissed, let last = entries.last else { return nil }
    let seconds = last.notice.severity == .info ? NoticeLog.infoTime : NoticeLog.problemTime
    return last.time.advanced(bySeconds: seconds)
  }
}
