import AudioBase
import MixEngine
import SystemBase
import TrackFeed

extension BusySession {
  /// What is done before a block; most blocks are 5.3 ms.
  func disturb(_ number: Int) {
    if number % 4 == 0 { strike() }
    if number % 10 == 5 { turnAKnob() }
    if number % 20 == 12 { effects.change(using: &random) }
    if number % 6 == 3 { effects.play(on: engine, at: now) }
    if number % 140 == 40 { effects.replace(in: engine, using: &random) }
    if number % 90 == 0 { jump() }
    if number % 200 == 150 { engine.control.send(.pause) }
    if number % 200 == 155 { engine.control.send(.play) }
    if number % 130 == 70 { changeSpeed() }
    // A device of very long blocks does not last.
    if number % 250 == 120 || (size > 2048 && number % 20 == 19) { loseDevice() }
    if number % 300 == 170 { beginFreely() }
    if number % 150 == 60 { changeClickOutput() }
    if number % 400 == 350 { changeKit(number / 400) }
    if number % 50 == 25 { engine.control.setRoom(number % 100 == 25 ? .silence : Decibels(3)) }
    if let streams = program.streams { filler.fill(streams) }
    if number % 400 == 399 { engine.control.send(.silencePads(frames: 480)) }
  }

  /// Every third time the metronome is in the output, else on another device.
  private func changeClickOutput() {
    let isElsewhere = Int.random(in: 0...2, using: &random) > 0
    clickOutput = isElsewhere ? ClickOutput(rate: SampleRate(44_100)) : nil
    engine.control.sendBeats(to: clickOutput)
  }

  private func changeKit(_ seed: Int) {
    program = PadProgram(pads: BusySession.pads(seed))
    filler = BusyFiller()
    engine.control.setPads(program)
  }

  private func strike() {
    let producer = HitProducer.allCases.randomElement(using: &random) ?? .keys
    let time = now.advanced(bySeconds: Double.random(in: -0.01...0.005, using: &random))
    for _ in 0...Int.random(in: 0...1, using: &random) {
      let pad = Int.random(in: 1...8, using: &random)
      engine.control.port(for: producer).strike(
        Hit(pad: pad, velocity: Int.random(in: 90...127, using: &random), time: time))
    }
  }

  /// Every third time into a range that is repeated, every third time near the end of the track, so that the next one
  /// joins it; always with a take.
  private func jump() {
    counts.seeks += 1
    generation += 1
    stream += 2
    let (id, next) = (StreamID(stream), StreamID(stream + 1))
    let path = FilePath("track")
    loopStart = counts.seeks % 3 == 0 ? Int.random(in: 1000...50_000, using: &random) : nil
    let length = Int.random(in: 500...9000, using: &random)
    let seconds = counts.seeks % 3 == 1 ? 1.8 : Double(loopStart ?? 20_000) / 48_000
    engine.control.setSequences([(id, take()), (id, beats()), (next, take())])
    effects.lanes.send(to: engine, of: [id, next], effects, number: counts.seeks)
    engine.control.send(.flush(generation: generation))
    isFlushing = true
    feeder.send([
      .setLoop(loopStart.map { StreamLoop(stream: id, frames: $0..<($0 + length)) }),
      .load(
        StreamItem(
          id: id, location: TrackLocation(path: path), gain: BusySession.gain,
          awaitsGain: counts.seeks % 4 == 0),
        at: seconds, generation: generation),
      .setNext(StreamItem(id: next, location: TrackLocation(path: path), gain: BusySession.gain), after: id),
    ])
    engine.control.setGain(BusySession.gain, of: id, isFinal: counts.seeks % 8 == 0)
    engine.control.send(.play)
  }

