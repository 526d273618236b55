import AudioBase
import AudioFiles
import MixEngine
import SystemBase
import TestSupport
import TrackFeed

/// An engine that is driven by a script on one thread, feeder and stretcher included, so that each run renders the same
/// frames and reports the same events. A hash of both shows whether two builds render identically.
package final class ScriptedSession {
  let engine: AudioEngine
  private let device: OfflineDevice
  private let filler: StreamFiller
  private let stretcher: StretchFiller
  private let block: UnsafeMutableBufferPointer<Frame>
  private var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  var speed = 1.0
  var generation = 0
  var random = SeededGenerator(seed: 7)
  /// What was rendered so far, in frames.
  private(set) var rendered = 0
  private var hits = 0
  /// How many sequences were sent, and which of them the engine reports by which number.
  private var planCount = 0
  private var freePlans: [Int: Int] = [:]
  private var segments = 0

  private static let largestBlock = 4096

  init(rate: SampleRate = .standard, timing: HitTiming = .even, crossfade: Double = 0) {
    engine = AudioEngine(
      sampleRate: rate, program: PadProgram(pads: ScriptedSession.pads(0)), timing: timing)
    device = OfflineDevice(engine)
    filler = StreamFiller(
      engine: engine.control, decoders: MemoryDecoders(ScriptedSession.tracks),
      converters: NoConversion(), crossfade: crossfade
    ) { _ in }
    stretcher = StretchFiller(engine: engine.control, makers: TimeStretcherMaker())
    block = .allocate(capacity: ScriptedSession.largestBlock)
    block.initialize(repeating: .zero)
  }

  deinit { block.deallocate() }

  /// What a session has rendered and reported.
  package struct Outcome: Hashable, Sendable {
    /// Of all frames, events and meters.
    package var hash: UInt64
    package var hits: Int
    package var segments: Int
  }

  var outcome: Outcome { Outcome(hash: hash, hits: hits, segments: segments) }

  /// Renders a number of frames in blocks of one size.
  func render(_ frames: Int, block size: Int = 256) {
    var left = frames
    while left > 0 {
      let count = min(left, size)
      feed()
      let out = UnsafeMutableBufferPointer(rebasing: block[..<count])
      device.render(into: out)
      for frame in out {
        mix(UInt64(frame.x.bitPattern))
        mix(UInt64(frame.y.bitPattern))
      }
      noteEvents()
      left -= count
      rendered += count
    }
  }

  /// Whether the device could rest now; where it could, it is woken at once.
  func restAndWake() {
    let rests = engine.source.beginRest()
    mix(rests ? 1 : 0)
    if !rests { return }
    engine.control.set(.master, to: .unity)
    engine.source.rest(until: WakeSignal())
  }

  // MARK: What a script asks for

  func load(
    _ name: String, id: UInt64, at seconds: Double = 0, gain: ReplayGain? = nil, awaitsGain: Bool = false
  ) {
    generation += 1
    engine.control.send(.flush(generation: generation))
    let item = StreamItem(
      id: StreamID(id), location: TrackLocation(path: FilePath(name)), gain: gain, awaitsGain: awaitsGain)
    filler.handle(.load(item, at: seconds, generation: generation))
  }

  func setNext(_ name: String, id: UInt64, after predecessor: UInt64, gain: ReplayGain? = nil) {
    filler.handle(
      .setNext(
        StreamItem(id: StreamID(id), location: TrackLocation(path: FilePath(name)), gain: gain),
        after: StreamID(predecessor)))
  }

  func loop(_ frames: Range<Int>?, of id: UInt64) {
    filler.handle(.setLoop(frames.map { StreamLoop(stream: StreamID(id), frames: $0) }))
  }

  func strike(
    _ pad: Int, velocity: Int = 127, after frames: Int = 0, from producer: HitProducer = .keys
  ) {
    engine.control.port(for: producer).strike(Hit(pad: pad, velocity: velocity, time: time(after: frames)))
  }

  func release(_ pad: Int, after frames: Int = 0) {
    engine.control.port(for: .keys).release(pad: pad, time: time(after: frames))
  }

  func startFree(
    _ sequence: HitSequence, musicAfter: FrameCount? = nil, isOpen: Bool = false, onHit: Bool = false
  ) {
    let serial = engine.control.startFree(
      sequence, musicAfter: musicAfter, isOpen: isOpen, hitsSince: onHit ? device.now : nil)
    planCount += 1
    freePlans[serial] = planCount
  }

  func setSequences(_ list: [(stream: StreamID, sequence: HitSequence)], awaited: [StreamID] = []) {
    planCount += 1
    engine.control.setSequences(list, awaited: awaited)
  }

  private func time(after frames: Int) -> HostTime {
    device.now.advanced(bySeconds: FrameCount(frames).seconds(at: engine.sampleRate))
  }

  // MARK: Feeding and hashing

  private func feed() {
    while filler.fill() == .more {}
    do throws(FileError) {
      try stretcher.work(speed: speed)
    } catch {
      preconditionFailure("no time-stretcher: \(error)")
    }
  }

  private func noteEvents() {
    while let event = engine.events.next() {
      note(event)
    }
    let meters = engine.events.meters
    for level in [meters.music, meters.pads, meters.master] {
      mix(UInt64(level.peak.x.bitPattern))
      mix(UInt64(level.meanSquare.y.bitPattern))
    }
    mix(engine.control.soundingPads.low)
  }

  private func note(_ event: EngineEvent) {
    switch event {
    case .hit(let hit):
      hits += 1
      mix([1, hit.pad, hit.velocity, hit.sample, hit.outputFrame, hit.isLate ? 1 : 0, hit.isPlanned ? 1 : 0])
    case .hitEnded(let hit): mix([2, hit.pad, hit.outputFrame])
    case .note(let played): mix([7, played.note.key, played.note.string, played.outputFrame])
    case .music(let segment):
      segments += 1
      mix([3, Int(segment.stream.value), segment.outputFrame, segment.trackFrame, segment.generation])
      mix(segment.ratio.bitPattern)
    case .ended(let id, let frame): mix([4, Int(id.value), frame])
    case .freeBegan(let serial, let frame): mix([5, freePlans[serial] ?? 0, frame])
    case .automation(let change): mix([8, change.address, change.outputFrame])
    case .clock(let report): mix([6, report.outputFrame, Int(report.heard.nanoseconds)])
    }
  }

  private func mix(_ values: [Int]) {
    for value in values { mix(UInt64(bitPattern: Int64(value))) }
  }

  /// The FNV-1a hash of 64 bits, over words.
  private func mix(_ value: UInt64) { hash = (hash ^ value) &* 0x100_0000_01b3 }
}
