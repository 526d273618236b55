import AudioBase

/// Plays the music ring: pauses, seeks and joins tracks without a click. Audio thread.
struct MusicBus: ~Copyable {
  enum Phase: BitwiseCopyable {
    case silent
    case playing
    case fadingToPause
    case fadingToFlush
    /// The frames of the wanted generation have not come yet.
    case waiting
  }

  private var source: MusicSource
  private let markers: RingReader<StreamMarker>
  private let events: EventWriter
  private let rate: Int
  private let fadeFrames: Int
  /// What must stand in the ring before music begins: the feeder has just woken, and on a busy machine it may have
  /// to wait for its next turn.
  private let cushion: Int
  private(set) var phase: Phase = .silent
  private var shouldPlay = false
  private var generation = 0
  private var fade = GainRamp(0)
  private var isStarved = false
  /// The segment that is being played: its start marker.
  private var segment: StreamMarker?
  private var gainChoice = GainChoice.none
  /// The gain of the segment, by the choice.
  private var gain = GainRamp(1)
  private var lateGains: LateGains
  /// What is to sound with the music.
  var planner: HitPlanner
  /// The first frame of the part that is being rendered.
  private var partStart = 0

  init(source: MusicSource, markers: RingReader<StreamMarker>, events: EventWriter, rate: SampleRate) {
    self.source = source
    self.markers = markers
    self.events = events
    self.rate = rate.hertz
    fadeFrames = rate.hertz * 3 / 1000
    cushion = rate.hertz / 10
    planner = HitPlanner(rate: rate)
    lateGains = LateGains(rate: rate)
  }

  /// Nothing plays and nothing is to, until a command comes or, where it is waited for, the place of a seek.
  var isSilent: Bool {
    @_noLocks @_noAllocation get { !shouldPlay && (phase == .silent || phase == .waiting) }
  }

  /// Whether something of a place that is waited for has come.
  var hasArrivals: Bool { phase == .waiting && markers.available > 0 }

  @_noLocks @_noAllocation
  mutating func play() {
    shouldPlay = true
    if phase == .fadingToPause {
      phase = .playing
      fade.move(to: 1, over: fadeFrames)
    }
  }

  @_noLocks @_noAllocation
  mutating func pause() {
    shouldPlay = false
    if phase == .playing {
      phase = .fadingToPause
      fade.move(to: 0, over: fadeFrames)
    }
  }

  /// Lets what is in the ring fade and throws it away up to the first frame of the new generation.
  @_noLocks @_noAllocation
  mutating func flush(to generation: Int) {
    self.generation = generation
    switch phase {
    case .playing:
      phase = .fadingToFlush
      fade.move(to: 0, over: fadeFrames)
    case .fadingToPause: phase = .fadingToFlush
    case .silent: phase = .waiting
    case .waiting, .fadingToFlush: break
    }
  }

  @_noLocks @_noAllocation
  mutating func evenLoudness(_ choice: GainChoice, over frames: Int) {
    gainChoice = choice
    guard let segment else { return }
    moveGain(to: segment.gains, over: frames)
  }

  /// Takes over what has become known of a track's loudness.
  @_noLocks @_noAllocation
  mutating func setGains(_ gains: TrackGains, of stream: StreamID, isFinal: Bool, over frames: Int) {
    lateGains.set(gains, of: stream, isFinal: isFinal)
    guard let segment, segment.stream.value == stream.value else { return }
    self.segment?.gains = gains
    moveGain(to: gains, over: frames)
  }

  @_noLocks @_noAllocation
  private mutating func moveGain(to gains: TrackGains, over frames: Int) {
    gain.move(to: gains.factor(gainChoice), over: phase == .silent || phase == .waiting ? 0 : frames)
  }

