import AudioBase
import Effects
import Glibc
import Instruments
import MixEngine
import SystemBase
import Testing

/// An instrument that another program plays, as a test states.
@Suite struct LoopInstrumentTests {
  /// A device with a program that plays a tone while it runs.
  private final class Bench {
    static let period = 256
    let unit: LoopInstrument
    /// Whether the program runs; if not, its ports are gone.
    var runs = true
    /// Whether the program repeats its last block.
    var hangs = false
    /// The messages that the program has received, by frames from the beginning.
    private(set) var received: [FrameMessage] = []
    private var tone = [Frame](repeating: .zero, count: period)
    private var place = 0

    init(isServed: Bool = true) {
      let loop = ExternalLoop(program: "synth", role: .instrument)
      unit = LoopInstrument(UnitSetup(rate: .standard, values: []), loop)
      if isServed { loop.state.pointee.period.store(Bench.period, ordering: .relaxed) }
    }

    func send(
      _ kind: NoteEvent.Kind, key: Int = -1, string: Int = -1, value: Float = 100, at offset: Int = 0,
      gain: Float = 1, held: Int = 0
    ) {
      let note = NoteEvent(kind, key: key, string: string, value: value, time: HostTime(nanoseconds: 0))
      unit.inbox.pointee.add(DueNote(note, offset: offset, gain: gain, heldFrames: held))
    }

    /// Plays blocks; notes that were sent fall into the first part. Returns what is heard.
    func play(_ blocks: Int, parts: Int = 1) -> [Frame] { (0..<blocks).flatMap { _ in playBlock(parts) } }

