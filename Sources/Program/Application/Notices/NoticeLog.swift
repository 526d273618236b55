import SystemBase

/// Stores the latest 200 notices and selects the one for the message line.
package struct NoticeLog: Sendable {
  package struct Entry: Hashable, Sendable {
    package fileprivate(set) var notice: Notice
    package let time: HostTime
    fileprivate var isDismissed = false
    fileprivate var isRead = false

    /// Whether the message is shown whole, even if it covers the line of keys for that. The screen shows a track anyway.
    package func isNew(at now: HostTime) -> Bool {
      !notice.isAboutTrack && now.seconds(since: time) < NoticeLog.problemTime
    }

    /// Returns the time at which the message is no longer new, or shows another age: in minutes, later in hours.
    package func nextChange(after now: HostTime) -> HostTime {
      let age = now.seconds(since: time)
      if isNew(at: now) { return time.advanced(bySeconds: NoticeLog.problemTime) }
      let step = age < 3_600 ? 60.0 : 3_600
      return time.advanced(bySeconds: ((age / step).rounded(.down) + 1) * step)
    }
  }

  private static let capacity = 200
  /// Seconds for which a new track does not replace a problem, and for which a long message is shown whole.
  private static let problemTime = 15.0
  /// Seconds for which another message replaces the one about unsaved takes.
  private static let infoTime = 5.0

  /// The notices, the oldest first.
  package private(set) var entries: [Entry] = []

  package var last: Notice? { entries.last?.notice }

  package mutating func add(_ notice: Notice, at time: HostTime) {
    // The steps of one value are one message.
    if let last, notice.continues(last) { entries.removeLast() }
    if entries.count == NoticeLog.capacity { entries.removeFirst() }
    entries.append(Entry(notice: notice, time: time))
  }

  /// Replaces the latest notice of this content.
  mutating func replace(_ old: Notice, by notice: Notice) {
    if let index = entries.lastIndex(where: { $0.notice == old }) { entries[index].notice = notice }
  }

  /// Removes the notices that no longer apply.
  mutating func withdraw(where isOver: (Notice) -> Bool) { entries.removeAll { isOver($0.notice) } }

  /// Clears the message line and the count of unread errors.
  package mutating func dismiss() {
    for index in entries.indices { entries[index].isDismissed = true }
    markAsRead()
  }

  /// The number of errors that the user has neither dismissed nor listed.
  package var unreadErrors: Int { entries.count { $0.notice.severity == .error && !$0.isRead } }

  /// Marks all notices as read. Called when their list was shown.
  package mutating func markAsRead() {
    for index in entries.indices { entries[index].isRead = true }
  }

  /// Returns the notice that the message line shows: the latest one.
  ///
  /// A notice that only names the new track does not replace a problem or the hint of the first start for 15 s, since
  /// the screen shows the track anyway.
  package func message(at now: HostTime) -> Entry? {
    guard let last = entries.last, !last.isDismissed else { return nil }
    guard last.notice.isAboutTrack, let message = entries.last(where: { !$0.notice.isAboutTrack }),
      !message.isDismissed, message.notice.severity != .info || message.notice == .hint(.layouts),
      !message.notice.isStanding,
      now.seconds(since: message.time) < NoticeLog.problemTime
    else { return last }
    return message
  }

  /// The time at which the latest message stops replacing the one about unsaved takes.
  package var coveredUntil: HostTime? {
    guard let last = entries.last, !last.isDismissed else { return nil }
    let seconds = last.notice.severity == .info ? NoticeLog.infoTime : NoticeLog.problemTime
    return last.time.advanced(bySeconds: seconds)
  }
}
