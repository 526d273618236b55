import AudioBase
import Effects
import MixEngine
import Testing

/// A loop through another program that plays as a test states.
@Suite struct LoopUnitTests {
  /// A device with a program that returns what was sent, multiplied by −0.5.
  private final class Bench {
    static let period = 256
    let unit: LoopUnit
    /// Whether the program runs; if not, its ports are gone.
    var runs = true
    /// Whether the program repeats its last block.
    var hangs = false
    private var answer = [Float](repeating: 0, count: period)
    private var place: Int
    /// What the program has received.
    private(set) var sent: [Frame] = []

    /// - Parameter place: the frame of the tone at which the unit is added.
    init(isServed: Bool = true, from place: Int = 0) {
      self.place = place
      let loop = ExternalLoop(program: "echo")
      unit = LoopUnit(UnitSetup(rate: .standard, values: []), loop)
      if isServed { loop.state.pointee.period.store(Bench.period, ordering: .relaxed) }
    }

    /// Plays blocks of a tone. Returns what is heard.
    func play(_ blocks: Int, parts: Int = 1) -> [Frame] { (0..<blocks).flatMap { _ in playBlock(parts) } }

    private func playBlock(_ parts: Int) -> [Frame] {
      var frames = sine(440, frames: Bench.period, from: place)
      place += Bench.period
      let state = unit.loop.state
      answer.withUnsafeBufferPointer {
        state.pointee.beginBlock(
          runs ? $0.baseAddress : nil, runs ? $0.baseAddress : nil, count: Bench.period)
      }
      frames.withUnsafeMutableBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return }
        for part in 0..<parts {
          let count = Bench.period / parts
          _ = unit.unit.run(start + part * count, count, isSilent: false)
        }
      }
      var (left, right) = (answer, answer)
      state.pointee.endBlock(&left, &right)
      sent += zip(left, right).map { Frame($0, $1) }
      if !hangs { answer = left.map { $0 * -0.5 } }
      return frames
    }

    /// The tone, later by a number of frames.
    static func tone(_ frames: Range<Int>, delay: Int = 0, gain: Float = 1) -> [Frame] {
      sine(440, frames: frames.count, from: frames.lowerBound - delay).map { $0 * gain }
    }
  }

  private func difference(_ one: some Sequence<Frame>, _ other: [Frame]) -> Float {
    zip(one, other).reduce(0) { max($0, ($1.0 - $1.1).x.magnitude) }
  }

  @Test(arguments: [1, 2, 8])
  func answerIsHeardOnePeriodLater(parts: Int) {
    let bench = Bench()
    #expect(bench.unit.unit.latency == Bench.period)
    let heard = bench.play(20, parts: parts)
    let expected = Bench.tone(2560..<5120, delay: Bench.period, gain: -0.5)
    #expect(difference(heard[2560...], expected) < 1e-6)
  }

  @Test func programThatDiesLeavesTheDelayedInputWithoutAStep() {
    let bench = Bench()
    let before = bench.play(20)
    bench.runs = false
    let after = bench.play(20)
    // Dry from the first block on, apart from the difference of both sounds, which decays within 10 ms.
    let expected = Bench.tone(5120..<10_240, delay: Bench.period)
    #expect(difference(after[480...], Array(expected[480...])) < 1e-6)
    let steady = Array(before.suffix(2560)).largestBend + Array(after.suffix(2560)).largestBend
    #expect((before.suffix(480) + after).largestBend < steady + 0.02)
  }

  @Test func addingBypassingAndRemovingMakeNoStep() {
    // Begins at a peak.
    let start = 4936
    let bench = Bench(from: start)
    var heard = Bench.tone(0..<start)
    let changes: [(String, () -> Void)] = [
      ("added", {}), ("bypassed", { bench.unit.bypass(true) }), ("switched on", { bench.unit.bypass(false) }),
      ("removed", { bench.unit.setLeaving(true) }), ("added again", { bench.unit.setLeaving(false) }),
    ]
    for (name, change) in changes {
      change()
      let before = Array(heard.suffix(4800))
      heard += bench.play(20)
      let during = Array(heard.suffix(20 * Bench.period + 2))
      heard += bench.play(20)
      let steady = max(before.largestBend, Array(heard.suffix(4800)).largestBend)
      // −60 dB of the tone.
      #expect(during.largestBend - steady < 0.25 * 0.001, "\(name)")
    }
  }

  @Test func leavingLoopPassesItsInputAtOnce() {
    let bench = Bench()
    _ = bench.play(10)
    bench.unit.setLeaving(true)
    _ = bench.play(10)
    #expect(bench.unit.unit.latency == 0 && difference(bench.play(10), Bench.tone(5120..<7680)) == 0)
  }

  @Test func programReceivesTheSoundFadedInWhenItBegins() {
    let bench = Bench(from: 27)
    _ = bench.play(10)
    let steady = Bench.tone(0..<1000).largestBend
    #expect(([.zero, .zero] + bench.sent).largestBend < steady + 1e-5)
  }

  @Test func programThatComesBackIsHeardAgain() {
    let bench = Bench()
    bench.runs = false
    _ = bench.play(20)
    bench.runs = true
    _ = bench.play(10)
    let expected = Bench.tone(7680..<10_240, delay: Bench.period, gain: -0.5)
    #expect(difference(bench.play(10), expected) < 1e-6)
  }

  @Test func programThatRepeatsItsLastBlockIsNotHeard() {
    let bench = Bench()
    _ = bench.play(20)
    bench.hangs = true
    _ = bench.play(4)
    let expected = Bench.tone(6144..<7168, delay: Bench.period)
    #expect(difference(bench.play(4), expected) < 1e-6)
    let isAnswered = bench.unit.loop.state.pointee.isAnswered.load(ordering: .relaxed)
    #expect(!isAnswered)
  }

  @Test func loopWithoutADevicePassesItsInputAndDelaysNothing() {
    let bench = Bench(isServed: false)
    bench.runs = false
    #expect(bench.unit.unit.latency == 0)
    #expect(difference(bench.play(4), Bench.tone(0..<1024)) == 0)
  }

  @Test func bypassedLoopPassesTheDelayedInput() {
    let bench = Bench()
    _ = bench.play(10)
    bench.unit.bypass(true)
    _ = bench.play(10)
    #expect(difference(bench.play(10), Bench.tone(5120..<7680, delay: Bench.period)) < 1e-6)
  }

  @Test func nameOfAUnitNamesAProgram() {
    #expect(ExternalPrograms.effects.description(of: "jack:Calf Studio")?.title == "Calf Studio")
    #expect(ExternalPrograms.effects.description(of: "jack")?.kind == .jack)
    #expect(
      ExternalPrograms.effects.description(of: "jack:") == nil
        && ExternalPrograms.effects.description(of: "jacket") == nil)
  }
}
