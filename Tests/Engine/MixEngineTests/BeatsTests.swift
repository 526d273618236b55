import AudioBase
import EngineTestSupport
import MixEngine
import Testing

/// The beats of the metronome without music.
@Suite struct BeatsTests {
  /// The frames at which a click begins after silence.
  private func onsets(_ output: [Frame]) -> [Int] {
    var silent = 1000
    var list: [Int] = []
    for (index, frame) in output.enumerated() {
      if frame == .zero {
        silent += 1
      } else {
        if silent >= 1000 { list.append(index) }
        silent = 0
      }
    }
    return list
  }

  /// Blocks of odd lengths, of which many hold no whole turn and the period is no whole number of frames.
  @Test func beatsOfAFractionalPeriodRepeatWithoutDrift() {
    let bench = EngineBench()
    let sequence = HitSequence(
      [PlannedHit(frame: 0, kind: .accent), PlannedHit(frame: 4000, kind: .beat)], period: 7777.7)
    bench.engine.control.startBeats(sequence)
    let output = bench.device.render(FrameCount(480_000), block: FrameCount(311))
    let start = bench.engine.control.lookAhead.value
    // A sine begins with a zero.
    let heard = onsets(output).map { $0 - 1 - start }
    let all = (0..<70).flatMap { (turn: Int) -> [Int] in
      let first = Int((Double(turn) * 7777.7).rounded(.up))
      return [first, first + 4000]
    }
    let expected = all.filter { $0 + start < output.count - 100 }
    #expect(heard.count == expected.count)
    for (heard, expected) in zip(heard, expected) { #expect(abs(heard - expected) <= 1) }
  }

  /// Beats at a tempo that changes, before a bar that repeats.
  @Test func leadOfBeatsIsPlayedOnceBeforeThePeriodRepeats() {
    let bench = EngineBench()
    let sequence = HitSequence(
      [0, 3000, 9000, 14_000].map { PlannedHit(frame: $0, kind: .beat) }, lead: 9000, period: 11_000.5)
    bench.engine.control.startBeats(sequence)
    let output = bench.device.render(FrameCount(96_000), block: FrameCount(311))
    let start = bench.engine.control.lookAhead.value
    let heard = onsets(output).map { $0 - 1 - start }
    let repeated = (0..<9).flatMap { turn in
      [9000, 14_000].map { Int((Double(turn) * 11_000.5).rounded(.up)) + $0 }
    }
    let expected = ([0, 3000] + repeated).filter { $0 + start < output.count - 100 }
    #expect(heard.count == expected.count)
    for (heard, expected) in zip(heard, expected) { #expect(abs(heard - expected) <= 1) }
  }

  @Test func newPlanReplacesRunningBeatsAndAnEmptyPlanEndsThem() {
    let bench = EngineBench()
    let sequence = HitSequence([PlannedHit(frame: 0, kind: .beat)], period: 12_000)
    let serials = [bench.engine.control.startBeats(sequence), bench.engine.control.startBeats(sequence)]
    #expect(onsets(bench.device.render(FrameCount(48_000))).count == 4)
    let begun = bench.events().compactMap { event -> Int? in
      if case .freeBegan(let serial, _) = event { serial } else { nil }
    }
    #expect(begun == serials)
    bench.engine.control.startBeats(HitSequence([]))
    _ = bench.device.render(FrameCount(4000))
    #expect(bench.device.render(FrameCount(48_000)).allSatisfy { $0 == .zero })
  }

  @Test(arguments: [-20_000, -100, 0, 7_000])
  func beatsOfAnOriginAreHeardOnItsFramesAndThoseThatPassedAreLeftOut(_ distance: Int) {
    let bench = EngineBench()
    _ = bench.device.render(FrameCount(9_600))
    let origin = 9_600 + distance
    bench.engine.control.startBeats(
      HitSequence([PlannedHit(frame: 0, kind: .beat)], period: 12_000), at: origin)
    let output = bench.device.render(FrameCount(48_000))
    let first = bench.engine.control.lookAhead.value
    let expected = (0..<8).map { origin + $0 * 12_000 - 9_600 }.filter { (first...47_990).contains($0) }
    // A sine begins with a zero.
    let heard = onsets(output).map { $0 - 1 }
    #expect(heard == expected)
    #expect(
      bench.events().contains { if case .freeBegan(_, let frame) = $0 { frame == origin } else { false } })
  }

  @Test func clickLevelScalesBeats() {
    func peak(_ level: Decibels) -> Float {
      let bench = EngineBench()
      bench.engine.control.set(.click, to: level)
      _ = bench.device.render(FrameCount(4800))
      bench.engine.control.startBeats(HitSequence([PlannedHit(frame: 0, kind: .beat)], period: 12_000))
      return bench.device.render(FrameCount(4800)).map { abs($0.x) }.max() ?? 0
    }
    let (full, half) = (peak(.unity), peak(Decibels(-6)))
    #expect(abs(half / full - Decibels(-6).factor) < 0.001)
  }

  @Test func deviceDoesNotRestWhileBeatsRun() {
    let bench = EngineBench()
    bench.engine.control.startBeats(HitSequence([PlannedHit(frame: 0, kind: .beat)], period: 480_000))
    _ = bench.device.render(FrameCount(400_000))
    #expect(!bench.engine.source.beginRest())
    bench.engine.control.startBeats(HitSequence([]))
    _ = bench.device.render(FrameCount(400_000))
    #expect(bench.engine.source.beginRest())
  }
}
