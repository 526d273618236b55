import Application
import AudioBase
import SystemBase
import Testing

@testable import Controls

/// Which of several clocks is followed, and what is told of it.
@Suite struct MIDIClocksTests {
  private static let start = HostTime(nanoseconds: 5_000_000_000)
  private var clocks = MIDIClocks()

  private func time(_ seconds: Double) -> HostTime { MIDIClocksTests.start.advanced(bySeconds: seconds) }

  /// Sends the messages of clocks in the order of their times. Returns the reported beats.
  private mutating func beats(_ devices: [(name: String, bpm: Double)], from first: Double, to end: Double)
    -> [ClockBeats]
  {
    let messages = devices.flatMap { device in
      stride(from: first, to: end, by: 60 / device.bpm / 24).map { (device.name, $0) }
    }
    return messages.sorted { $0.1 < $1.1 }.compactMap { device, seconds in
      if case .clock(let beats)? = clocks.receive(.clock, from: device, at: time(seconds)) {
        beats
      } else {
        nil
      }
    }
  }

  @Test mutating func eachBeatOfTheClockIsReportedWithItsNumberAndTimeAndTheFirstOneAtOnce() throws {
    _ = beats([("a", 120)], from: 0, to: 2)
    #expect(clocks.receive(.start, from: "a", at: time(1.99)) == .song(.started))
    let told = beats([("a", 120)], from: 2, to: 6)
    #expect(told.map(\.beat) == [0] + Array(0..<8))
    for beats in told.dropFirst(2) {
      #expect((beats.bpm - 120).magnitude < 0.5)
      #expect(beats.time.seconds(since: time(2 + Double(beats.beat) / 2)).magnitude < 0.001)
    }
  }

  @Test mutating func oneOfTwoClocksIsFollowedUntilItIsSilent() {
    let both = beats([("a", 120), ("b", 90)], from: 0, to: 20)
    #expect(both.count > 30 && both.allSatisfy { ($0.bpm - 120).magnitude < 0.1 })
    let after = beats([("b", 90)], from: 20, to: 30)
    #expect(after.count > 10 && after.allSatisfy { ($0.bpm - 90).magnitude < 0.1 })
  }

  @Test mutating func stoppedClockYieldsToAnotherOneThatStarts() {
    _ = clocks.receive(.start, from: "a", at: time(0))
    _ = beats([("a", 120), ("b", 90)], from: 0, to: 4)
    #expect(clocks.receive(.start, from: "b", at: time(4)) == nil, "the first one plays")
    #expect(clocks.receive(.stop, from: "b", at: time(4)) == nil)
    #expect(clocks.receive(.stop, from: "a", at: time(4)) == .song(.stopped))
    #expect(clocks.receive(.start, from: "b", at: time(4.01)) == .song(.started))
    let told = beats([("a", 120), ("b", 90)], from: 4.1, to: 10)
    #expect(told.count > 5 && told.allSatisfy { ($0.bpm - 90).magnitude < 0.1 })
  }

  @Test mutating func continueGoesOnCountingAndASongPositionMovesTheCount() {
    _ = clocks.receive(.start, from: "a", at: time(0))
    #expect(beats([("a", 120)], from: 0, to: 4).last?.beat == 7)
    #expect(clocks.receive(.stop, from: "a", at: time(4)) == .song(.stopped))
    #expect(clocks.receive(.goOn, from: "a", at: time(4)) == .song(.resumed))
    #expect(beats([("a", 120)], from: 4, to: 5).map(\.beat) == [8, 9])
    #expect(clocks.receive(.songPosition(64), from: "a", at: time(5)) == .song(.moved(sixteenths: 64)))
    #expect(beats([("a", 120)], from: 5, to: 6).map(\.beat) == [16, 17])
  }

  @Test mutating func clockOfAStoppedSongDoesNotMoveIt() {
    _ = clocks.receive(.start, from: "a", at: time(0))
    #expect(beats([("a", 120)], from: 0, to: 4).last?.beat == 7)
    _ = clocks.receive(.stop, from: "a", at: time(4))
    _ = beats([("a", 120)], from: 4, to: 5.25)
    _ = clocks.receive(.goOn, from: "a", at: time(5.25))
    #expect(beats([("a", 120)], from: 5.25, to: 6.25).map(\.beat) == [8, 9])
    _ = clocks.receive(.stop, from: "a", at: time(6.25))
    _ = clocks.receive(.songPosition(64), from: "a", at: time(6.25))
    _ = beats([("a", 120)], from: 6.25, to: 7.5)
    _ = clocks.receive(.goOn, from: "a", at: time(7.5))
    #expect(beats([("a", 120)], from: 7.5, to: 8.5).map(\.beat) == [16, 17])
  }
}
