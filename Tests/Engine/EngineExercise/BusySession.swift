import AudioBase
import AudioFiles
import Glibc
import MixEngine
import SystemBase
import TestSupport
import TrackFeed

/// A session that uses every feature of the audio thread: strikes fifty times a second, plays a take and the metronome, repeats
/// ranges, seeks, skips, pauses, sets every parameter, changes the speed and loses the device, to music and drums so loud that
/// the limiter always acts.
package final class BusySession {
  static let gain = ReplayGain(
    track: ReplayGain.Level(Decibels(-3)), album: ReplayGain.Level(Decibels(2)))
  static let trackFrames = 48_000 * 2
  private static let sizes = [256, 64, 512, 128, 256, 4096]

  let engine: AudioEngine
  /// The pads in use, and what fills their rings.
  var program: PadProgram
  var filler = BusyFiller()
  var effects = BusyEffects()
  /// The metronome's own device; nil if it is heard in the output.
  var clickOutput: ClickOutput?
  let feeder: StreamFeeder
  let stage: StretchService
  private let stretchers = WatchedStretchers(TimeStretcherMaker())
  var random = SeededGenerator(seed: 48)
  package internal(set) var counts = BusyCounts()
  var generation = 0
  var stream: UInt64 = 0
  var loopStart: Int?
  /// What the stretcher was asked for and has not begun.
  var awaitedSpeed: Double?
  /// What is in the ring is to be thrown away with the next block.
  var isFlushing = false
  /// Music is there or on its way.
  private var isExpectingMusic = false
  /// The device: when it asks next, how much it holds, and whether it is another one than at the last block.
  var now = HostTime(nanoseconds: 1_000_000_000)
  var size = BusySession.sizes[0]
  var delay = 512
  var isNewDevice = true

  package init() {
    program = PadProgram(pads: BusySession.pads(1))
    engine = AudioEngine(sampleRate: .standard, program: program, hasEcho: true)
    let track = BusySession.tone(frames: BusySession.trackFrames, step: 0.06)
    feeder = StreamFeeder(
      engine: engine, decoders: MemoryDecoders(["track": track]), converters: NoConversion(),
      crossfade: 0.2
    ) { _ in }
    stage = StretchService(engine: engine, makers: stretchers) { preconditionFailure("\($0)") }
    engine.control.followMix(true)
  }

  /// Plays a number of seconds as fast as possible.
  ///
  /// - Parameters:
  ///   - rendering: has to call what it is given: the render call of a block.
  ///   - delivering: the same for what follows on the device's thread once the block is handed over.
  package func play(
    seconds: Int, rendering: (() -> Void) -> Void, delivering: (() -> Void) -> Void = { $0() }
  ) {
    let out = UnsafeMutableBufferPointer<Frame>.allocate(capacity: BusySession.sizes.max() ?? 0)
    out.initialize(repeating: .zero)
    defer { out.deallocate() }
    let source = engine.source
    var done = 0
    while done < seconds * 48_000 {
      disturb(counts.blocks)
      waitForMusic()
      let block = UnsafeMutableBufferPointer(rebasing: out[..<size])
      let time = BlockTime(asked: now, delay: delay, isRestart: isNewDevice)
      rendering { source.render(into: block, at: time) }
      delivering { source.blockWasDelivered() }
      if let clickOutput {
        rendering { clickOutput.source.render(into: block, at: BlockTime(asked: now, delay: 800)) }
        if block.contains(where: { $0 != .zero }) { counts.clickBlocks += 1 }
      }
      isNewDevice = false
      if isFlushing { isExpectingMusic = true }
      isFlushing = false
      now = now.advanced(bySeconds: FrameCount(size).seconds(at: .standard))
      done += size
      counts.blocks += 1
      listen()
    }
    stage.stop()
    feeder.stop()
    counts.underruns = engine.control.underruns
  }

  /// The device goes; a while later there is another one, of another block size and delay.
  func loseDevice() {
    counts.lostDevices += 1
    size = BusySession.sizes[counts.lostDevices % BusySession.sizes.count]
    delay = size * Int.random(in: 0...3, using: &random)
    now = now.advanced(bySeconds: Double.random(in: 0...2, using: &random))
    isNewDevice = true
  }

  /// Waits until feeder and stretcher have filled their rings, however busy the machine is.
  private func waitForMusic() {
    if !isExpectingMusic { return }
    wait { isFed }
    guard let speed = awaitedSpeed else { return }
    wait { stretchers.made(at: speed) > 0 }
    awaitedSpeed = nil
  }

  /// Whether there is so much music that it begins, or all there is.
  private var isFed: Bool {
    let (frames, markers) = (engine.control.stream.frames.reader, engine.control.stream.markers.reader)
    if frames.available >= max(size, 4800) || engine.control.stream.feederWaits { return true }
    guard markers.available > 0 else { return false }
    let last = markers.peek(markers.available - 1)
    return last.kind == .end && last.generation == generation
  }

  /// What does not become so within a second is played without.
  private func wait(until isSo: () -> Bool) {
    let start = HostTime.now
    while !isSo() && HostTime.now.seconds(since: start) < 1 { sched_yield() }
  }

  private func listen() {
    if effects.lanes.hasMoved() { counts.moves += 1 }
    while let event = engine.events.next() { count(event) }
    _ = engine.echo?.allEvents()
    let meters = engine.events.meters
    let loudest = max(meters.music.peak.max(), meters.pads.peak.max())
    if loudest > 1 && meters.master.peak.max() < 1 { counts.limited += 1 }
  }

  private func count(_ event: EngineEvent) {
    switch event {
    case .hit(let hit) where hit.isPlanned: counts.planned += 1
    case .hit: counts.hits += 1
    case .music(let segment):
      counts.segments += 1
      if segment.trackFrame == loopStart { counts.rounds += 1 }
      if segment.speed != 0 && segment.speed != 1 { counts.stretched += 1 }
    case .freeBegan: counts.freePlans += 1
    case .clock: counts.clocks += 1
    case .ended(let id, _): if id.value >= stream { isExpectingMusic = false }
    case .hitEnded, .note, .automation: break
    }
  }
}
