import SystemBase
import TerminalKit
import Testing

@testable import Controls

@Suite struct HeldKeyFilterTests {
  private static let key = KeyChord(.character("a"))

  /// Returns the times of the strokes among the arrivals of a key, in milliseconds. A stroke that was in doubt counts.
  private func strokes(
    _ milliseconds: [Double], of key: KeyChord = key, _ filter: inout HeldKeyFilter
  ) -> [Double] {
    var strokes: [Double] = []
    var doubtful: Double?
    for time in milliseconds {
      let nanoseconds = Int64(time * 1_000_000)
      if let end = filter.doubtEnd, end <= nanoseconds, filter.endsDoubt(by: nil, at: end) {
        strokes.append(doubtful ?? 0)
      } else if filter.endsDoubt(by: key, at: nanoseconds) {
        strokes.append(doubtful ?? 0)
      }
      switch filter.judge(key, at: nanoseconds) {
      case .stroke: strokes.append(time)
      case .doubtful: doubtful = time
      case .repeat: break
      }
    }
    if let end = filter.doubtEnd, filter.endsDoubt(by: nil, at: end) { strokes.append(doubtful ?? 0) }
    return strokes
  }

  private func strokes(_ milliseconds: [Double], ignoring: Bool = true) -> [Double] {
    var filter = HeldKeyFilter(ignoresRepeats: ignoring)
    return strokes(milliseconds, &filter)
  }

  /// The arrivals of a key that is held for two seconds, each up to a millisecond late.
  private func held(from start: Double, delay: Double, rate: Double, seed: UInt64) -> [Double] {
    var random = SeededGenerator(seed: seed)
    let repeats = stride(from: delay, to: 2_000, by: 1_000 / rate)
    return ([0] + repeats).map { start + $0 + Double.random(in: 0...1, using: &random) }
  }

  /// A roll of strokes at an uneven distance.
  private func roll(from start: Double, step: Double, jitter: Double, seed: UInt64) -> [Double] {
    var random = SeededGenerator(seed: seed)
    return (0..<24).map { start + Double($0) * step + Double.random(in: -jitter...jitter, using: &random) }
  }

  @Test(arguments: [200.0, 250, 300, 500, 600, 660], [25.0, 30, 33, 50])
  func heldKeyIsOneStroke(delay: Double, rate: Double) {
    for seed in 1...20 as ClosedRange<UInt64> {
      #expect(strokes(held(from: 0, delay: delay, rate: rate, seed: seed)).count == 1)
    }
  }

  @Test(arguments: [30.0, 35, 40, 45, 50, 55, 60], [0.0, 2, 5, 8]) func everyStrokeOfARollIsHeard(
    step: Double, jitter: Double
  ) {
    for seed in 1...20 as ClosedRange<UInt64> {
      let roll = roll(from: 10, step: step, jitter: jitter, seed: seed)
      #expect(strokes(roll) == roll)
    }
  }

  @Test(arguments: [30.0, 40, 50, 60]) func everyStrokeOfUnevenRollsAfterRestsIsHeard(step: Double) {
    var filter = HeldKeyFilter(ignoresRepeats: true)
    var start = 0.0
    for seed in 1...20 as ClosedRange<UInt64> {
      let roll = roll(from: start, step: step, jitter: 6, seed: seed)
      #expect(strokes(roll, &filter).count == 24)
      start = (roll.last ?? 0) + 350
    }
  }

  @Test func everyStrokeInTimeIsHeardAtDistancesOfUsualDelays() {
    for delay in [200.0, 250, 300, 400, 500, 600, 660] {
      let even = (0..<16).map { Double($0) * delay }
      #expect(strokes(even) == even)
      let broken = (0..<48).filter { $0 % 3 < 2 }.map { Double($0) * delay }
      #expect(strokes(broken) == broken)
    }
  }

  @Test func strokeInDoubtWaitsNoLongerThanTheNextRepeatWould() {
    var filter = HeldKeyFilter(ignoresRepeats: true)
    #expect(filter.judge(Self.key, at: 0) == .stroke && filter.doubtEnd == nil)
    #expect(filter.judge(Self.key, at: 500_000_000) == .doubtful)
    #expect(filter.doubtEnd == 546_000_000)
    let (before, then) = (
      filter.endsDoubt(by: nil, at: 545_000_000), filter.endsDoubt(by: nil, at: 546_000_000)
    )
    #expect(!before && then && filter.doubtEnd == nil)
  }

