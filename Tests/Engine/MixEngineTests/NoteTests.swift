import AudioBase
import EngineTestSupport
import SystemBase
import Testing

@testable import MixEngine

/// Notes: their frames, their order, what the source receives, and what is reported.
@Suite struct NoteTests {
  /// From a key at a frame to its sound: period, margin, limiter.
  private static let keyToSound = 256 + 14 + 31

  /// A bench whose instrument makes an impulse of each note that begins: the key times 1/256.
  private func bench(tracks: [String: [Frame]] = [:], latency: Int = 0) -> (EngineBench, ImpulseSource) {
    let bench = EngineBench(tracks: tracks)
    let source = ImpulseSource(latency: latency)
    var chains = bench.engine.control.standardChains
    chains.source = source
    bench.engine.control.setChains(chains)
    _ = bench.device.render(FrameCount(1024))
    return (bench, source)
  }

  private func play(
    _ key: Int, _ kind: NoteEvent.Kind = .on, atFrame frame: Int, on bench: EngineBench,
    from producer: HitProducer = .keys
  ) {
    let time = bench.device.now.advanced(bySeconds: Double(frame) / 48_000)
    bench.engine.control.notePort(for: producer).send(NoteEvent(kind, key: key, value: 100, time: time))
  }

  private func notes(of bench: EngineBench) -> [PlayedNote] {
    bench.events().compactMap { if case .note(let note) = $0 { note } else { nil } }
  }

  @Test func noteSoundsOnTheSameFrameAsAHitOfTheSameTime() {
    let (bench, _) = bench()
    play(64, atFrame: 10, on: bench)
    let out = bench.device.render(FrameCount(2048))
    #expect(out.firstIndex { $0 != .zero } == 10 + Self.keyToSound)
    #expect(out[10 + Self.keyToSound].x == 0.25)
  }

  @Test func notesOfAllProducersComeInTheOrderOfTheirFrames() {
    let (bench, _) = bench()
    play(3, atFrame: 30, on: bench, from: .control)
    play(1, atFrame: 10, on: bench, from: .midi)
    play(2, atFrame: 20, on: bench)
    let out = bench.device.render(FrameCount(2048))
    let sounds = out.indices.filter { out[$0] != .zero }
    #expect(sounds == [10, 20, 30].map { $0 + Self.keyToSound })
    #expect(sounds.map { Int((out[$0].x * 256).rounded()) } == [1, 2, 3])
    #expect(notes(of: bench).map(\.note.key) == [1, 2, 3])
  }

  @Test func delayedNotesSoundLaterAndLetOthersPass() {
    let (bench, _) = bench()
    let port = bench.engine.control.notePort(for: .keys)
    for (key, delay) in [(1, Float(0.02)), (2, 0)] {
      port.send(NoteEvent(.on, key: key, value: 100, time: bench.device.now, delay: delay))
    }
    play(3, atFrame: 100, on: bench)
    let out = bench.device.render(FrameCount(4096))
    let sounds = out.indices.filter { out[$0] != .zero }
    #expect(sounds == [0, 100, 960].map { $0 + Self.keyToSound })
    #expect(sounds.map { Int((out[$0].x * 256).rounded()) } == [2, 3, 1])
  }

  @Test func armedSequenceBeginsWithTheFirstNote() {
    let (bench, _) = bench()
    bench.engine.control.startFree(HitSequence([]), hitsSince: bench.device.now)
    play(64, atFrame: 40, on: bench)
    _ = bench.device.render(FrameCount(2048))
    let begun = bench.events().compactMap { if case .freeBegan(_, let frame) = $0 { frame } else { nil } }
    #expect(begun == [1024 + 40 + Self.keyToSound])
  }

  @Test func plannedNotesSoundAtTheirFramesWithTheirLengths() {
    let (bench, source) = bench()
    bench.engine.control.startFree(
      HitSequence([
        PlannedHit(frame: 700, kind: .note, pad: 40, velocity: 90, sample: 2, gain: 0.5, length: 300)
      ]))
    let out = bench.device.render(FrameCount(2048))
    #expect(out.firstIndex { $0 != .zero } == 700 + 31)
    let note = source.received.first
    #expect(note?.note.key == 40 && note?.note.string == 2 && note?.note.value == 90)
    #expect(note?.gain == 0.5 && note?.heldFrames == 300)
    #expect(notes(of: bench).map(\.isPlanned) == [true])
  }

