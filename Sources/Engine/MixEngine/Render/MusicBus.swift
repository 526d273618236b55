import AudioBase

/// Plays the music ring: pauses, seeks and joins tracks without a click. Audio thread.
struct MusicBus: ~Copyable {
  private var source: MusicSource
  private var segments: SegmentReader
  private var transport: MusicTransportState
  private var loudness: MusicLoudness
  /// Finds the planned hits of the frames that are read.
  var sequencer: HitSequencer
  /// Sends beats to a device of the metronome, if it has one.
  private var beats = MusicBeats()
  private let events: EventWriter
  private let rate: Int
  /// Whether the ring ran dry while music should have played.
  private var isStarved = false
  /// The first output frame of the part that is being rendered.
  private var partStart = 0
  /// Whether all music begins on the grid of its values.
  private let isAligned: Bool
  /// Frames between what is mixed and what comes out.
  var latency = 0

  init(stream: borrowing StreamBuffer, events: EventWriter, rate: SampleRate, isAligned: Bool) {
    source = MusicSource(stream: stream, rate: rate)
    segments = SegmentReader(stream.markers.reader, rate: rate)
    transport = MusicTransportState(rate: rate)
    loudness = MusicLoudness(rate: rate)
    sequencer = HitSequencer(rate: rate)
    self.isAligned = isAligned
    self.events = events
    self.rate = rate.hertz
  }

  /// Whether nothing plays, and nothing will before a command or the frames of a seek come.
  var isSilent: Bool { !transport.shouldPlay && !transport.isHeard }

  /// Whether something of a generation that is waited for has come.
  var hasArrivals: Bool { transport.phase == .waiting && segments.hasMarkers }

  /// Sets the most frames that the device requests at once. Returns whether that many are ready.
  func setRequestSize(_ frames: Int) -> Bool { source.setRequestSize(frames) }

  // MARK: Commands

  mutating func play() { transport.play() }

  mutating func pause() {
    transport.pause()
    beats.restart(sequencer, keepsRendered: false)
  }

  /// Fades out what plays, then discards the ring up to the first frame of a generation.
  mutating func flush(to generation: Int) {
    segments.generation = generation
    transport.flush()
    beats.restart(sequencer, keepsRendered: false)
  }

  /// Replaces the hits that are planned for tracks.
  mutating func use(_ sequences: HitSequenceSet) {
    sequencer.use(sequences)
    beats.restart(sequencer, keepsRendered: true)
  }

  /// Sends the beats that come from now on to a device of the metronome; nil: they are due in the output again.
  mutating func sendBeats(_ sender: BeatSender?, at outputFrame: Int) {
    beats.restart(sequencer, keepsRendered: false)
    sequencer.sendBeats(sender, at: outputFrame)
  }

  /// Sends the beats again that the device has not rendered: the music comes out at other frames from now on.
  mutating func sendBeatsAgain(at outputFrame: Int) {
    beats.restart(sequencer, keepsRendered: true)
    sequencer.sendBeatsAgain(at: outputFrame)
  }

  /// Sends beats of music that is to begin by itself at an output frame.
  mutating func sendBeatsBeforeStart(at outputFrame: Int) {
    if !transport.isSilent { return }
    beats.sendBeforeStart(&sequencer, segments, source, at: outputFrame + framesToGrid(outputFrame))
  }

  mutating func evenLoudness(_ choice: GainChoice, over frames: Int) {
    loudness.use(choice, for: segments.current, over: transport.isHeard ? frames : 0)
  }

  /// Applies gains that became known after the track was opened.
  mutating func setGains(_ gains: TrackGains, of stream: StreamID, isFinal: Bool, over frames: Int) {
    loudness.set(gains, of: stream, isFinal: isFinal)
    guard segments.current?.stream.value == stream.value else { return }
    segments.current?.gains = gains
    loudness.move(to: gains, over: transport.isHeard ? frames : 0)
  }
}

