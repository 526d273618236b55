import AudioBase
import Dubbing
import MixEngine
import SystemBase
import Testing

@testable import Application
@testable import TerminalUI

/// The figures of practice on the screen and as lines.
@MainActor @Suite struct PracticeScreenTests {
  private func expect(_ name: String, _ bench: TimelineBench) throws {
    for (width, height) in [(120, 36), (80, 24), (40, 12), (20, 5)] {
      _ = bench.shown(width, height)
      try Snapshot.expect("\(name)-\(width)x\(height)", bench.shown(width, height))
    }
  }

  @Test func figuresHistogramPadsAndPlacesAreDrawn() throws {
    try expect("practice", TimelineBench.practised(bars: 12))
  }

  @Test func practiceWithoutHitsSaysWhatIsNeeded() throws {
    let text = try TimelineBench.practised(bars: 0).shown(80, 24)
    #expect(text.contains("Practice · 4 parts of a beat") && text.contains("strike pads while the metronome"))
  }

  @Test func detailsAreThoseOfTheLastBarsOrOfTheWholePass() throws {
    let bench = try TimelineBench.practised(bars: 12)
    #expect(bench.shown(120, 36).contains("▸ last 4 bars") && bench.shown(120, 36).contains(" 16×"))
    bench.press(.practiceScreen(.pass))
    #expect(bench.shown(120, 36).contains("▸ whole pass") && bench.shown(120, 36).contains(" 48×"))
    bench.press(.request(.practice(.bars(2))))
    #expect(bench.shown(120, 36).contains("last 2 bars"))
    bench.press(.request(.practice(.clear)))
    #expect(bench.shown(120, 36).contains("strike pads"))
  }

  @Test func placesThatDoNotFitAreScrolledTo() throws {
    let bench = try TimelineBench.practised(bars: 12)
    #expect(!bench.shown(80, 16).contains("beat 4.5"))
    bench.press(.move(.end))
    #expect(bench.shown(80, 16).contains("beat 4.5"))
  }

  @Test func musicMetronomeAndCommandsLeaveThePracticeOpen() throws {
    let bench = try TimelineBench.practised(bars: 1)
    bench.press(.take(.metronome), .playback(.speedDown), .request(.tempo(.bpm(100))), .program(.palette))
    bench.session.type(.cancel)
    #expect(bench.session.layers.last is PracticeLayer)
    bench.press(.take(.practice))
    #expect(bench.session.layers.isEmpty)
  }

  @Test func figuresAreLinesInThePlainMode() throws {
    let bench = try TimelineBench.practised(bars: 2)
    let row = try #require(PlainSelection.text(bench.session))
    #expect(row.list == "Practice" && row.row.hasPrefix("last 4 bars: 1"))
    #expect(row.row.contains("; whole pass: ") && row.row.contains(" ms/min, 16 hits"))
  }

  @Test func lineOfBarsIsShortAndHasNoFigureWithoutHits() {
    let grid = BeatGrid(bpm: 60, rate: .standard)
    var timing = HitTiming(division: 1)
    #expect(
      PracticeText.line(PracticeBars(first: 3, last: 3, timing: timing)) == "no hit near a beat, bar 3")
    for frame in [48_480, 96_960, 148_320] {
      timing.add(HitTiming.Hit(pad: 1, frame: frame, grid, division: 1, time: 0))
    }
    #expect(PracticeText.line(PracticeBars(first: 3, last: 3, timing: timing)) == "40 late, bar 3")
    #expect(PracticeText.line(PracticeBars(first: 3, last: 6, timing: timing)) == "40 late, bars 3 to 6")
  }

  @Test(arguments: [
    ("beats", "the beats"), ("1/8 offbeat bars 3 1", "the off-beats of 1/8: 3 bars, then 1 silent"),
    ("1/16t bars 1 2", "1/16t: 1 bar, then 2 silent"),
  ]) func patternOfTheMetronomeIsASentence(text: String, words: String) throws {
    let click = try #require(ClickPattern(text))
    #expect(TakeText.sentence(.click(click)) == "the metronome plays \(words)")
  }

  @Test func bothReasonsWhyAPatternDoesNotFitAreSaid() throws {
    let (triplets, offbeats) = (try #require(ClickPattern("1/4t")), try #require(ClickPattern("1/4 offbeat")))
    #expect(
      TakeText.sentence(.clickDoesNotFit(triplets, .common))
        == "the metronome is not changed: 1/4t does not divide the beats of 4/4")
    #expect(
      TakeText.sentence(.clickDoesNotFit(offbeats, .common))
        == "the metronome is not changed: 1/4 has no off-beats in 4/4")
  }

  /// The time of the first beat of a practised bench.
  private func start(of bench: TimelineBench) throws -> HostTime {
    let origin = try #require(bench.takes.tempo.freeBeats?.origin)
    return bench.player.device.now.advanced(
      bySeconds: Double(origin - bench.player.output.count) / 48_000)
  }

  /// Strikes a pad with each beat, 10 ms late.
  private func strike(_ beats: Int, from start: HostTime, _ practice: PracticeController) {
    for beat in 0..<beats {
      let time = start.advanced(bySeconds: Double(beat) * 0.5 + 0.01)
      practice.receive(
        StartedHit(pad: 1, velocity: 100, sample: 0, outputFrame: 0, isLate: false, keyTime: time))
    }
  }

  /// Before the last hits of a bar have been reported, it is not told.
  @Test func eachBarIsToldOnceWhenItHasEnded() throws {
    let bench = try TimelineBench.practised(bars: 3)
    let (practice, start) = (bench.takes.practice, try start(of: bench))
    var told: [PracticeBars] = []
    let subscription = practice.ended.subscribe { told.append($0) }
    practice.follow(at: start.advanced(bySeconds: 2.5))
    #expect(told.isEmpty && practice.nextBar == nil)
    practice.perform(.clear)
    practice.perform(.lines(bars: 1))
    strike(8, from: start, practice)
    practice.follow(at: start.advanced(bySeconds: 2.05))
    #expect(told.isEmpty)
    let next = try #require(practice.nextBar)
    #expect(abs(next.seconds(since: start) - 2.1) < 0.001)
    practice.follow(at: next.advanced(bySeconds: 0.001))
    practice.follow(at: next.advanced(bySeconds: 0.2))
    #expect(told.map(\.first) == [1] && told.first?.timing.all.hits == 4)
    #expect(abs((told.first?.timing.all.mean ?? 0) - 0.01) < 0.001)
    // The end of the metronome's beats ends the last bar.
    practice.perform(.clear)
    #expect(told.map(\.first) == [1, 2])
    _ = subscription
  }

  @Test func barsOfALineAreToldTogetherAndTheRestAtTheEnd() throws {
    let bench = try TimelineBench.practised(bars: 3)
    let (practice, start) = (bench.takes.practice, try start(of: bench))
    var told: [PracticeBars] = []
    let subscription = practice.ended.subscribe { told.append($0) }
    practice.perform(.clear)
    practice.perform(.lines(bars: 2))
    strike(12, from: start, practice)
    practice.follow(at: start.advanced(bySeconds: 2.2))
    #expect(told.isEmpty)
    practice.follow(at: start.advanced(bySeconds: 4.2))
    #expect(told.map(\.first) == [1] && told.map(\.last) == [2] && told.first?.timing.all.hits == 8)
    practice.perform(.clear)
    #expect(told.map(\.first) == [1, 3] && told.map(\.last) == [2, 3])
    _ = subscription
  }
}
