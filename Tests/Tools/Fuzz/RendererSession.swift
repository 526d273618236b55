import AudioBase
import SystemBase

@testable import MixEngine

/// An engine, and all that may happen to it.
struct RendererSession {
  private static let program = PadProgram(pads: pads)

  let engine: AudioEngine
  private var now = HostTime(nanoseconds: 1_000_000_000)
  private var delay = 0
  var isNewDevice = true
  /// How often silence was waited for.
  var rests = 0
  private var lastEvent = 0
  private(set) var rendered = 0
  /// The feeder's side.
  private var generation = 0
  private var fedGeneration = 0
  private var stream: UInt64 = 1
  /// The reports so far.
  private(set) var ended: Set<StreamID> = []
  private(set) var planned: [StartedHit] = []

  init() { engine = AudioEngine(sampleRate: .standard, program: RendererSession.program) }

  mutating func step(_ script: inout FuzzScript) {
    let kind = script.byte() % 20
    switch kind {
    case 0..<16: step(kind, &script)
    case 16: start(&script)
    case 17: mark(.end, trackFrame: script.number(), ratio: 1)
    default: feed(&script)
    }
  }

  /// The operations except those that feed music, which are 16 and above.
  mutating func step(_ kind: Int, _ script: inout FuzzScript) {
    switch kind {
    case 0: render(count: script.number() % 4096 + 1)
    case 1, 2, 3: render(count: script.byte() + 1)
    case 4, 5: strike(&script)
    case 6: engine.control.send(.play)
    case 7: engine.control.send(.pause)
    case 8: flush()
    case 9: setGain(&script)
    case 10: engine.control.send(.silencePads(frames: script.number() - 100))
    case 11: now = now.advanced(bySeconds: Double(script.signedNumber()) / 1000)
    case 12: changeDevice(&script)
    case 13: setSequences(&script)
    case 14: startFree(&script)
    default: rest(&script)
    }
  }

  @discardableResult
  mutating func flush() -> Int {
    generation += 1
    engine.control.send(.flush(generation: generation))
    return generation
  }

  mutating func render(count: Int) { _ = renderBlock(count) }

  mutating func renderBlock(_ count: Int) -> [Frame] {
    var block = [Frame](repeating: .zero, count: count)
    block.withUnsafeMutableBufferPointer {
      engine.source.render(into: $0, at: BlockTime(asked: now, delay: delay, isRestart: isNewDevice))
    }
    engine.source.blockWasDelivered()
    isNewDevice = false
    for frame in block {
      precondition(frame.x.magnitude <= LimiterSettings.standard.factor * 1.001, "\(frame)")
      precondition(frame.y.magnitude <= LimiterSettings.standard.factor * 1.001, "\(frame)")
    }
    now = now.advanced(bySeconds: FrameCount(count).seconds(at: .standard))
    rendered += count
    let meters = engine.events.meters
    precondition(meters.master.peak.x <= 1 && meters.master.peak.y <= 1, "\(meters.master)")
    if count & 7 == 0 { checkEvents() }
    return block
  }

  mutating func checkEvents() {
    while let event = engine.events.next() {
      switch event {
      case .hit(let hit):
        precondition(hit.outputFrame >= 0 && hit.outputFrame <= rendered + 2048, "\(hit)")
        if hit.isPlanned { planned.append(hit) }
      case .music(let segment):
        precondition(segment.outputFrame >= lastEvent, "\(segment) after \(lastEvent)")
        lastEvent = segment.outputFrame
      case .ended(let stream, let frame):
        precondition(frame >= lastEvent, "the end before \(lastEvent)")
        ended.insert(stream)
        lastEvent = frame
      case .clock(let report): precondition(report.outputFrame <= rendered, "\(report)")
      case .hitEnded, .note, .freeBegan, .automation: break
      }
    }
    let timeline = engine.events.timeline
    let frame = timeline.outputFrame(heardAt: now)
    _ = timeline.position(heardAt: timeline.time(ofOutputFrame: frame ?? 0))
  }

  private mutating func changeDevice(_ script: inout FuzzScript) {
    delay = script.signedNumber()
    isNewDevice = script.byte() & 3 == 0
  }

  private mutating func strike(_ script: inout FuzzScript) {
    let pad = script.byte() - 100
    let time = now.advanced(bySeconds: Double(script.signedNumber()) / 100_000)
    let kind = script.byte()
    let producer: HitProducer = kind & 1 == 0 ? .keys : .control
    let hit = Hit(
      pad: pad % 16, velocity: script.byte(), time: time,
      kind: kind & 14 == 14 ? .choke(seconds: Float(kind) / 255) : kind & 6 == 6 ? .release : .strike)
    for _ in 0...(script.byte() % 40) { engine.control.port(for: producer).strike(hit) }
  }

  private mutating func setGain(_ script: inout FuzzScript) {
    let levels: [EngineCommand.Level] = [.music, .pads, .master]
    let level = levels[script.byte() % 3]
    let decibels = Decibels(Double(script.byte()) / 4 - 60)
    engine.control.send(.setGain(level, factor: decibels.factor, frames: script.signedNumber()))
  }
}

extension RendererSession {
  /// A track begins in the ring, of this generation, an older one or the next.
  private mutating func start(_ script: inout FuzzScript) {
    let wanted = script.byte()
    if wanted & 3 != 0 { fedGeneration = max(fedGeneration, generation) }
    if wanted & 0xF0 == 0xF0 { fedGeneration += 1 }
    stream += 1
    mark(.start, trackFrame: script.number(), ratio: Double(script.byte() + 1) / 64)
  }

  private func mark(_ kind: StreamMarker.Kind, trackFrame: Int, ratio: Double) {
    _ = engine.control.stream.markers.writer.push(
      StreamMarker(
        kind: kind, position: engine.control.stream.frames.writer.written, generation: fedGeneration,
        stream: StreamID(stream), trackFrame: trackFrame, ratio: ratio))
  }

  private func feed(_ script: inout FuzzScript) {
    let value = RendererSession.values[script.byte() % RendererSession.values.count]
    let isAlternating = script.byte() & 1 == 1
    let frames = (0..<(script.number() % 8192)).map { index in
      Frame(value, isAlternating && index & 1 == 1 ? -value : value)
    }
    frames.withUnsafeBufferPointer { _ = engine.control.stream.frames.writer.push($0) }
  }

  private static let values: [Float] = [
    0, 0.1, -0.5, 0.89, 1, -1, 4, .leastNonzeroMagnitude, 1e30,
    .infinity, -.infinity, .nan, .greatestFiniteMagnitude,
  ]

  private static var pads: [PadProgram.Pad] {
    (0..<12).map { number in
      let value = values[number]
      let length = number == 3 ? 0 : 300 * number * number
      let sample = PCMBuffer(
        frames: (0..<length).map { Frame($0 & 4 == 0 ? value : -value, value) }, sampleRate: .standard)
      let low = PadProgram.Layer(velocities: 1...(20 + number), samples: [sample])
      let high = PadProgram.Layer(velocities: (21 + number)...127, samples: [sample, sample])
      return PadProgram.Pad(
        layers: number == 5 ? [] : [low, high], pan: Double(number - 6) / 6, chokeGroup: number % 3,
        chokeFade: FrameCount(number * 100), isGate: number % 2 == 1, releaseFade: FrameCount(number * 50))
    }
  }
}
