import AudioBase
import SystemBase
import Testing

@testable import Dubbing

/// The figures of hits that are compared as they are played.
@Suite struct PracticeLogTests {
  private let grid = BeatGrid(bpm: 120, rate: .standard)

  /// A hit at a beat of the grid, moved by seconds.
  private func hit(_ beat: Double, late: Double, speed: Double = 1, time: Double = 0) -> HitTiming.Hit {
    let frame = (beat * 0.5 + late * speed) * 48_000
    return HitTiming.Hit(
      pad: 1, frame: Int(frame.rounded()), grid, division: 4, speed: speed, time: time)
  }

  @Test func hitIsComparedWithTheNearestPartOfABeatAtTheSpeedThatWasHeard() {
    let early = hit(5.25, late: -0.02)
    #expect(early.beat == 5 && early.place == 5 && abs(early.distance + 0.02) < 0.0001)
    // At half speed a beat lasts a second.
    let slow = hit(5.25, late: 0.04, speed: 0.5)
    #expect(slow.place == 5 && abs(slow.distance - 0.04) < 0.0001)
    let before = hit(0, late: -0.03)
    #expect(before.beat == 0 && before.place == 0 && abs(before.distance + 0.03) < 0.0001)
  }

  @Test func lastBarsAreThoseThatWereHeardLast() {
    var log = PracticeLog(division: 4)
    // Three rounds of a loop of two bars, each bar with a mean of its own.
    for pass in 0..<3 {
      for bar in 0..<2 {
        let late = Double(pass * 2 + bar) / 1_000
        log.add(hit(Double(bar * 4), late: late), in: PracticeLog.Bar(pass: pass, number: bar))
        log.add(hit(Double(bar * 4 + 1), late: late), in: PracticeLog.Bar(pass: pass, number: bar))
      }
    }
    #expect(log.all.all.hits == 12 && abs(log.all.all.mean - 0.0025) < 0.0001)
    let last = log.timing(ofLast: 3)
    #expect(last.all.hits == 6 && abs(last.all.mean - 0.004) < 0.0001)
    let (start, end) = (PracticeLog.Bar(pass: 1, number: 0), PracticeLog.Bar(pass: 2, number: 0))
    #expect(log.bars(from: start, before: end).map(\.number) == [0, 1])
    let round = log.timing(from: start, before: end)
    #expect(round.all.hits == 4 && abs(round.all.mean - 0.0025) < 0.0001)
    #expect(log.lastBar == PracticeLog.Bar(pass: 2, number: 1))
  }

  /// A hit that is early for the next bar comes before one that is late in this bar.
  @Test func lateHitOfTheBarBeforeBelongsToThatBar() {
    var log = PracticeLog(division: 4)
    let (first, second) = (PracticeLog.Bar(pass: 0, number: 0), PracticeLog.Bar(pass: 0, number: 1))
    log.add(hit(0, late: 0.01), in: first)
    log.add(hit(4, late: -0.02), in: second)
    log.add(hit(3.75, late: 0.03), in: first)
    #expect(
      log.timing(ofLast: 1).all.hits == 1
        && log.bars(from: first, before: second) == [first]
        && log.timing(from: first, before: second).all.hits == 2)
  }

  @Test func figuresOfAllHitsOutliveTheBarsThatAreKept() {
    var log = PracticeLog(division: 4)
    for bar in 0..<100 {
      log.add(hit(Double(bar * 4), late: 0.001), in: PracticeLog.Bar(pass: 0, number: bar))
    }
    #expect(log.all.all.hits == 100 && log.timing(ofLast: 100).all.hits == PracticeLog.bars.upperBound)
  }

  /// Adding hits one after the other gives what a computation over all of them gives.
  @Test func runningFiguresAreThoseOfAllHits() {
    var (random, timing) = (SeededGenerator(seed: 3), HitTiming(division: 4))
    var hits: [HitTiming.Hit] = []
    for index in 0..<2_000 {
      let late = 0.01 + Double(index) * 2e-6 + Double.random(in: -0.02...0.02, using: &random)
      hits.append(hit(Double(index % 8), late: late, time: 3_600 + Double(index) / 4))
    }
    hits.forEach { timing.add($0) }
    let count = Double(hits.count)
    let mean = hits.reduce(0) { $0 + $1.distance } / count
    let time = hits.reduce(0) { $0 + $1.time } / count
    let squares = hits.reduce(0) { $0 + ($1.distance - mean) * ($1.distance - mean) }
    let slope =
      hits.reduce(0) { $0 + ($1.time - time) * ($1.distance - mean) }
      / hits.reduce(0) { $0 + ($1.time - time) * ($1.time - time) }
    #expect(abs(timing.all.mean - mean) < 1e-9)
    #expect(abs(timing.all.spread - (squares / count).squareRoot()) < 1e-9)
    #expect(abs(timing.drift - slope * 60) < 1e-9)
  }
}
