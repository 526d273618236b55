import AudioBase
import MixEngine
import SystemBase

/// Decodes tracks into the music ring, step by step. The feeder's thread.
package final class StreamFiller {
  /// The action after a step.
  package enum Outcome: Equatable {
    /// The next step.
    case more
    /// Waits until this many more frames have been played.
    case waitForRoom(frames: Int)
    /// Waits for a command.
    case idle
  }

  /// A track that is open.
  struct Source {
    var item: StreamItem
    let stream: TrackStream
    /// Its parts while it is fed; nil if it is heard as its file alone.
    var parts: PartSet?
    /// Whether its invalid samples were reported.
    var hasReportedSamples = false

    var gains: TrackGains { TrackGains(item.gain) }
  }

  var ring: MusicRingWriter
  /// The engine's rate.
  var rate: SampleRate { ring.rate }
  let decoders: any DecoderOpening
  let converters: any RateConverterMaking
  let clips: TrackClips?
  let report: (FeederReport) -> Void
  /// Seconds for which the end of a track and the beginning of the next one overlap.
  private(set) var crossfade: Double
  var loop: StreamLoop?
  /// The start of the frames that are being written, in the ring and in the track.
  private(set) var beginning = (ring: 0, trackFrame: 0)
  /// The frames of the current step.
  let chunk: UnsafeMutableBufferPointer<Frame>
  /// The frames of `chunk` for which the ring had no room.
  private var waiting = 0..<0
  /// The frames of `chunk` that wait.
  var waitingCount: Int { waiting.count }
  var parts = FedParts()
  /// The track frame that follows `chunk` if a loop turned back to its start.
  var turnedTo: Int?
  var current: Source?
  /// The successor of the current track.
  var next: Source?
  /// The successor that was named and is not open yet.
  var named: StreamItem?
  /// The successor before a seek, which is probably the one after it too.
  var spare: Source?
  /// The track before, while it fades out.
  var fadeOut: (track: StreamID, fade: FadeOut)?
  /// The stream of the network that plays when enough of it has arrived.
  var arriving: ArrivingStream?
  /// Wakes the feeder's thread.
  let wake: @Sendable () -> Void
  /// The track whose end marker was written last, while nothing follows it.
  var endedStream: StreamID?

  package init(
    engine: EngineControl, decoders: any DecoderOpening, converters: any RateConverterMaking,
    crossfade: Double = 0, clips: TrackClips? = nil, report: @escaping (FeederReport) -> Void
  ) {
    ring = MusicRingWriter(engine)
    wake = { engine.feederSignal.wake() }
    (self.decoders, self.converters, self.crossfade) = (decoders, converters, crossfade)
    (self.clips, self.report) = (clips, report)
    chunk = .allocate(capacity: 4096)
  }

  deinit { chunk.deallocate() }

  /// Applies a command.
  package func handle(_ command: FeederCommand) {
    switch command {
    case .load(let item, let seconds, let generation): load(item, at: seconds, generation)
    case .setNext(let item, let predecessor): setNext(item, after: predecessor)
    case .setLoop(let loop): self.loop = loop
    case .setGain(let gain, let id): setGain(gain, of: id)
    case .setParts(let parts, let track, let changes): setParts(parts, of: track, reporting: changes)
    case .setCrossfade(let seconds): crossfade = seconds
    case .clear: clear()
    }
  }

  private func clear() {
    (current, next, named, spare) = (nil, nil, nil, nil)
    (arriving, fadeOut, endedStream, turnedTo) = (nil, nil, nil, nil)
    waiting = 0..<0
    parts.waiting = nil
    parts.ring?.clear()
  }

  private func setGain(_ gain: ReplayGain?, of id: StreamID) {
    if current?.item.id == id { current?.item.gain = gain }
    if next?.item.id == id { next?.item.gain = gain }
    if spare?.item.id == id { spare?.item.gain = gain }
    if named?.id == id { named?.gain = gain }
    if arriving?.item.id == id { arriving?.item.gain = gain }
  }

  /// Requests that the feeder is woken when `count` more frames have been played. Returns false if they have been
  /// played already.
  func requestRoom(_ count: Int) -> Bool { ring.requestRoom(count) }

  // MARK: Steps

  /// Makes one step: writes a chunk, or returns what to wait for.
  package func fill() -> Outcome {
    reportStreamEvents()
    if !ring.writeMarkers() { return .waitForRoom(frames: 1) }
    if !waiting.isEmpty { return writeWaiting() }
    guard let current else { return startArrived() }
    if current.stream.isWaiting { return .idle }
    openNextInTime(current)
    if let frame = turnedTo {
      start(current, at: frame)
      return .more
    }
    do throws(FileError) {
      return try fill(from: current)
    } catch {
      report(.brokeOff(current.item.id, error))
      return moveOn(from: current)
    }
  }

  private func fill(from current: Source) throws(FileError) -> Outcome {
    let turn = turn(current)
    let ahead = turn == nil ? framesToOverlap(current) : nil
    if let ahead, ahead.before == 0, let next {
      beginOverlap(of: current, and: next, length: ahead.length)
      return .more
    }
    current.stream.join(turn == nil ? next?.stream : nil)
    let limit = min(ahead?.before ?? .max, turn?.framesToSeam ?? .max, chunk.count)
    var count = 0
    if limit > 0 {
      count = try current.stream.read(into: UnsafeMutableBufferPointer(rebasing: chunk[..<limit]))
    }
    if count == 0 {
      guard let turn else { return finishCurrent(current) }
      count = try turnBack(current, at: turn)
    }
    readParts(count, at: turnedTo == nil ? nil : turn)
    reportInvalidSamples(current)
    mixFadeOut(count)
    waiting = 0..<count
    return writeWaiting()
  }

  private func reportInvalidSamples(_ source: Source) {
    guard source.stream.hadInvalidSamples, !source.hasReportedSamples else { return }
    current?.hasReportedSamples = true
    report(.invalidSamples(source.item.id))
  }

  private func writeWaiting() -> Outcome {
    if ring.awaitsFlush { return .waitForRoom(frames: 1) }
    let written = write(waiting)
    waiting = (waiting.lowerBound + written)..<waiting.upperBound
    if waiting.isEmpty { return .more }
    return .waitForRoom(frames: rate.hertz / 2)
  }

  // MARK: Tracks

  private func load(_ item: StreamItem, at seconds: Double, _ generation: Int) {
    ring.begin(generation: generation)
    let reusable = current?.item.id == item.id ? current : next?.item.id == item.id ? next : nil
    let successor = current?.item.id == item.id ? next : nil
    if var arriving, arriving.item.id == item.id {
      // It begins elsewhere as soon as it has arrived.
      (arriving.item, arriving.seconds) = (item, seconds)
      clear()
      self.arriving = arriving
      return
    }
    clear()
    spare = successor
    if parts.wanted[item.location] == nil { parts.ring = nil }
    if reusable == nil, let address = item.location.address { return receive(item, address, at: seconds) }
    guard var source = reusable ?? open(item) else { return }
    source.item = item
    do {
      let frame = FrameCount(seconds: seconds, at: source.stream.format.sampleRate)
      let last = source.stream.format.length ?? frame
      if reusable != nil || frame > .zero { try source.stream.seek(to: min(frame, last)) }
      start(source)
    } catch {
      report(.failed(item.id, error))
    }
  }

  /// Opens a track and reports the result. Returns nil if it cannot be opened.
  func open(_ item: StreamItem) -> Source? {
    do {
      let stream = try TrackStream(
        item.location, rate: rate, decoders: decoders, converters: converters, clips: clips)
      report(.opened(item.id, stream.format))
      return Source(item: item, stream: stream)
    } catch {
      report(.failed(item.id, error))
      return nil
    }
  }

  /// Makes a track the current one and marks its beginning.
  ///
  /// - Parameter frame: the track frame that comes next; nil if nothing of the track was read.
  func start(_ source: Source, at frame: Int? = nil) {
    beginning = (ring.position, frame ?? source.stream.trackFrame)
    current = source
    endedStream = nil
    turnedTo = nil
    let trackRate = Double(source.stream.format.sampleRate.hertz)
    ring.markStart(
      of: source.item, trackFrame: beginning.trackFrame, ratio: trackRate / Double(rate.hertz))
    startParts(isElsewhere: frame == nil)
  }

  private func finishCurrent(_ source: Source) -> Outcome {
    if source.stream.endedEarly {
      let frame = FrameCount(source.stream.trackFrame)
      report(.endedEarly(source.item.id, atFrame: frame, of: source.stream.format))
    }
    return moveOn(from: source)
  }

  /// Starts the successor of a track that has ended, or marks the end of the music.
  private func moveOn(from source: Source) -> Outcome {
    openNamed()
    current = nil
    if let successor = next {
      next = nil
      return join(successor, to: source)
    }
    endedStream = source.item.id
    let isMarked = ring.markEnd(of: source.item, trackFrame: source.stream.trackFrame)
    return isMarked ? .idle : .waitForRoom(frames: 1)
  }

  private func join(_ successor: Source, to source: Source) -> Outcome {
    do throws(FileError) {
      try successor.stream.follow(source.stream)
    } catch {
      report(.brokeOff(successor.item.id, error))
      return moveOn(from: successor)
    }
    start(successor, at: 0)
    return .more
  }
}
