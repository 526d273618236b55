import AudioBase
import MixEngine

extension ScriptedSession {
  /// The scripts by their names.
  package static let names = [
    "music", "joins", "pads", "tight", "plans", "free", "speed", "loud", "rest", "everything", "everything44",
  ]

  /// Renders a script. Returns nil for an unknown name.
  package static func render(_ name: String) -> Outcome? {
    let session: ScriptedSession
    switch name {
    case "music", "plans", "free", "speed", "loud", "rest", "everything", "pads": session = ScriptedSession()
    case "joins": session = ScriptedSession(crossfade: 0.2)
    case "tight": session = ScriptedSession(timing: .tight)
    case "everything44": session = ScriptedSession(rate: SampleRate(44_100), timing: .even, crossfade: 0.1)
    default: return nil
    }
    session.perform(name)
    return session.outcome
  }

  private func perform(_ name: String) {
    switch name {
    case "music": playMusic()
    case "joins": playJoins()
    case "plans": playPlans()
    case "free": playFreePlans()
    case "speed": playSpeeds()
    case "loud": playLoud()
    case "rest": playRests()
    case "pads", "tight": playPads()
    default: playEverything()
    }
  }

  /// Seeks, pauses, levels, loops and gains.
  private func playMusic() {
    load("long", id: 1)
    engine.control.send(.play)
    render(5000)
    engine.control.set(.music, to: Decibels(-9))
    render(3000, block: 100)
    engine.control.send(.pause)
    render(1000)
    engine.control.send(.play)
    render(4097, block: 4096)
    load("long", id: 2, at: 2.5, gain: BusySession.gain, awaitsGain: true)
    render(700, block: 64)
    engine.control.evenLoudness(by: .track)
    render(6000)
    engine.control.setGain(ReplayGain(track: ReplayGain.Level(Decibels(-6)), album: nil), of: StreamID(2))
    render(6000)
    loop(30_000..<36_000, of: 3)
    load("long", id: 3, at: 0.6)
    render(30_000, block: 512)
    loop(nil, of: 3)
    render(100_000)
    engine.control.evenLoudness(by: .album)
    render(2000)
  }

  /// Tracks that follow on each other, joined and crossfaded, to the end of the last one.
  private func playJoins() {
    engine.control.evenLoudness(by: .track)
    load("short", id: 1)
    setNext("short", id: 2, after: 1, gain: BusySession.gain)
    engine.control.send(.play)
    render(30_000)
    strike(1)
    render(40_000, block: 333)
    setNext("long", id: 3, after: 2)
    render(20_000)
    load("short", id: 4, at: 0.7)
    render(60_000)
  }

  /// Layers, chokes, gates, toggles, more voices than play at once, and other kits while they sound.
  private func playPads() {
    for number in 0..<60 {
      strike(number % 8 + 1, velocity: 20 + number * 37 % 107, after: number * 13 % 256)
      render(700, block: 128)
      if number % 8 == 6 { release(7, after: 30) }
    }
    for number in 0..<150 {
      strike(number % 6 + 1, velocity: 1 + number % 127, after: number, from: .control)
    }
    render(5000)
    engine.control.set(.pads, to: Decibels(-4))
    strike(2)
    render(300)
    engine.control.setPads(PadProgram(pads: ScriptedSession.pads(1)))
    strike(2, after: 40)
    render(300)
    engine.control.setPads(PadProgram(pads: ScriptedSession.pads(2)))
    engine.control.setPads(PadProgram(pads: ScriptedSession.pads(3)))
    render(300)
    for pad in 1...8 { strike(pad, velocity: 100) }
    render(100, block: 64)
    engine.control.send(.silencePads(frames: 480))
    render(3000)
    strike(9)
    strike(3, after: -900)
    engine.control.silencePads()
    render(20_000)
  }

  /// A take and the metronome with the music, awaited first, through a seek.
  private func playPlans() {
    let take = takePlan(trackFrames: 48_000 * 8)
    setSequences([], awaited: [StreamID(1)])
    load("long", id: 1)
    engine.control.send(.play)
    render(3000)
    setSequences([(StreamID(1), take), (StreamID(1), beatPlan())])
    render(50_000)
    strike(4)
    load("long", id: 1, at: 4)
    render(30_000, block: 777)
    setSequences([(StreamID(1), beatPlan())])
    render(20_000)
    setSequences([], awaited: [StreamID(5)])
    load("short", id: 5)
    render(60_000)
  }

  /// Plans by the output's frames: counts-in, music after them, plans that wait for a hit.
  private func playFreePlans() {
    load("long", id: 1)
    startFree(freeSequence(), musicAfter: FrameCount(10_000))
    render(15_000)
    engine.control.send(.pause)
    render(500)
    startFree(freeSequence(), musicAfter: FrameCount(300), isOpen: true, onHit: true)
    render(2000)
    strike(2, after: 77)
    render(9000, block: 64)
    startFree(freeSequence(), onHit: true)
    startFree(HitSequence([]))
    render(3000)
    startFree(freeSequence())
    render(30_000, block: 4096)
  }