  private func take() -> HitSequence {
    HitSequence(
      (0..<400).map { _ in
        PlannedHit(
          frame: Int.random(in: 0..<BusySession.trackFrames, using: &random),
          pad: Int.random(in: 1...8, using: &random), velocity: Int.random(in: 1...127, using: &random),
          sample: Int.random(in: 0...2, using: &random), gain: Float.random(in: 0...2, using: &random))
      })
  }

  private func beats() -> HitSequence {
    let frames = stride(from: 0, to: BusySession.trackFrames, by: 6000)
    return HitSequence(frames.map { PlannedHit(frame: $0, kind: $0 % 24_000 == 0 ? .accent : .beat) })
  }

  /// A count-in with hits in it, and music after it.
  private func beginFreely() {
    engine.control.send(.pause)
    let hits = (0..<50).map { PlannedHit(frame: $0 * 400, pad: $0 % 8 + 1) }
    let clicks = (0..<4).map { PlannedHit(frame: $0 * 3000, kind: $0 == 0 ? .accent : .beat) }
    engine.control.startFree(
      HitSequence(hits + clicks), musicAfter: FrameCount(12_000),
      lanes: effects.lanes.courses(effects, to: 20_000))
  }

  private func turnAKnob() {
    let levels: [EngineCommand.Level] = [.music, .pads, .master]
    let level = levels.randomElement(using: &random) ?? .master
    engine.control.set(level, to: Decibels(Double.random(in: -6...6, using: &random)))
    let choices: [GainChoice] = [.none, .track, .album]
    engine.control.evenLoudness(by: choices.randomElement(using: &random) ?? .none)
  }

  private func changeSpeed() {
    let speeds: [Double] = [1, 0.5, 2, 0.8, 1.37]
    let speed = speeds.randomElement(using: &random) ?? 1
    awaitedSpeed = speed == 1 ? nil : speed
    stage.setSpeed(speed)
  }

  // MARK: Sounds

  static func pads(_ seed: Int) -> [PadProgram.Pad] {
    (1...8).map { number in
      let sample = PCMBuffer(
        frames: tone(frames: 30_000, step: Float(number + seed % 3) * 0.02), sampleRate: .standard)
      var pad = PadProgram.Pad(
        layers: [PadProgram.Layer(samples: [sample, sample])], pan: Double(number - 4) / 8,
        chokeGroup: number > 6 ? 1 : nil, chokeFade: FrameCount(240))
      vary(&pad, number)
      return pad
    }
  }

  /// Gives the pads all that a kit may say: mono, parts, chances, overlap, envelope, loops, streams.
  private static func vary(_ pad: inout PadProgram.Pad, _ number: Int) {
    let frames = pad.layers[0].samples[0].frames
    switch number {
    case 1:
      let mono = PCMBuffer(frames: frames.map { Frame(repeating: $0.x) }, sampleRate: .standard)
      var second = PadProgram.Layer(samples: [mono])
      (second.part, second.chance, second.isRoom) = (1, 0.25...0.75, true)
      pad.layers.append(second)
    case 2: pad.retrigger = .overlap(limit: 3)
    case 3:
      (pad.envelope.attack, pad.envelope.decay, pad.envelope.sustain) = (
        FrameCount(100), FrameCount(900), 0.7
      )
    case 4: (pad.layers[0].loop, pad.isGate, pad.envelope.release) = (.continuous, true, FrameCount(700))
    case 5: pad.layers[0].loop = .sustain
    case 6:
      let source = BusyStream(frames: Array(frames[4000..<12_000]))
      do throws(ResourceRefusal) {
        let sample = pad.layers[0].samples[0]
        pad.layers[0].samples = [try sample.streamed(from: source, keeping: FrameCount(4000))]
      } catch {
        error.report()
      }
    default: break
    }
  }

  /// A triangle at full scale.
  static func tone(frames: Int, step: Float) -> [Frame] {
    var value: Float = 0
    var direction = step
    return (0..<frames).map { _ in
      if abs(value + direction) > 1 { direction = -direction }
      value += direction
      return Frame(value, -value)
    }
  }
}
