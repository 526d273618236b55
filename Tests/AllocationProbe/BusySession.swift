import AudioBase
import Glibc
import MixEngine
import TestSupport

/// A listener who cannot sit still: strikes fifty times a second, seeks, skips, pauses and turns every knob, to music
/// and drums so loud that the limiter never rests.
struct BusySession {
  private static let block = 256
  private static let trackFrames = 48_000 * 2
  private let engine: AudioEngine
  private let device: OfflineDevice
  private let feeder: StreamFeeder
  private var random = SeededNumbers(seed: 48)
  private var generation = 0
  private var stream: UInt64 = 0
  private var hits = 0
  private var segments = 0
  private var seeks = 0
  private var limited = 0

  init() {
    engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: BusySession.pads))
    device = OfflineDevice(engine)
    let track = BusySession.tone(frames: BusySession.trackFrames, step: 0.06)
    feeder = StreamFeeder(
      engine: engine, decoders: MemoryDecoders(["track": track]), converters: NoConversion()
    ) { _ in }
  }

  /// - Returns: `name=value` words: what the heap was asked for, and how busy it was.
  mutating func play(seconds: Int) -> String {
    let out = UnsafeMutableBufferPointer<Frame>.allocate(capacity: BusySession.block)
    out.initialize(repeating: .zero)
    defer { out.deallocate() }
    let blocks = seconds * 48_000 / BusySession.block
    for number in 0..<blocks {
      disturb(number)
      waitForMusic()
      let device = device
      HeapCount.during { device.render(into: out) }
      listen()
    }
    feeder.stop()
    return "\(HeapCount.text) blocks=\(blocks) hits=\(hits) segments=\(segments) seeks=\(seeks) "
      + "limited=\(limited) underruns=\(engine.underruns)"
  }

  private mutating func disturb(_ number: Int) {
    // A block is 5.3 ms.
    if number % 4 == 0 { strike() }
    if number % 90 == 0 { jump() }
    if number % 200 == 150 { engine.send(.pause) }
    if number % 200 == 155 { engine.send(.play) }
    if number % 10 == 5 { turnAKnob() }
    if number % 400 == 399 { engine.send(.silencePads(frames: 480)) }
  }

  private mutating func strike() {
    let producer = AudioEngine.Producer.allCases.randomElement(using: &random) ?? .keys
    let time = device.now.advanced(bySeconds: Double.random(in: 0...0.005, using: &random))
    for _ in 0...Int.random(in: 0...1, using: &random) {
      let pad = Int.random(in: 1...8, using: &random)
      engine.port(for: producer).strike(
        Hit(pad: pad, velocity: Int.random(in: 90...127, using: &random), time: time))
    }
  }

  /// Every other time near the end of the track, so that the next one joins it.
  private mutating func jump() {
    seeks += 1
    generation += 1
    stream += 2
    let seconds = seeks % 2 == 0 ? 1.8 : Double.random(in: 0...1.5, using: &random)
    let path = FilePath("track")
    engine.send(.flush(generation: generation))
    feeder.send(
      .load(StreamItem(id: StreamID(stream), path: path), at: seconds, generation: generation))
    feeder.send(.setNext(StreamItem(id: StreamID(stream + 1), path: path), after: StreamID(stream)))
    engine.send(.play)
  }

  private mutating func turnAKnob() {
    let levels: [EngineCommand.Level] = [.music, .pads, .master]
    let level = levels.randomElement(using: &random) ?? .master
    engine.set(level, to: Decibels(Double.random(in: -6...6, using: &random)))
  }

  /// The feeder works beside; a block that it cannot fill in time is silent, no more.
  private func waitForMusic() {
    for _ in 0..<200 where engine.stream.frames.reader.available < BusySession.block { sched_yield() }
  }

  private mutating func listen() {
    while let event = engine.nextEvent() {
      switch event {
      case .hit: hits += 1
      case .music: segments += 1
      case .hitEnded, .ended, .freeBegan, .clock: break
      }
    }
    let meters = engine.meters
    let loudest = max(meters.music.peak.max(), meters.pads.peak.max())
    if loudest > 1 && meters.master.peak.max() < 1 { limited += 1 }
  }

  private static var pads: [PadProgram.Pad] {
    (1...8).map { number in
      let sample = PCMBuffer(
        frames: tone(frames: 30_000, step: Float(number) * 0.02), sampleRate: .standard)
      return PadProgram.Pad(
        layers: [PadProgram.Layer(samples: [sample, sample])], pan: Double(number - 4) / 8,
        chokeGroup: number > 6 ? 1 : nil, chokeFade: FrameCount(240))
    }
  }

  /// A triangle at full scale.
  private static func tone(frames: Int, step: Float) -> [Frame] {
    var value: Float = 0
    var direction = step
    return (0..<frames).map { _ in
      if abs(value + direction) > 1 { direction = -direction }
      value += direction
      return Frame(value, -value)
    }
  }
}