// MARK: Rendering

extension MusicBus {
  /// Writes the next frames of music, or silence.
  ///
  /// - Parameters:
  ///   - outputFrame: the output frame that `out` begins with.
  ///   - before: frames of the same part that were rendered before.
  mutating func render(
    into out: UnsafeMutablePointer<Frame>, count: Int, outputFrame: Int, after before: Int = 0
  ) {
    partStart = outputFrame - before
    var done = 0
    while done < count {
      let made = renderSome(into: out + done, count: count - done, outputFrame: outputFrame + done)
      if made == 0 { break }
      done += made
    }
    for index in done..<count { out[index] = .zero }
    if done < count { passStanding(count - done, at: before + done) }
    if transport.shouldPlay { source.blockEnded(count, rate: rate) }
  }

  /// Renders music up to the next change of the transport.
  ///
  /// - Returns: how many frames were written; 0 if the rest of the block is silent.
  private mutating func renderSome(
    into out: UnsafeMutablePointer<Frame>, count: Int, outputFrame: Int
  ) -> Int {
    switch transport.phase {
    case .silent:
      guard transport.shouldPlay, let segment = segments.current, source.prepare() else { return 0 }
      if mustWait(segment, count) { return 0 }
      let wait = min(framesToGrid(outputFrame), count)
      if wait > 0 {
        out.update(repeating: .zero, count: wait)
        return wait
      }
      startPlaying(outputFrame)
      return renderSome(into: out, count: count, outputFrame: outputFrame)
    case .waiting:
      if !segments.findGeneration(in: &source) { return 0 }
      transport.generationHasCome()
      applyMarkers(outputFrame)
      if !transport.shouldPlay { report(.silence, outputFrame) }
      return renderSome(into: out, count: count, outputFrame: outputFrame)
    case .playing, .fadingToPause, .fadingToFlush:
      return play(into: out, count: count, outputFrame: outputFrame)
    }
  }

  /// Passes the place at which music stands to the courses of its values.
  private mutating func passStanding(_ count: Int, at offset: Int) {
    guard sequencer.lanes.isActive, transport.isSilent, let segment = segments.current else { return }
    sequencer.passStanding(
      segment.stream, at: segment.trackFrame(at: source.exactPosition), count: count, offset: offset)
  }

  /// Returns whether music that could begin has to wait for its sequence or its gain.
  private mutating func mustWait(_ segment: StreamMarker, _ count: Int) -> Bool {
    let waitsForSequence = sequencer.mustWait(for: segment.stream, count)
    let waitsForGain = loudness.mustWait(for: segment, count)
    return waitsForSequence || waitsForGain
  }

  /// Returns the frames that music waits before it begins, so that a frame of the track has the same place in the grid of
  /// values each time it is heard: values that were set while it played act on the same frames again.
  private func framesToGrid(_ outputFrame: Int) -> Int {
    guard let segment = segments.current, isAligned || sequencer.lanes.set.hasCourses(of: segment.stream)
    else { return 0 }
    return (outputFrames(of: segment) - (outputFrame - latency)) & (CoursePlayer.grid - 1)
  }

  /// Returns the output frames from the beginning of a track to the place at which it is read.
  private func outputFrames(of segment: StreamMarker) -> Int {
    let frames = segment.trackFrame(at: source.exactPosition) / (segment.ratio * source.speed)
    // Halves are rounded alike whatever the last bits are.
    return frames >= 0 && frames < 1e15 ? Int(frames + 0.5001) : 0
  }

  /// Returns the frames of a track by which its values act before their own.
  ///
  /// A track of another rate than the output is read between the frames of the output that it was read at before a seek. So that
  /// each value acts at the same place of the grid wherever the track was begun, when it was recorded and now, what counts is the
  /// frame of the track at that place when it is heard from its beginning, and half of an output frame more.
  private func margin(of segment: StreamMarker, from frame: Double) -> Double {
    let step = segment.ratio * source.speed
    let distance = Double(outputFrames(of: segment)) * step - frame
    return step / 2 + (distance.magnitude <= step ? distance : 0)
  }