  @Test func delayThatWasAStrokeIsNotInDoubtAgain() {
    var filter = HeldKeyFilter(ignoresRepeats: true)
    #expect(strokes([0, 500], &filter) == [0, 500])
    _ = filter.judge(Self.key, at: 3_000_000_000)
    #expect(filter.judge(Self.key, at: 3_500_000_000) == .stroke)
  }

  @Test func unusualDelayIsLearntFromTheFirstKeyThatIsHeld() {
    var filter = HeldKeyFilter(ignoresRepeats: true)
    #expect(strokes(held(from: 0, delay: 450, rate: 30, seed: 1), &filter).count == 9)
    #expect(strokes(held(from: 5_000, delay: 450, rate: 30, seed: 2), &filter).count == 1)
    let roll = roll(from: 8_000, step: 33, jitter: 0, seed: 3)
    #expect(strokes(roll, &filter) == roll, "the delay is missing")
    #expect(strokes([12_000, 12_500, 14_000, 14_250], &filter).count == 4, "other delays are strokes")
  }

  /// Repeats that cannot be read before a time are read one right after the other then, and the next ones are in time.
  @Test(arguments: [225.0, 300, 500, 660], [25.0, 30, 50])
  func heldKeyIsRecognisedAfterLateFirstRepeats(delay: Double, rate: Double) {
    for late in stride(from: 6.0, through: 120, by: 6) {
      var (filter, start) = (HeldKeyFilter(ignoresRepeats: true), 0.0)
      func lastStroke(late: Double) -> Double {
        start += 4_000
        let times = held(from: start, delay: delay, rate: rate, seed: UInt64(start)).enumerated().map {
          $0.offset == 0 ? $0.element : max($0.element, start + delay + late + Double($0.offset) / 100)
        }
        return (strokes(times, &filter).last ?? .infinity) - start
      }
      let step = 1_000 / rate
      #expect(lastStroke(late: late) <= delay + late + 16 * step, "\(late) ms late")
      // What was learnt then may still be wrong.
      _ = lastStroke(late: 0)
      #expect(lastStroke(late: 0) < 1, "in time after \(late) ms late")
      #expect(lastStroke(late: late) <= delay + late + 16 * step, "\(late) ms late again")
      #expect(lastStroke(late: 0) < 1, "in time after \(late) ms late again")
    }
  }

  @Test func firstHeldKeyWhoseFirstRepeatIsLateIsSoonRecognised() {
    let repeats = stride(from: 533.0, to: 1_500, by: 33).map { $0 }
    var filter = HeldKeyFilter(ignoresRepeats: true)
    // The repeat after the one in doubt is 30 ms late.
    #expect(strokes([0, 500, 560] + repeats.dropFirst(), &filter).count < 13)
    #expect(strokes(([0, 500] + repeats).map { $0 + 4_000 }, &filter).count == 1)
    #expect(strokes([8_000, 8_500, 8_560] + repeats.dropFirst().map { $0 + 8_000 }, &filter).count < 9)
  }

  @Test func strokeAfterAHeldKeyIsHeard() {
    let held = held(from: 0, delay: 500, rate: 30, seed: 1)
    let end = held.last ?? 0
    #expect(strokes(held + [end + 120, end + 300]) == [held[0], end + 120, end + 300])
  }

  @Test func otherKeyBetweenTwoArrivalsMakesTheSecondAStroke() {
    var filter = HeldKeyFilter(ignoresRepeats: true)
    let other = KeyChord(.character("b"))
    #expect(filter.judge(Self.key, at: 0) == .stroke && filter.judge(other, at: 250_000_000) == .stroke)
    #expect(filter.judge(Self.key, at: 500_000_000) == .stroke)
    #expect(filter.judge(Self.key, at: 1_500_000_000) == .stroke)
    #expect(filter.judge(Self.key, at: 2_000_000_000) == .doubtful)
    let isStroke = filter.endsDoubt(by: other, at: 2_030_000_000)
    #expect(isStroke)
  }

  @Test func repeatsAreStrokesWhereTheyAreWanted() {
    let held = held(from: 0, delay: 500, rate: 30, seed: 1)
    #expect(strokes(held, ignoring: false) == held)
  }
}