    private func playBlock(_ parts: Int) -> [Frame] {
      var frames = [Frame](repeating: Frame(0.5, .nan), count: Bench.period)
      let state = unit.loop.state
      if !hangs { tone = Bench.tone(place..<(place + Bench.period)) }
      let (left, right) = (tone.map(\.x), tone.map(\.y))
      state.pointee.beginBlock(runs ? left : nil, runs ? right : nil, count: Bench.period)
      frames.withUnsafeMutableBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return }
        let count = Bench.period / parts
        for part in 0..<parts where unit.unit.run(start + part * count, count, isSilent: true) {
          (start + part * count).update(repeating: .zero, count: count)
        }
      }
      state.pointee.endBlock(nil, nil)
      for index in 0..<state.pointee.messages.count {
        let message = state.pointee.messages[index]
        received.append(message.moved(to: message.frame + place))
      }
      place += Bench.period
      return frames
    }

    static func tone(_ frames: Range<Int>) -> [Frame] {
      frames.map { Frame(repeating: Float(0.25 * sin(2 * Double.pi * 440 * Double($0) / 48_000))) }
    }
  }

  private func difference(_ one: some Sequence<Frame>, _ other: [Frame]) -> Float {
    zip(one, other).reduce(0) { max($0, ($1.0 - $1.1).x.magnitude) }
  }

  private func on(_ key: Int, _ velocity: Int, at frame: Int) -> FrameMessage {
    .noteOn(key, velocity: velocity, channel: 0, at: frame)
  }

  private func off(_ key: Int, at frame: Int) -> FrameMessage { .noteOff(key, channel: 0, at: frame) }

  @Test func notesReachTheProgramOnTheirFrames() {
    let bench = Bench()
    bench.send(.on, key: 60, value: 90, at: 17)
    bench.send(.control, key: 64, value: 127, at: 20)
    bench.send(.off, key: 60, at: 200)
    _ = bench.play(1)
    bench.send(.bend, value: 1, at: 3)
    _ = bench.play(1)
    #expect(
      bench.received == [
        on(60, 90, at: 17), .control(64, 127, channel: 0, at: 20), off(60, at: 200),
        .bend(1, channel: 0, at: 259),
      ])
  }

  @Test func plannedNoteIsReleasedAfterItsLength() {
    let bench = Bench()
    bench.send(.on, key: 60, at: 100, gain: 0.5, held: 1_000)
    _ = bench.play(6, parts: 2)
    #expect(bench.received == [on(60, 71, at: 100), off(60, at: 1_100)])
  }

  @Test func struckKeyIsReleasedBeforeItIsStruckAgain() {
    let bench = Bench()
    bench.send(.on, key: 60, at: 10, held: 50)
    bench.send(.on, key: 60, at: 60)
    _ = bench.play(2)
    #expect(bench.received == [on(60, 100, at: 10), off(60, at: 60), on(60, 100, at: 60)])
  }

  @Test func stringPlaysOneNoteAtATime() {
    let bench = Bench()
    bench.send(.on, key: 52, string: 0, at: 0)
    bench.send(.on, key: 57, string: 1, at: 1)
    bench.send(.on, key: 55, string: 0, at: 2)
    bench.send(.off, string: 1, at: 3)
    _ = bench.play(1)
    #expect(
      bench.received == [
        on(52, 100, at: 0), on(57, 100, at: 1), off(52, at: 2), on(55, 100, at: 2), off(57, at: 3),
      ])
  }

  @Test func endOfAllSoundAndBypassReleaseAllKeys() {
    let bench = Bench()
    bench.send(.on, key: 60)
    bench.send(.on, key: 64)
    bench.send(.control, key: NoteEvent.soundOff, value: 0, at: 5)
    _ = bench.play(1)
    #expect(
      bench.received.suffix(4) == [
        off(60, at: 5), off(64, at: 5), .control(64, 0, channel: 0, at: 5),
        .control(120, 0, channel: 0, at: 5),
      ])
    bench.send(.on, key: 67)
    _ = bench.play(1)
    bench.unit.bypass(true)
    bench.send(.on, key: 69)
    #expect(bench.play(4).suffix(Bench.period).allSatisfy { $0 == .zero })
    #expect(bench.received.last == off(67, at: 512))
  }

  @Test(arguments: [1, 4])
  func soundOfTheProgramIsHeardAsItCame(parts: Int) {
    let bench = Bench()
    _ = bench.play(4, parts: parts)
    #expect(difference(bench.play(4, parts: parts), Bench.tone(1_024..<2_048)) < 1e-6)
    #expect(bench.unit.unit.latency == Bench.period)
    bench.unit.loop.state.pointee.programLatency.store(100, ordering: .relaxed)
    #expect(bench.unit.unit.latency == Bench.period + 100)
  }

  @Test(arguments: [true, false])
  func programThatDiesOrHangsIsSilentWithoutAStep(hangs: Bool) {
    let bench = Bench()
    let before = bench.play(20)
    if hangs { bench.hangs = true } else { bench.runs = false }
    let after = bench.play(20)
    // What was heard last decays within 10 ms.
    #expect(after[480...].allSatisfy { $0 == .zero })
    #expect((before.suffix(480) + after).largestBend < Array(before.suffix(2_560)).largestBend + 0.02)
    let isAnswered = bench.unit.loop.state.pointee.isAnswered.load(ordering: .relaxed)
    #expect(!isAnswered)
    (bench.runs, bench.hangs) = (true, false)
    _ = bench.play(4)
    #expect(difference(bench.play(4), Bench.tone(11_264..<12_288)) < 1e-6)
  }

  @Test func instrumentWithoutADeviceIsSilentAndDelaysNothing() {
    let bench = Bench(isServed: false)
    bench.runs = false
    bench.send(.on, key: 60)
    #expect(bench.unit.unit.latency == 0 && bench.play(4).allSatisfy { $0 == .zero })
  }

  @Test func nameOfAnInstrumentNamesAProgram() {
    let synth = ExternalPrograms.instruments.description(of: "jack:Calf Studio")
    #expect(synth?.title == "Calf Studio" && synth?.isInstrument == true)
    #expect(ExternalPrograms.instruments.description(of: "jack:Calf Studio") === synth)
    #expect(ExternalPrograms.instruments.description(of: "jack") == nil)
    #expect(ExternalPrograms.instruments.description(of: "jack:") == nil)
  }
}
