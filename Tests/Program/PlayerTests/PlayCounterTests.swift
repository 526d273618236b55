import Testing

@testable import Player
@testable import SystemBase

/// A play counts at half of the track or four minutes of it.
@Suite struct PlayCounterTests {
  /// Asks each second from one place to another. Returns the places at which it counted.
  private func play(
    _ counter: inout PlayCounter, _ seconds: ClosedRange<Int>, item: Int = 1, of duration: Double?,
    isPlaying: Bool = true
  ) -> [Int] {
    let offset = clock
    return seconds.filter { second in
      counter.update(
        QueueItem.ID(item), elapsed: Double(second), duration: duration, speed: 1, isPlaying: isPlaying,
        now: HostTime(nanoseconds: Int64(offset + second) * 1_000_000_000))
    }
  }

  private let clock = 1_000

  /// The macro takes no call that changes its value.
  private func expect(_ holds: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(holds, sourceLocation: sourceLocation)
  }

  @Test func playIsCountedAfterHalfOfTheTrack() {
    var counter = PlayCounter()
    expect(play(&counter, 0...100, of: 100) == [50])
  }

  @Test func playOfALongOrUnknownTrackIsCountedAfterFourMinutes() {
    var counter = PlayCounter()
    expect(play(&counter, 0...1000, of: 3600) == [240])
    var unknown = PlayCounter()
    expect(play(&unknown, 0...1000, of: nil) == [240])
  }

  @Test func skippedTimeIsNotCountedAsPlayed() {
    var counter = PlayCounter()
    expect(play(&counter, 0...20, of: 100).isEmpty)
    let late = HostTime(nanoseconds: 1_021_000_000_000)
    expect(
      !counter.update(QueueItem.ID(1), elapsed: 90, duration: 100, speed: 1, isPlaying: true, now: late))
  }

  @Test func pausesDoNotCountAndAnotherTrackRestartsTheCount() {
    var counter = PlayCounter()
    expect(play(&counter, 0...100, of: 100, isPlaying: false).isEmpty)
    expect(play(&counter, 0...40, item: 2, of: 100).isEmpty)
    expect(play(&counter, 0...40, item: 3, of: 100).isEmpty)
  }

  @Test func shortTrackIsCountedEachTimeItIsRepeated() {
    var counter = PlayCounter()
    for round in 0..<3 {
      let counted = (0..<20).filter { step in
        counter.update(
          QueueItem.ID(1), elapsed: Double(step) / 10, duration: 2, speed: 1, isPlaying: true,
          now: HostTime(nanoseconds: Int64(round * 20 + step) * 100_000_000))
      }
      // At 1 s, as far as tenths are exact.
      expect(counted.count == 1 && (10...11).contains(counted[0]))
    }
  }

  @Test func playBeginsWhenItIsFirstHeardAndAsksForTheTimeAtWhichItCounts() {
    var counter = PlayCounter()
    func update(_ elapsed: Double, at second: Double, isPlaying: Bool = true) -> Bool {
      counter.update(
        QueueItem.ID(1), elapsed: elapsed, duration: 100, speed: 2, isPlaying: isPlaying,
        now: HostTime(nanoseconds: Int64(second * 1e9)))
    }
    expect(!update(0, at: 10))
    expect(counter.began == nil && (counter.nextUpdate?.seconds(since: .init(nanoseconds: 0)) ?? 99) < 11)
    expect(!update(4, at: 12))
    expect(counter.began == HostTime(nanoseconds: 10_000_000_000))
    // 46 s of the track are left, at the double speed.
    let next = counter.nextUpdate?.seconds(since: HostTime(nanoseconds: 12_000_000_000)) ?? 0
    expect((23...23.1).contains(next))
    expect(!update(4, at: 20, isPlaying: false))
    expect(counter.nextUpdate == nil)
    expect(!update(4, at: 30))
    expect(update(50, at: 53))
    expect(counter.nextUpdate == nil)
  }

  @Test func repeatedTrackIsCountedAgain() {
    var counter = PlayCounter()
    expect(play(&counter, 0...99, of: 100) == [50])
    expect(play(&counter, 0...99, of: 100) == [50])
  }
}