  /// Writes the next frames of music, or silence.
  ///
  /// - Parameters:
  ///   - outputFrame: the frame that `out` begins with.
  ///   - before: frames of the same part that were rendered before.
  @_noLocks @_noAllocation
  mutating func render(
    into out: UnsafeMutablePointer<Frame>, count: Int, outputFrame: Int, after before: Int = 0
  ) {
    partStart = outputFrame - before
    var done = 0
    while done < count {
      let made = renderPart(into: out + done, count: count - done, outputFrame: outputFrame + done)
      if made == 0 { break }
      done += made
    }
    for index in done..<count { out[index] = .zero }
    if shouldPlay { source.blockEnded(count, rate: rate) }
  }

  /// - Returns: how many frames were written; 0 where the rest of the block is silent.
  @_noLocks @_noAllocation
  private mutating func renderPart(
    into out: UnsafeMutablePointer<Frame>, count: Int, outputFrame: Int
  ) -> Int {
    switch phase {
    case .silent:
      guard shouldPlay, let segment, source.prepare() else { return 0 }
      if mustWait(segment, count) { return 0 }
      startPlaying(outputFrame)
      return renderPart(into: out, count: count, outputFrame: outputFrame)
    case .waiting:
      if !findGeneration() { return 0 }
      phase = .silent
      applyMarkers(outputFrame)
      if !shouldPlay { report(.silence, outputFrame) }
      return renderPart(into: out, count: count, outputFrame: outputFrame)
    case .playing, .fadingToPause, .fadingToFlush:
      return play(into: out, count: count, outputFrame: outputFrame)
    }
  }

  /// Whether music that could begin has to wait for its plan, or for its gain.
  @_noLocks @_noAllocation
  private mutating func mustWait(_ segment: StreamMarker, _ count: Int) -> Bool {
    let waitsForPlan = planner.mustWait(for: segment.stream, count)
    let waitsForGain = gainChoice.isApplied && lateGains.mustWait(for: segment, count)
    return waitsForPlan || waitsForGain
  }

  @_noLocks @_noAllocation
  private mutating func play(into out: UnsafeMutablePointer<Frame>, count: Int, outputFrame: Int) -> Int {
    let isChanged = source.changeOver()
    applyMarkers(outputFrame)
    if phase == .silent || phase == .waiting { return 0 }
    if isChanged { report(.segment, outputFrame) }
    let here = readable(count)
    if here == 0 {
      starve(outputFrame)
    } else if isStarved {
      isStarved = false
      report(.segment, outputFrame)
    }
    plan(here, at: outputFrame - partStart)
    copy(into: out, count: here)
    if !fade.isMoving || here == 0 { endFade(outputFrame + here) }
    return here
  }

  /// How many frames can be copied: up to the next marker, and to the end of a fade.
  @_noLocks @_noAllocation
  private func readable(_ count: Int) -> Int {
    let place = markers.available > 0 ? markers.peek(0).position : .max
    let here = min(count, source.available(before: place))
    return fade.isMoving ? min(here, fade.framesLeft) : here
  }

  /// Finds what is to sound with the next frames.
  @_noLocks @_noAllocation
  private mutating func plan(_ count: Int, at offset: Int) {
    guard let segment else { return }
    let start = Double(segment.trackFrame)
    let from = start + (source.exactPosition - Double(segment.position)) * segment.ratio
    let end = start + (source.exactPosition(after: count) - Double(segment.position)) * segment.ratio
    planner.passMusic(segment.stream, from: from, end: end, count: count, at: offset)
  }

  @_noLocks @_noAllocation
  private mutating func copy(into out: UnsafeMutablePointer<Frame>, count: Int) {
    source.read(into: out, count: count)
    gain.apply(to: out, count: count)
    fade.apply(to: out, count: count)
  }

  /// After a fade to silence goes where the fade was for.
  @_noLocks @_noAllocation
  private mutating func endFade(_ outputFrame: Int) {
    switch phase {
    case .fadingToPause:
      phase = .silent
      fade.move(to: 0, over: 0)
      report(.silence, outputFrame)
    case .fadingToFlush:
      phase = .waiting
      isStarved = false
      report(.silence, outputFrame)
    case .playing, .silent, .waiting: break
    }
  }

