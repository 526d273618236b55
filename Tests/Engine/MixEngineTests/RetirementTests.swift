import AudioBase
import EngineTestSupport
import MixEngine
import Testing

/// What was handed to the audio thread is freed when that no longer uses it, and no sooner.
@Suite struct RetirementTests {
  private let engine: AudioEngine
  private let bench: EngineBench

  init() {
    bench = EngineBench(pads: RetirementTests.pads(0.5))
    engine = bench.engine
  }

  private static func pads(_ level: Float) -> [PadProgram.Pad] {
    [.sample([Float](repeating: level, count: 4000)), .sample([Float](repeating: level, count: 900))]
  }

  private func render(_ frames: Int = 256) -> [Frame] {
    let out = bench.device.render(FrameCount(frames))
    _ = bench.events()
    return out
  }

  @Test func replacedKitsAreFreedDuringPlayback() {
    weak var early: PadProgram?
    var most = 0
    for number in 0..<10_000 {
      let program = PadProgram(pads: RetirementTests.pads(0.1))
      if number == 20 { early = program }
      engine.control.setPads(program)
      bench.strike(number % 2 + 1, atFrame: 0)
      if number % 3 == 0 { _ = render(64) }
      most = max(most, engine.control.objectsInUse)
    }
    #expect(early == nil)
    // Each voice may play from a kit of its own.
    #expect(most < 140)
    _ = render(8192)
    #expect(engine.control.objectsInUse == 2)
    #expect(engine.control.lostCommands == 0)
  }

  @Test func aReplacedKitStaysUntilItsLastVoiceHasEnded() {
    weak var old: PadProgram?
    do {
      let program = PadProgram(pads: RetirementTests.pads(0.5))
      old = program
      engine.control.setPads(program)
    }
    _ = render()
    bench.strike(1, atFrame: 0)
    _ = render(1024)
    engine.control.setPads(PadProgram(pads: []))
    // The voice began at frame 270 of the last 1,024 and has 4,000 frames.
    let first = render(3200)
    #expect(old != nil && first.allSatisfy { $0.x == 0.5 })
    let second = render(256)
    #expect(old == nil)
    #expect(second[76].x == 0.5 && second[77...].allSatisfy { $0 == .zero })
  }

  @Test func hitPlansAreFreedAfterTheirReplacement() {
    weak var track: HitSequence?
    weak var free: HitSequence?
    do {
      let sequences = (
        HitSequence([PlannedHit(frame: 0, pad: 1)]), HitSequence([PlannedHit(frame: 9, pad: 1)])
      )
      (track, free) = sequences
      engine.control.setSequences([(StreamID(1), sequences.0)])
      engine.control.startFree(sequences.1, hitsSince: .now)
    }
    _ = render()
    #expect(track != nil && free != nil)
    engine.control.setSequences([])
    engine.control.startFree(HitSequence([]))
    _ = render()
    #expect(track == nil && free == nil)
    #expect(engine.control.objectsInUse == 4)
  }

  @Test func lanesAreFreedAfterTheirReplacement() {
    weak var track: CourseMemory?
    weak var free: CourseMemory?
    do {
      let memories = (CourseMemory(), CourseMemory())
      (track, free) = memories
      engine.control.setLanes([(StreamID(1), [memories.0.course([0: 1])])])
      engine.control.startFree(HitSequence([]), lanes: [memories.1.course([0: 1])])
      engine.control.setOverridden([memories.0.target])
    }
    _ = render()
    #expect(track != nil && free != nil)
    engine.control.setLanes([])
    engine.control.startFree(HitSequence([]))
    engine.control.setOverridden([])
    _ = render()
    #expect(track == nil && free == nil)
    #expect(engine.control.objectsInUse == 5)
  }

  @Test func kitThatTheAudioThreadNeverTookIsFreedWithTheEngine() {
    weak var program: PadProgram?
    do {
      let engine = AudioEngine(sampleRate: .standard)
      let given = PadProgram(pads: RetirementTests.pads(1))
      program = given
      engine.control.setPads(given)
    }
    #expect(program == nil)
  }

  @Test func stoppedDeviceIsSentNoMoreObjectsThanTheQueueHolds() {
    for _ in 0..<3000 { engine.control.setSequences([]) }
    #expect(engine.control.lostCommands == 3000 - 1024)
    // Those, the pads and the render sequence.
    #expect(engine.control.objectsInUse == 1026)
    _ = render()
    #expect(engine.control.objectsInUse == 3)
  }
}
