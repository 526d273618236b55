import Synchronization
import SystemBase
import TestSupport
import Testing

@Suite struct LatestJobTests {
  private final class Signal: Sendable { let signal = WakeSignal() }

  @Test func aNewerJobReplacesOneThatWaits() throws {
    let jobs = LatestJob(name: "test")
    let (begun, mayEnd) = (Signal(), Signal())
    let done = Mutex<[Int]>([])
    jobs.run {
      begun.signal.wake()
      mayEnd.signal.wait(milliseconds: nil)
      done.withLock { $0.append(jobs.isSuperseded ? 1 : 0) }
    }
    begun.signal.wait(milliseconds: nil)
    #expect(!jobs.isSuperseded)
    for number in 2...4 { jobs.run { done.withLock { $0.append(number) } } }
    #expect(jobs.isSuperseded)
    mayEnd.signal.wake()
    try Wait.until("the last job") { done.withLock { $0.count } == 2 }
    #expect(done.withLock { $0 } == [1, 4])
    jobs.run { done.withLock { $0.append(5) } }
    try Wait.until("another job") { done.withLock { $0.last } == 5 }
  }

  @Test func minorJobsReplaceEachOtherAndFollowTheMajorJob() throws {
    let jobs = LatestJob(name: "test")
    let (begun, mayEnd) = (Signal(), Signal())
    let done = Mutex<[Int]>([])
    jobs.run {
      begun.signal.wake()
      mayEnd.signal.wait(milliseconds: nil)
      done.withLock { $0.append(1) }
    }
    begun.signal.wait(milliseconds: nil)
    jobs.run(isMinor: true) { done.withLock { $0.append(2) } }
    #expect(!jobs.isSuperseded)
    jobs.run { done.withLock { $0.append(3) } }
    #expect(jobs.isSuperseded)
    jobs.run(isMinor: true) { done.withLock { $0.append(4) } }
    jobs.run(isMinor: true) { done.withLock { $0.append(5) } }
    mayEnd.signal.wake()
    try Wait.until("the last job") { !jobs.isRunning }
    #expect(done.withLock { $0 } == [1, 3, 5])
  }
}