  @_noLocks @_noAllocation
  private mutating func startPlaying(_ outputFrame: Int) {
    phase = .playing
    isStarved = false
    // A track's own beginning is left as it is; what starts in its middle would click.
    let isBeginning = currentTrackFrame == 0
    if isBeginning {
      fade.move(to: 1, over: 0)
    } else {
      fade = GainRamp(0)
      fade.move(to: 1, over: fadeFrames)
    }
    report(.segment, outputFrame)
  }

  @_noLocks @_noAllocation
  private mutating func starve(_ outputFrame: Int) {
    if isStarved || phase != .playing { return }
    isStarved = true
    events.count(.underrun)
    report(.silence, outputFrame)
  }

  // MARK: Markers

  /// Applies the markers that stand at the next frame.
  @_noLocks @_noAllocation
  private mutating func applyMarkers(_ outputFrame: Int) {
    // In a ring that is dry the place of a seek follows on what fades for it; its marker is left to the search for it.
    if phase == .fadingToFlush { return }
    while markers.available > 0 {
      let marker = markers.peek(0)
      if marker.position > source.position || marker.generation != generation { return }
      markers.drop(1)
      switch marker.kind {
      case .start:
        let gains = lateGains.gains(of: marker)
        segment = marker
        segment?.gains = gains
        planner.jumped()
        gain.move(to: gains.factor(gainChoice), over: 0)
        if phase != .silent { report(.segment, outputFrame) }
      case .end: if !isFollowedByStart(marker.position) { finish(marker, outputFrame) }
      }
    }
  }

  /// The track after the end was found in time: there was no end.
  @_noLocks @_noAllocation
  private func isFollowedByStart(_ position: Int) -> Bool {
    if markers.available == 0 { return false }
    let next = markers.peek(0)
    return next.position == position && next.generation == generation
  }

  @_noLocks @_noAllocation
  private mutating func finish(_ marker: StreamMarker, _ outputFrame: Int) {
    segment = nil
    shouldPlay = false
    phase = .silent
    events.push(.ended(stream: marker.stream, outputFrame: outputFrame))
  }

  /// Throws away what is older than the wanted generation.
  ///
  /// - Returns: whether that has come, with enough to play on or with the end of the track.
  @_noLocks @_noAllocation
  private mutating func findGeneration() -> Bool {
    // Looked at before the markers: a frame of the new generation is never written before its marker.
    let end = source.position + source.waiting
    while markers.available > 0 {
      let marker = markers.peek(0)
      if marker.generation == generation {
        source.jump(to: marker.position)
        return source.waiting >= cushion || markers.available > 1
      }
      if marker.generation > generation { return false }
      markers.drop(1)
    }
    source.jump(to: end)
    return false
  }

  // MARK: Where we are

  private var currentTrackFrame: Int {
    @_noLocks @_noAllocation get {
      guard let segment else { return 0 }
      return segment.trackFrame + Int((source.exactPosition - Double(segment.position)) * segment.ratio)
    }
  }

  /// Reports where the music is once more: from now on it comes out at other frames.
  @_noLocks @_noAllocation
  mutating func reportAgain(at outputFrame: Int) {
    switch phase {
    case .playing, .fadingToPause, .fadingToFlush: report(isStarved ? .silence : .segment, outputFrame)
    case .silent, .waiting: report(.silence, outputFrame)
    }
  }

  private enum Report: BitwiseCopyable { case segment, silence }

  @_noLocks @_noAllocation
  private mutating func report(_ what: Report, _ outputFrame: Int) {
    guard let segment else { return }
    events.push(
      .music(
        MusicSegment(
          outputFrame: outputFrame, stream: segment.stream, trackFrame: currentTrackFrame,
          ratio: what == .segment ? segment.ratio * source.speed : 0,
          speed: what == .segment ? source.speed : 0, generation: segment.generation)))
  }
}