  @Test func plannedNotesFollowTheFramesOfATrack() {
    let (bench, _) = bench(tracks: ["a": [Frame](repeating: .zero, count: 60_000)])
    bench.engine.control.setSequences([
      (StreamID(1), HitSequence([PlannedHit(frame: 5000, kind: .note, pad: 128)]))
    ])
    bench.load("a")
    bench.waitForMusic(20_000)
    let out = bench.device.render(FrameCount(8192))
    let begin = bench.events().compactMap { if case .music(let segment) = $0 { segment } else { nil } }.first
    #expect(out.firstIndex { $0 != .zero } == (begin?.outputFrame ?? 0) + 5000 - 1024)
  }

  @Test func withoutAnInstrumentNotesAreIgnoredAndNothingIsReported() {
    let bench = EngineBench()
    play(64, atFrame: 10, on: bench)
    #expect(bench.device.render(FrameCount(2048)).allSatisfy { $0 == .zero })
    #expect(notes(of: bench).isEmpty && bench.engine.control.lostHits == 0)
  }

  @Test func instrumentIsAlignedWithTheOtherBusesAndSendsToReturns() {
    let (bench, source) = bench(latency: 7)
    var chains = bench.engine.control.standardChains
    chains.source = source
    chains.returns = [[]]
    chains.sends = [RenderPlan.Send(from: .instrument, to: 0)]
    bench.engine.control.setChains(chains)
    #expect(bench.engine.control.lookAhead == FrameCount(31 + 7))
    _ = bench.device.render(FrameCount(1024))
    play(64, atFrame: 10, on: bench)
    let out = bench.device.render(FrameCount(2048))
    // The source says that its sound comes 7 frames late, and does not delay it.
    #expect(out[10 + Self.keyToSound].x == 0.5)
  }

  @Test func silencingThePadsEndsTheNotesAndDropsThoseThatWait() {
    let (bench, source) = bench()
    play(64, atFrame: 300, on: bench)
    bench.engine.control.silencePads()
    _ = bench.device.render(FrameCount(2048))
    #expect(source.received.map(\.note.key) == [NoteEvent.soundOff])
    #expect(bench.engine.control.lostHits == 1)
  }

  @Test func waitingNotesKeepTheDeviceAwake() {
    let (bench, _) = bench()
    _ = bench.device.render(FrameCount(seconds: SilenceTimer.long, at: .standard) + FrameCount(256))
    play(64, atFrame: 0, on: bench)
    #expect(!bench.engine.source.beginRest())
  }

  @Test func lateNotesAreCountedAndThoseBeyondTheRingAreLost() {
    let (bench, _) = bench()
    play(64, atFrame: -600, on: bench)
    _ = bench.device.render(FrameCount(512))
    #expect(bench.engine.control.lateHits == 1)
    for _ in 0..<257 { play(64, atFrame: 0, on: bench) }
    #expect(bench.engine.control.lostHits == 1)
  }
}

/// A source that makes an impulse of each note that begins, and keeps what it has received.
final class ImpulseSource: NoteSource, @unchecked Sendable {
  private struct State {
    let inbox: UnsafeMutablePointer<NoteInbox>
    var received: [DueNote] = []
  }

  private let state: UnsafeMutablePointer<State>
  let inbox: UnsafeMutablePointer<NoteInbox>
  private let latency: Int

  init(latency: Int) {
    self.latency = latency
    inbox = .allocate(capacity: 1)
    inbox.initialize(to: NoteInbox())
    state = .allocate(capacity: 1)
    state.initialize(to: State(inbox: inbox))
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
    inbox.deinitialize(count: 1)
    inbox.deallocate()
  }

  var received: [DueNote] { state.pointee.received }

  var unit: RenderUnit {
    RenderUnit(context: state, latency: latency) { context, frames, count, _ in
      let state = context.assumingMemoryBound(to: State.self)
      let inbox = state.pointee.inbox
      if inbox.pointee.count == 0 { return true }
      let block = frames.assumingMemoryBound(to: Frame.self)
      block.update(repeating: .zero, count: count)
      for index in 0..<inbox.pointee.count {
        let due = inbox.pointee.note(index)
        state.pointee.received.append(due)
        if due.note.isOn { block[due.offset] = Frame(repeating: Float(due.note.key) / 256) }
      }
      inbox.pointee.removeAll()
      return false
    }
  }
}
