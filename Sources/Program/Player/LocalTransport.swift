import AudioBase
import MixEngine
import SystemBase
import TrackFeed

/// Plays music through the engine of this program.
@MainActor
package final class LocalTransport: MusicTransport {
  package var onEvent: (@MainActor (TransportEvent) -> Void)?

  private struct Opening {
    var stream: StreamItem
    let item: QueueItem.ID
    var format: StreamFormat?
    /// Whether its last frame was heard before its opening was reported.
    var hasEnded = false
  }

  private let engine: EngineControl
  private let events: EngineEvents
  private let feed: @MainActor ([FeederCommand]) -> Void
  private let stretch: @MainActor (Double) -> Void
  private let shiftPitch: @MainActor (Transposition) -> Void
  private var openings: [StreamID: Opening] = [:]
  /// Called when a track is requested, before any of it is heard.
  package var onOpening: (@MainActor (StreamID, TrackLocation) -> Void)?
  package var onFormat: (@MainActor (StreamID) -> Void)?
  /// Called after each report of the feeder.
  package var onReport: (() -> Void)?
  /// Called when parts of a track cannot be read: its file is heard alone.
  package var onPartsFailed: (@MainActor (TrackLocation, FileError) -> Void)?
  /// The tracks of the last opened streams, to identify what is heard.
  package private(set) var names = StreamNames()
  package private(set) var current: StreamID?
  private var next: StreamID?
  /// The stream whose beginning was reported last.
  private var announced: StreamID?
  /// Segments of tracks whose opening the feeder's thread has not reported yet.
  private var early: [MusicSegment] = []
  private var generation = 0
  /// The seconds at which the generation began.
  private var generationStart = 0.0
  private var lastID: UInt64 = 0

  /// Creates a transport of an engine. `feed` sends commands to its feeder, `stretch` sets the speed of its music,
  /// `transpose` its pitch.
  package init(
    engine: EngineControl, events: EngineEvents, feed: @escaping @MainActor ([FeederCommand]) -> Void,
    stretch: @escaping @MainActor (Double) -> Void,
    transpose: @escaping @MainActor (Transposition) -> Void = { _ in }
  ) {
    self.engine = engine
    self.events = events
    self.feed = feed
    (self.stretch, shiftPitch) = (stretch, transpose)
  }

  // MARK: Commands

  package func load(_ item: QueueItem, awaitsGain: Bool, at seconds: Double, playing: Bool) {
    openings = [:]
    early = []
    next = nil
    announced = nil
    let stream = open(item, awaitsGain: awaitsGain)
    current = stream.id
    startGeneration(stream, at: seconds)
    engine.send(playing ? .play : .pause)
  }

  package func setNext(_ item: QueueItem?) {
    guard let current else { return }
    // The opening of a former successor is kept: it may be in the ring already and be heard nevertheless.
    // A stream needs seconds to connect: it is loaded when this track has ended.
    let stream = item?.location.address == nil ? item.map { open($0) } : nil
    next = stream?.id
    feed([.setNext(stream, after: current)])
  }

  package func play() { engine.send(.play) }
  package func pause() { engine.send(.pause) }
  package func setSpeed(_ speed: Double) { stretch(speed) }
  package func transpose(_ transposition: Transposition) { shiftPitch(transposition) }
  package func setCrossfade(_ seconds: Double) { feed([.setCrossfade(seconds)]) }

  package func stop() {
    generation += 1
    engine.send(.pause)
    engine.send(.flush(generation: generation))
    feed([.clear])
    current = nil
    next = nil
    openings = [:]
  }

  package func seek(to seconds: Double) {
    guard let current, let opening = openings[current] else { return }
    var stream = opening.stream
    stream.awaitsGain = false
    startGeneration(stream, at: seconds, next: next.flatMap { openings[$0]?.stream })
  }

  /// Sets the gain of all openings of an item that may still be heard.
  package func setGain(_ gain: ReplayGain?, of item: QueueItem.ID, isFinal: Bool) {
    for (id, opening) in openings where opening.item == item {
      openings[id]?.stream.gain = gain
      feed([.setGain(gain, of: id)])
      engine.setGain(gain, of: id, isFinal: isFinal)
    }
  }

  /// Registers a new stream for a track. `awaitsGain` states whether the beginning may wait for the gain; false for a
  /// track that joins another one.
  private func open(_ item: QueueItem, awaitsGain: Bool = false) -> StreamItem {
    lastID += 1
    let stream = StreamItem(
      id: StreamID(lastID), location: item.location, gain: item.gain, awaitsGain: awaitsGain)
    openings[stream.id] = Opening(stream: stream, item: item.id)
    names.add(stream.id, item)
    onOpening?(stream.id, item.location)
    return stream
  }

  /// Starts a new generation. The engine must know it before the feeder writes frames of it.
  private func startGeneration(_ item: StreamItem, at seconds: Double, next: StreamItem? = nil) {
    generation += 1
    generationStart = seconds
    for id in openings.keys { openings[id]?.hasEnded = false }
    engine.send(.flush(generation: generation))
    let load = FeederCommand.load(item, at: seconds, generation: generation)
    feed([load] + (next.map { [.setNext($0, after: item.id)] } ?? []))
  }

  package var renderedUntil: HostTime? { events.clock.renderedUntil }

  // MARK: Reports of engine and feeder

  package func receive(_ report: FeederReport) {
    switch report {
    case .opened(let id, let format):
      openings[id]?.format = format
      names.set(format, of: id)
      onFormat?(id)
      send(id) { .opened($0, format) }
      let segments = early.filter { $0.stream == id && $0.generation == generation }
      early.removeAll { $0.stream == id }
      for segment in segments { self.report(segment, format) }
      if openings[id]?.hasEnded == true { streamEnded(id) }
    case .failed(let id, let error):
      if id == next { next = nil }
      send(id) { id == current ? .failed($0, error) : .nextFailed($0, error) }
    case .brokeOff(let id, let error): send(id) { .brokeOff($0, error) }
    case .endedEarly(let id, let frame, let format):
      send(id) {
        .endedEarly(
          $0, at: frame.seconds(at: format.sampleRate), of: format.length?.seconds(at: format.sampleRate))
      }
    case .invalidSamples(let id): send(id) { .invalidSamples($0) }
    case .partsFailed(let track, let error): onPartsFailed?(track, error)
    case .stream(let id, let event): send(id) { .stream($0, event) }
    case .successorCameTooLate(let id): if id == current { refeedCurrent() }
    }
    onReport?()
  }

  /// Handles a segment of music that begins to be heard, reported by the engine. Main thread.
  package func receive(_ segment: MusicSegment) {
    guard segment.generation == generation, let opening = openings[segment.stream] else { return }
    if let format = opening.format { report(segment, format) } else { early.append(segment) }
  }

  /// Handles a restart of the device's clock, reported by the engine: what is heard follows later than was reported
  /// before.
  package func clockRestarted(_ report: ClockReport) {
    guard let position = events.timeline.position(atOutputFrame: report.outputFrame), position.speed > 0,
      position.stream == announced, position.generation == generation,
      let format = openings[position.stream]?.format
    else { return }
    let anchor = PositionAnchor(
      trackFrame: FrameCount(position.trackFrame), sampleRate: format.sampleRate, hostTime: report.heard,
      rate: position.speed)
    send(position.stream) { .moved($0, anchor) }
  }

  private func report(_ segment: MusicSegment, _ format: StreamFormat) {
    let anchor = PositionAnchor(
      trackFrame: FrameCount(segment.trackFrame), sampleRate: format.sampleRate,
      hostTime: events.timeline.time(ofOutputFrame: segment.outputFrame), rate: segment.speed)
    if segment.stream == announced {
      send(segment.stream) { .moved($0, anchor) }
      return
    }
    current = segment.stream
    if next == segment.stream { next = nil }
    openings = openings.filter { $0.key == current || $0.key == next }
    announced = segment.stream
    send(segment.stream) { .began($0, anchor) }
  }

  /// Handles the end of a stream, reported by the engine. The end of a very short one may come before the report of its
  /// opening, which it then follows.
  package func streamEnded(_ id: StreamID) {
    if let opening = openings[id], opening.format == nil {
      openings[id]?.hasEnded = true
    } else if id == current {
      send(id) { .ended($0) }
    }
  }

  /// Has a track heard in parts, or its parts at other levels; nil: as its file alone. Levels are heard at once, also in
  /// what was fed already. The engine reports `changes` with the frame of the track from which on they are heard.
  package func setParts(
    _ parts: SongParts?, of track: TrackLocation, reporting changes: [PartChange] = []
  ) {
    feed([.setParts(parts, of: track, reporting: changes)])
  }

  /// Feeds the current track again from what is heard, because what is heard with it has changed.
  package func feedAgain() {
    guard current != nil else { return }
    let position = events.timeline.position(atOutputFrame: events.clock.outputFrame)
    if let position, position.stream == current, position.generation == generation { return refeedCurrent() }
    seek(to: generationStart)
  }

  /// Restarts the current track at its position, followed by the new successor: the former one is in the ring
  /// already.
  private func refeedCurrent() {
    guard let current, let format = openings[current]?.format,
      let position = events.timeline.position(atOutputFrame: events.clock.outputFrame),
      position.stream == current
    else { return }
    seek(to: FrameCount(position.trackFrame).seconds(at: format.sampleRate))
  }

  private func send(_ id: StreamID, _ event: (QueueItem.ID) -> TransportEvent) {
    if let opening = openings[id] { onEvent?(event(opening.item)) }
  }
}

