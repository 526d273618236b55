import AudioBase
import SystemBase
import Testing

/// The clock of another MIDI device.
@Suite struct MIDIClockFollowerTests {
  private static let start = HostTime(nanoseconds: 5_000_000_000)

  private func time(_ seconds: Double) -> HostTime {
    MIDIClockFollowerTests.start.advanced(bySeconds: seconds)
  }

  @Test(arguments: [60.0, 97.3, 120, 180, 240])
  func phaseIsWithinTwoMillisecondsAndTempoExactDespiteJitter(_ bpm: Double) throws {
    var random = SeededGenerator(seed: 6)
    var follower = MIDIClockFollower()
    let period = 60 / bpm / 24
    follower.start()
    for number in 0..<960 {
      follower.receive(at: time(Double(number) * period + .random(in: -0.003...0.003, using: &random)))
      guard number >= 96 else { continue }
      let told = try #require(follower.time(ofMessage: number))
      #expect(told.seconds(since: time(Double(number) * period)).magnitude < 0.002, "message \(number)")
      #expect((try #require(follower.tempo) / bpm - 1).magnitude < 0.005)
    }
    #expect(follower.count == 959 && follower.isSettled)
  }

  @Test func changeOfTheTempoIsFollowedWithinABeat() throws {
    var follower = MIDIClockFollower()
    var seconds = 0.0
    for number in 0..<400 {
      follower.receive(at: time(seconds))
      seconds += 60.0 / (number < 200 ? 120 : 90) / 24
    }
    #expect((try #require(follower.tempo) - 90).magnitude < 0.5)
  }

  @Test func pauseBeginsANewMeasurementAndTimesThatGoBackAreHarmless() {
    var follower = MIDIClockFollower()
    for number in 0..<48 { follower.receive(at: time(Double(number) * 0.02)) }
    #expect(follower.tempo != nil)
    follower.receive(at: time(3))
    #expect(follower.tempo == nil)
    follower.receive(at: time(1))
    #expect(follower.tempo == nil && follower.time(ofMessage: 3) == nil)
  }

  @Test func floodOfMessagesAtOneTimeHasNoTempo() {
    var follower = MIDIClockFollower()
    for _ in 0..<1_000 { follower.receive(at: time(1)) }
    #expect(follower.tempo == nil)
  }
}
