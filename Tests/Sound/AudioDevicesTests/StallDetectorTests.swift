import SystemBase
import Testing

@testable import AudioDevices

@Suite struct StallDetectorTests {
  private let start = HostTime(nanoseconds: 5_000_000_000)

  private func after(_ seconds: Double) -> HostTime { start.advanced(bySeconds: seconds) }

  @Test func waitShorterThanTheLimitIsNoInterruption() {
    var interruption = StallDetector(since: start)
    for second in 1...10 {
      #expect(interruption.waited(at: after(Double(second) + 0.9)) == nil)
      #expect(interruption.progressed(at: after(Double(second) + 0.95)) == nil)
    }
  }

  @Test func beginningAndEndOfAnInterruptionAreReportedOnce() {
    var interruption = StallDetector(since: start)
    #expect(interruption.waited(at: after(1.9)) == nil)
    #expect(interruption.waited(at: after(2.1)) == .begins)
    #expect(interruption.waited(at: after(2.2)) == nil)
    #expect(interruption.waited(at: after(600)) == nil)
    #expect(interruption.progressed(at: after(601)) == .ends)
    #expect(interruption.progressed(at: after(602)) == nil)
    #expect(interruption.waited(at: after(603)) == nil)
    #expect(interruption.waited(at: after(605)) == .begins)
  }

  @Test func aSuspendedDeviceIsInterruptedAtOnce() {
    var interruption = StallDetector(since: start)
    #expect(interruption.begin() == .begins)
    #expect(interruption.begin() == nil)
    #expect(interruption.waited(at: after(9)) == nil)
    #expect(interruption.progressed(at: after(10)) == .ends)
  }
}