  private func playSpeeds() {
    load("long", id: 1)
    setSequences([(StreamID(1), beatPlan())])
    engine.control.send(.play)
    render(3000)
    for speed in [0.5, 2, 0.8, 1, 1.37] {
      self.speed = speed
      render(15_000)
      strike(3)
    }
    load("long", id: 2, at: 1)
    render(9000)
    engine.control.send(.pause)
    render(600)
    engine.control.send(.play)
    render(9000)
  }

  /// So loud that the limiter never rests.
  private func playLoud() {
    load("loud", id: 1)
    engine.control.send(.play)
    engine.control.set(.master, to: Decibels(6))
    render(20_000)
    for pad in 1...8 { strike(pad) }
    render(10_000, block: 96)
    engine.control.set(.master, to: Decibels(-20))
    render(10_000)
    engine.control.set(.master, to: .unity)
    for pad in 1...8 { strike(pad, after: pad * 300) }
    render(50_000)
  }

  private func playRests() {
    strike(1)
    render(48_000 * 7, block: 1024)
    restAndWake()
    strike(2)
    render(9000)
    restAndWake()
    load("short", id: 1)
    engine.control.send(.play)
    render(48_000 * 8, block: 2048)
    restAndWake()
    engine.control.set(.pads, to: Decibels(-12))
    strike(7)
    render(20_000)
  }

  /// A little of all, at random, the same in each run.
  private func playEverything() {
    for step in 0..<220 {
      disturb(step)
      render(
        Int.random(in: 200...2500, using: &random),
        block: [64, 256, 480, 1024, 4096].randomElement(using: &random) ?? 256)
    }
  }

  private func disturb(_ step: Int) {
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      strike(
        Int.random(in: 1...9, using: &random), velocity: Int.random(in: 1...127, using: &random),
        after: Int.random(in: -300...300, using: &random))
    }
    if step % 3 == 0 { release(7, after: Int.random(in: 0...100, using: &random)) }
    if step % 4 == 1 {
      let levels: [EngineCommand.Level] = [.music, .pads, .master]
      engine.control.set(levels[step / 4 % 3], to: Decibels(Double.random(in: -12...6, using: &random)))
    }
    if step % 9 == 5 { engine.control.evenLoudness(by: [.none, .track, .album][step / 9 % 3]) }
    if step % 17 == 0 { jump(step) }
    if step % 11 == 7 { engine.control.send(step % 2 == 0 ? .pause : .play) }
    if step % 23 == 9 { engine.control.setPads(PadProgram(pads: ScriptedSession.pads(step % 4))) }
    if step % 31 == 13 { startFree(freeSequence(), musicAfter: FrameCount(500), onHit: step % 2 == 0) }
    if step % 37 == 20 { startFree(HitSequence([])) }
    if step % 41 == 30 { engine.control.send(.silencePads(frames: 200, dropsHits: step % 2 == 0)) }
    if step % 19 == 10 { speed = [1, 0.75, 1, 1.5][step / 19 % 4] }
  }

  private func jump(_ step: Int) {
    let id = UInt64(step + 1)
    setSequences([(StreamID(id), takePlan(trackFrames: 48_000 * 4)), (StreamID(id), beatPlan())])
    loop(step % 2 == 0 ? 20_000..<27_000 : nil, of: id)
    load(step % 3 == 0 ? "loud" : "long", id: id, at: Double(step % 5) / 3, gain: BusySession.gain)
    setNext("short", id: id + 1, after: id)
    engine.control.send(.play)
  }

  private func takePlan(trackFrames: Int) -> HitSequence {
    HitSequence(
      (0..<300).map { _ in
        PlannedHit(
          frame: Int.random(in: 0..<trackFrames, using: &random), pad: Int.random(in: 1...8, using: &random),
          velocity: Int.random(in: 1...127, using: &random), sample: Int.random(in: 0...4, using: &random),
          gain: Float.random(in: 0...1.5, using: &random), length: Int.random(in: 0...9000, using: &random))
      })
  }

  private func beatPlan() -> HitSequence {
    HitSequence(
      stride(from: 0, to: 48_000 * 8, by: 6000).map {
        PlannedHit(frame: $0, kind: $0 % 24_000 == 0 ? .accent : .beat, gain: 0.7)
      })
  }

  private func freeSequence() -> HitSequence {
    HitSequence(
      (0..<4).map { PlannedHit(frame: $0 * 2500, kind: $0 == 0 ? .accent : .beat) }
        + (0..<12).map { PlannedHit(frame: $0 * 1100, pad: $0 % 8 + 1, velocity: 60 + $0 * 5, length: 400) })
  }
}