extension LocalTransport {
  /// The seconds of music that are fed ahead of what is heard, at speed 1.
  private static let fedAhead = 2.5

  /// Repeats a range of the current track, in its frames and not empty; nil ends the repetition.
  package func setLoop(_ range: Range<Int>?) {
    guard let current, let range, let format = names[current]?.format else {
      feed([.setLoop(nil)])
      return
    }
    feed([.setLoop(StreamLoop(stream: current, frames: range))])
    // Seeks if the end of the range was fed already or the position is outside of the range.
    let frame = events.clock.outputFrame
    guard let place = events.timeline.position(atOutputFrame: frame) else { return }
    let fed = place.trackFrame + Int(LocalTransport.fedAhead * Double(format.sampleRate.hertz))
    let isInside = range.contains(place.trackFrame)
    if isInside && fed < range.upperBound { return }
    let target = isInside ? place.trackFrame : range.lowerBound
    seek(to: FrameCount(target).seconds(at: format.sampleRate))
  }
}

extension LocalTransport {
  /// Returns the position that is or was heard at a time; for a hit, call it with its `keyTime` as soon as
  /// the hit is reported.
  ///
  /// Main thread, after the engine's events were read. Accurate to 1 ms on JACK and paced outputs, to 5 ms on a sound
  /// server. Returns nil if there is no track or its opening has not been reported yet.
  package func heard(at time: HostTime) -> HeardPosition? {
    events.timeline.position(heardAt: time).flatMap(name)
  }

  /// Returns the position at an output frame; for a hit, the music that sounds with it.
  package func heard(atOutputFrame frame: Int) -> HeardPosition? {
    events.timeline.position(atOutputFrame: frame).flatMap(name)
  }

  package func seconds(of item: QueueItem.ID, heardAt time: HostTime) -> Double? {
    let rendered = events.clock.outputFrame + events.clock.count
    guard let frame = events.timeline.outputFrame(heardAt: time),
      let heard = heard(atOutputFrame: min(frame, rendered)), heard.item == item,
      heard.generation == generation
    else { return nil }
    return heard.trackFrame.seconds(at: heard.sampleRate)
  }

  private func name(_ position: Timeline.Position) -> HeardPosition? {
    guard let name = names[position.stream], let format = name.format else { return nil }
    return HeardPosition(
      item: name.item, location: name.location, trackFrame: FrameCount(position.trackFrame),
      sampleRate: format.sampleRate, speed: position.speed, generation: position.generation)
  }
}
