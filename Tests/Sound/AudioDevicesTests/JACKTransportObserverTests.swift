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
    let phases = [0, 0, 3, 3, 3, 1, 1, 1].map { Int32($0) }
    var frame = 0
    let sent = phases.enumerated().map { index, phase in
      defer { if phase == JACKTransportObserverTests.rolling { frame += 64 } }
      let state = JACKTransportState(phase: phase, frame: frame, cycle: UInt32(64 * index))
      return observer.observe(state, count: 64, requests: 1, at: time)
    }
    // The transport rolls in the sixth cycle; two cycles before the waiting and two after it make four.
    #expect(sent == [false, false, false, false, false, true, true, false])
    let all = readings(observer)
    #expect(all.map(\.isRolling) == [true, true])
    #expect(all.map(\.requests) == [0, 1])
  }

  @Test func cyclesThatALateClientRunsAtOnceAreOneCycleOfTheServer() {
    var observer = JACKTransportObserver()
    let cycles: [UInt32] = [64, 64, 64, 64, 64, 128, 192, 192, 256, 320]
    let sent = cycles.map { cycle in
      let state = JACKTransportState(
        phase: JACKTransportObserverTests.rolling, frame: Int(cycle) - 64, cycle: cycle)
      return observer.observe(state, count: 64, requests: 1, at: time)
    }
    // The transport rolls at 64 and has performed the request at 256, in the fourth cycle.
    #expect(sent == [true] + Array(repeating: false, count: 7) + [true, false])
    #expect(readings(observer).allSatisfy { !$0.isRelocated })
  }

  @Test func changeIsReadAfterAFullRing() {
    var observer = JACKTransportObserver()
    // Each cycle is at another place than the cycle before predicts.
    for index in 1...100 {
      let state = JACKTransportState(
        phase: JACKTransportObserverTests.rolling, frame: index * 1_000, cycle: UInt32(64 * index))
      _ = observer.observe(state, count: 64, requests: 0, at: time)
    }
    var cycle: UInt32 = 6_400
    func isStopReported() -> Bool {
      cycle += 64
      let state = JACKTransportState(phase: JACKTransportObserverTests.stopped, frame: 0, cycle: cycle)
      return observer.observe(state, count: 64, requests: 0, at: time)
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
