import SystemBase
import Testing

@testable import AudioDevices

/// When a device looks whether blocks are requested.
struct RequestScheduleTests {
  private let period = 0.005

  @Test func theFirstRequestIsAwaited() {
    var schedule = RequestSchedule(period: period)
    #expect(schedule.wakeTime == nil)
    schedule.requestWasFulfilled(at: HostTime(nanoseconds: 0), wasAwaited: false)
    #expect(schedule.wakeTime == nil, "the time of a request that had arrived before is not known")
  }

  @Test(arguments: [0.998, 1, 1.002])
  func aRegularServerIsRarelyAwaited(pace: Double) throws {
    var (schedule, awaited, late) = (RequestSchedule(period: period), 0, 0.0)
    for number in 0..<1_000 {
      let arrival = HostTime(nanoseconds: 0).advanced(bySeconds: period * pace * Double(number))
      let wake = schedule.wakeTime ?? arrival
      let wasAwaited = schedule.wakeTime == nil || wake < arrival
      if wasAwaited { awaited += 1 }
      let now = max(wake, arrival)
      late = max(late, now.seconds(since: arrival))
      schedule.requestWasFulfilled(at: now, wasAwaited: wasAwaited)
    }
    #expect(awaited < 100, "\(awaited) of 1,000")
    #expect(late < period / 8, "\(late) s")
  }

  @Test func aLateWakeIsNotCopiedToTheNextPeriods() throws {
    var schedule = RequestSchedule(period: period)
    schedule.requestWasFulfilled(at: HostTime(nanoseconds: 0), wasAwaited: true)
    let late = HostTime(nanoseconds: 0).advanced(bySeconds: period * 1.9)
    schedule.requestWasFulfilled(at: late, wasAwaited: false)
    let next = try #require(schedule.wakeTime)
    #expect(next.seconds(since: HostTime(nanoseconds: 0)) < period * 2.1)
  }

  @Test func nextRequestIsExpectedWithinOnePeriod() throws {
    var schedule = RequestSchedule(period: period)
    let now = HostTime(nanoseconds: 1_000_000_000)
    schedule.requestWasFulfilled(at: now, wasAwaited: true)
    let soon = now.advanced(bySeconds: period / 10)
    schedule.requestWasFulfilled(at: soon, wasAwaited: false)
    #expect(try #require(schedule.wakeTime).seconds(since: soon) < period * 1.1)
    schedule.restart()
    #expect(schedule.wakeTime == nil)
  }
}
