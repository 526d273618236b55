import AudioBase
import SystemBase
import Testing

@testable import AudioDevices

/// What a cycle of a JACK server tells of its transport.
@Suite struct JACKTransportObserverTests {
  private static let stopped: Int32 = 0
  private static let rolling: Int32 = 1

  private let time = HostTime(nanoseconds: 0)

  private func readings(_ observer: borrowing JACKTransportObserver) -> [JACKTransportReading] {
    var list: [JACKTransportReading] = []
    while let reading = observer.changes.reader.pop() { list.append(reading) }
    return list
  }

  @Test func requestIsPerformedAfterFourCyclesInWhichTheServerDoesNotWait() {
    var observer = JACKTransportObserver()
    let states = [0, 0, 3, 3, 3, 1, 1, 1].map { Int32($0) }
    var frame = 0
    let sent = states.map { state in
      defer { if state == JACKTransportObserverTests.rolling { frame += 64 } }
      return observer.observe(state, frame: frame, count: 64, requests: 1, at: time)
    }
    // The transport rolls in the sixth cycle; two cycles before the waiting and two after it make four.
    #expect(sent == [false, false, false, false, false, true, true, false])
    let all = readings(observer)
    #expect(all.map(\.isRolling) == [true, true])
    #expect(all.map(\.requests) == [0, 1])
  }

  @Test func changeIsReadAfterAFullRing() {
    var observer = JACKTransportObserver()
    // Each cycle is at another place than the cycle before predicts.
    for cycle in 1...100 {
      _ = observer.observe(
        JACKTransportObserverTests.rolling, frame: cycle * 1_000, count: 64, requests: 0, at: time)
    }
    func isStopReported() -> Bool {
      observer.observe(JACKTransportObserverTests.stopped, frame: 0, count: 64, requests: 0, at: time)
    }
    let isReportedToTheFullRing = isStopReported()
    let kept = readings(observer)
    #expect(!isReportedToTheFullRing && kept.last?.isRolling == true)
    let isReportedOnce = isStopReported()
    let last = readings(observer)
    #expect(isReportedOnce && last.map(\.isRolling) == [false] && last.first?.isRelocated == true)
    let isReportedAgain = isStopReported()
    #expect(!isReportedAgain)
  }
}