  private mutating func startPlaying(_ outputFrame: Int) {
    transport.begin(isTrackStart: segments.trackFrame(at: source.exactPosition) == 0)
    isStarved = false
    sequencer.musicBegins()
    beats.musicBegins(sequencer, at: outputFrame)
    report(.segment, outputFrame)
  }

  private mutating func play(into out: UnsafeMutablePointer<Frame>, count: Int, outputFrame: Int) -> Int {
    let isChanged = source.changeOver()
    applyMarkers(outputFrame)
    if !transport.isHeard { return 0 }
    if isChanged { report(.segment, outputFrame) }
    let here = readable(count)
    if here == 0 {
      starve(outputFrame)
    } else if isStarved {
      isStarved = false
      report(.segment, outputFrame)
    }
    if transport.isPlaying { beats.send(&sequencer, segments, source, at: outputFrame) }
    findHits(here, at: outputFrame - partStart)
    source.read(into: out, count: here)
    loudness.apply(to: out, count: here)
    if transport.applyFade(to: out, count: here) {
      isStarved = false
      report(.silence, outputFrame + here)
    }
    return here
  }

  /// Returns the number of frames up to the next marker and to the end of a fade.
  private func readable(_ count: Int) -> Int {
    transport.readable(min(count, source.available(before: segments.nextPosition)))
  }

  /// Finds the planned hits of the next frames.
  private mutating func findHits(_ count: Int, at offset: Int) {
    guard let segment = segments.current else { return }
    let from = segment.trackFrame(at: source.exactPosition)
    let end = segment.trackFrame(at: source.exactPosition(after: count))
    sequencer.passMusic(
      segment.stream, from: from, end: end, count: count, at: offset,
      start: partStart - latency + offset - outputFrames(of: segment), margin: margin(of: segment, from: from)
    )
  }

  private mutating func starve(_ outputFrame: Int) {
    if isStarved || !transport.isPlaying { return }
    isStarved = true
    beats.restart(sequencer, keepsRendered: true)
    events.count(.underrun)
    report(.silence, outputFrame)
  }

  /// Applies the markers at the next frame.
  private mutating func applyMarkers(_ outputFrame: Int) {
    // In a dry ring, the marker of a seek follows directly on the frames that fade out; the search for its generation
    // reads it.
    if transport.isFadingToFlush { return }
    while let marker = segments.nextMarker(at: source.position) {
      switch marker.kind {
      case .start:
        let gains = loudness.begin(marker)
        segments.begin(marker, gains)
        sequencer.jumped()
        if !transport.isSilent { report(.segment, outputFrame) }
      case .end: if !segments.isFollowedByStart(marker.position) { finish(marker, outputFrame) }
      }
    }
  }

  private mutating func finish(_ marker: StreamMarker, _ outputFrame: Int) {
    segments.current = nil
    transport.stop()
    events.push(.ended(stream: marker.stream, outputFrame: outputFrame))
  }
}

// MARK: Reports

extension MusicBus {
  private enum ReportKind: BitwiseCopyable { case segment, silence }

  /// Reports where the music is once more, since it comes out at other frames from now on.
  func reportAgain(at outputFrame: Int) {
    report(transport.isHeard && !isStarved ? .segment : .silence, outputFrame)
  }

  private func report(_ kind: ReportKind, _ outputFrame: Int) {
    guard let segment = segments.current else { return }
    events.push(
      .music(
        MusicSegment(
          outputFrame: outputFrame, stream: segment.stream,
          trackFrame: segments.trackFrame(at: source.exactPosition),
          ratio: kind == .segment ? segment.ratio * source.speed : 0,
          speed: kind == .segment ? source.speed : 0, generation: segment.generation,
          isStretched: source.isStretched)))
  }
}
