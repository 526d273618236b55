import AudioBase

/// Mixes one block after the other: all state of the audio thread, behind one pointer.
struct Renderer: ~Copyable {
  /// Longer blocks are rendered in parts.
  static var largestBlock: Int {
    @_noLocks @_noAllocation get { 2048 }
  }

  private let commands: RingReader<EngineCommand>
  private let events: EventWriter
  private let clockReports: LatestValueWriter<ClockReport>
  private let meterReadings: LatestValueWriter<MeterReading>
  /// When blocks should be asked for: hits are placed by it.
  private var asks: DeviceClock
  /// When their first frames are heard. The device's delay is as much off as the moment at which it was asked for:
  /// only their sum keeps time.
  private var sounds: DeviceClock
  private var hits: HitScheduler
  private var music: MusicBus
  private var pads: PadBus
  private var musicGain = GainRamp(1)
  private var padsGain = GainRamp(1)
  private var masterGain = GainRamp(1)
  private var limiter: Limiter
  private var musicMeter: Meter
  private var padsMeter: Meter
  private var masterMeter: Meter
  private let padsBlock: UnsafeMutablePointer<Frame>
  /// The frame at which the next block comes out. What is mixed now comes out later by the limiter's look-ahead.
  private var outputFrame = 0

  init(
    commands: RingReader<EngineCommand>, events: EventWriter, clockReports: LatestValueWriter<ClockReport>,
    meterReadings: LatestValueWriter<MeterReading>, hits: consuming HitScheduler, music: MusicBus,
    pads: consuming PadBus, rate: SampleRate
  ) {
    self.commands = commands
    self.events = events
    self.clockReports = clockReports
    self.meterReadings = meterReadings
    self.hits = hits
    self.music = music
    self.pads = pads
    asks = DeviceClock(rate: rate)
    sounds = DeviceClock(rate: rate)
    limiter = Limiter(rate: rate)
    musicMeter = Meter(rate: rate)
    padsMeter = Meter(rate: rate)
    masterMeter = Meter(rate: rate)
    padsBlock = .allocate(capacity: Renderer.largestBlock)
  }

  deinit { padsBlock.deallocate() }

  /// Renders one block of any length. Audio thread.
  @_noLocks @_noAllocation
  mutating func render(into out: UnsafeMutablePointer<Frame>, count: Int, time: BlockTime) {
    let asked = asks.filter(time.asked, count: count, restart: time.isRestart)
    reportClock(time, count: count)
    takeCommands()
    hits.collect(blockOf: count, asked: asked)
    var nextHit = 0
    var done = 0
    while done < count {
      let part = min(count - done, Renderer.largestBlock)
      renderPart(into: out + done, from: done, count: part, nextHit: &nextHit)
      done += part
    }
    outputFrame += count
    events.show(soundingPads: pads.soundingPads)
    reportMeters()
  }

  @_noLocks @_noAllocation
  private func reportMeters() {
    var reading = MeterReading()
    reading.music = musicMeter.level
    reading.pads = padsMeter.level
    reading.master = masterMeter.level
    meterReadings.write(reading)
  }

  @_noLocks @_noAllocation
  private mutating func reportClock(_ time: BlockTime, count: Int) {
    let wait = Int64(Double(time.delay) * sounds.frameLength * 1e9)
    let before = sounds.restarts
    let heard = sounds.filter(
      HostTime(nanoseconds: time.asked.nanoseconds + wait), count: count, restart: time.isRestart)
    let report = ClockReport(
      outputFrame: outputFrame, heard: heard, frameLength: sounds.frameLength, restarts: sounds.restarts)
    clockReports.write(report)
    if sounds.restarts != before { events.push(.clock(report)) }
  }

  @_noLocks @_noAllocation
  private mutating func takeCommands() {
    while let command = commands.pop() {
      switch command {
      case .play: music.play()
      case .pause: music.pause()
      case .flush(let generation): music.flush(to: generation)
      case .setGain(.music, let factor, let frames): musicGain.move(to: factor, over: frames)
      case .setGain(.pads, let factor, let frames): padsGain.move(to: factor, over: frames)
      case .setGain(.master, let factor, let frames): masterGain.move(to: factor, over: frames)
      case .evenLoudness(let choice, let frames): music.evenLoudness(choice, over: frames)
      case .setPads(let table): pads.use(table)
      case .silencePads(let frames): pads.fadeOutAll(over: frames)
      }
    }
  }

  /// - Parameter start: where the part begins in the device's block, as hits are placed there.
  @_noLocks @_noAllocation
  private mutating func renderPart(
    into out: UnsafeMutablePointer<Frame>, from start: Int, count: Int, nextHit: inout Int
  ) {
    music.render(into: out, count: count, outputFrame: outputFrame + start + limiter.delay)
    musicGain.apply(to: out, count: count)
    musicMeter.measure(out, count: count)
    padsBlock.update(repeating: .zero, count: count)
    renderPads(from: start, count: count, nextHit: &nextHit)
    padsGain.apply(to: padsBlock, count: count)
    padsMeter.measure(padsBlock, count: count)
    for index in 0..<count { out[index] += padsBlock[index] }
    masterGain.apply(to: out, count: count)
    limiter.apply(to: out, count: count)
    masterMeter.measure(out, count: count)
  }

  /// Renders the voices from hit to hit, so that each begins on its own frame.
  @_noLocks @_noAllocation
  private mutating func renderPads(from start: Int, count: Int, nextHit: inout Int) {
    var done = 0
    while nextHit < hits.dueCount && hits.dueHit(nextHit).offset < start + count {
      let due = hits.dueHit(nextHit)
      let place = due.offset - start
      pads.mix(into: padsBlock + done, count: place - done)
      done = place
      strike(due)
      nextHit += 1
    }
    pads.mix(into: padsBlock + done, count: count - done)
  }

  @_noLocks @_noAllocation
  private mutating func strike(_ due: DueHit) {
    if due.isLate { events.count(.lateHit) }
    guard let sample = pads.strike(pad: due.hit.pad - 1, velocity: due.hit.velocity) else { return }
    events.push(
      .hit(
        StartedHit(
          pad: due.hit.pad, velocity: due.hit.velocity, sample: sample,
          outputFrame: outputFrame + due.offset + limiter.delay, isLate: due.isLate, keyTime: due.hit.time)))
  }
}
