import AudioBase
import Percussion
import Player
import SystemBase
import Testing

@testable import Application

/// Which notice the message line shows.
@Suite struct NoticeLogTests {
  private let start = HostTime(nanoseconds: 1_000_000_000)
  private let problem = Notice.file(FileError(.damaged, "session.json"))

  @Test func aNewerMessageIsNeverHiddenByAnOlderOne() {
    var log = NoticeLog()
    log.add(problem, at: start)
    #expect(log.message(at: start)?.notice == problem)
    let later = start.advanced(bySeconds: 1)
    for notice in [
      Notice.saved(FilePath("a.m3u8")), .padsLocked(true, PadBank()), .take(.tempo(120)),
      .terminal(.noShell(canDetach: true)),
    ] {
      log.add(notice, at: later)
      #expect(log.message(at: later)?.notice == notice)
    }
  }

  @Test func settingThatIsWrittenReplacesItsChange() {
    var log = NoticeLog()
    log.add(.setting(.changed(name: "kit", value: "mine")), at: start)
    log.add(.setting(.kept(name: "kit", value: "mine")), at: start)
    #expect(log.entries.map(\.notice) == [.setting(.kept(name: "kit", value: "mine"))])
  }

  @Test func theNameOfANewTrackLeavesAProblemVisibleForFifteenSeconds() {
    var log = NoticeLog()
    log.add(problem, at: start)
    let state = Notice.nowPlaying(title: "a")
    log.add(state, at: start)
    #expect(log.message(at: start.advanced(bySeconds: 14))?.notice == problem)
    #expect(log.message(at: start.advanced(bySeconds: 16))?.notice == state)
    log.add(.hint(.layouts), at: start)
    log.add(state, at: start)
    #expect(log.message(at: start)?.notice == .hint(.layouts))
    for notice in [Notice.paused, .stopped] {
      log.add(problem, at: start.advanced(bySeconds: 2))
      log.add(notice, at: start.advanced(bySeconds: 3))
      #expect(log.message(at: start.advanced(bySeconds: 3))?.notice == notice)
    }
  }

  @Test func aStreamThatFollowsLeavesTheReasonOfAFailureVisible() {
    let (first, second) = (QueueItem.ID(1), QueueItem.ID(2))
    let failure = Notice.player(.trackFailed(first, title: "a", FileError(.readFailed, "http://a")))
    var log = NoticeLog()
    log.add(failure, at: start)
    for notice in [
      PlayerNotice.stream(second, name: "b", .connecting), .stream(second, name: "b", .titled("c")),
    ] { log.add(.player(notice), at: start) }
    log.add(.nowPlaying(title: "c"), at: start)
    #expect(log.message(at: start.advanced(bySeconds: 14))?.notice == failure)
    #expect(log.message(at: start.advanced(bySeconds: 16))?.notice == .nowPlaying(title: "c"))
    #expect(log.entries.contains { $0.notice == failure })
  }

  @Test func otherNameOfARecordingStaysVisibleWhenATrackFollows() {
    let path = FilePath("rec 2.flac")
    for (existing, isKept) in [(FilePath("rec.flac"), true), (nil, false)] {
      var log = NoticeLog()
      let notice = Notice.recording(.began(path, existing: existing))
      log.add(notice, at: start)
      log.add(.nowPlaying(title: "a"), at: start)
      #expect((log.message(at: start)?.notice == notice) == isKept)
    }
  }

  @Test func errorsStayUnreadUntilListedOrDismissed() {
    var log = NoticeLog()
    #expect(log.unreadErrors == 0)
    for _ in 0..<2 { log.add(problem, at: start) }
    for notice in [Notice.paused, .hint(.confirmClear)] { log.add(notice, at: start) }
    #expect(log.unreadErrors == 2)
    log.markAsRead()
    #expect(log.unreadErrors == 0 && log.entries.count == 4)
    log.add(problem, at: start)
    #expect(log.unreadErrors == 1)
    log.dismiss()
    #expect(log.unreadErrors == 0)
  }

  @Test func dismissedNoticeDoesNotReappear() {
    var log = NoticeLog()
    log.add(problem, at: start)
    log.dismiss()
    #expect(log.message(at: start) == nil)
    log.add(.paused, at: start)
    #expect(log.message(at: start)?.notice == .paused)
  }
}
