import AudioBase
import MixEngine
import TrackFeed

/// Plays through the program's own engine.
@MainActor
package final class LocalTransport: MusicTransport {
  package var onEvent: (@MainActor (TransportEvent) -> Void)?

  private struct Opening {
    var item: StreamItem
    let entry: TransportEntry
    var format: StreamFormat?
  }

  let engine: AudioEngine
  let feed: @MainActor ([StreamFeeder.Command]) -> Void
  private let stretch: @MainActor (Double) -> Void
  private var openings: [StreamID: Opening] = [:]
  /// Told of each opening, before anything of it can be heard.
  package var onOpening: (@MainActor (StreamID, TransportEntry) -> Void)?
  /// What the last openings were of, to name what is heard.
  package private(set) var names = StreamNames()
  package private(set) var current: StreamID?
  private var next: StreamID?
  /// The track whose beginning was told last.
  private var announced: StreamID?
  /// Segments of tracks whose opening is not reported yet: another thread tells it.
  private var early: [MusicSegment] = []
  private var generation = 0
  private var lastID: UInt64 = 0

  /// - Parameters:
  ///   - feed: sends to the feeder that fills the engine's ring.
  ///   - stretch: sets the speed at which the ring is played.
  package init(
    engine: AudioEngine, feed: @escaping @MainActor ([StreamFeeder.Command]) -> Void,
    stretch: @escaping @MainActor (Double) -> Void
  ) {
    self.engine = engine
    self.feed = feed
    self.stretch = stretch
  }

  // MARK: Commands

  package func load(_ entry: TransportEntry, at seconds: Double, playing: Bool) {
    openings = [:]
    early = []
    next = nil
    announced = nil
    let item = open(entry, awaitsGain: entry.awaitsGain)
    current = item.id
    startGeneration(item, at: seconds)
    engine.send(playing ? .play : .pause)
  }

  package func setNext(_ entry: TransportEntry?) {
    guard let current else { return }
    // The opening of an old successor stays: it may be in the ring already and be heard all the same.
    let item = entry.map { open($0) }
    next = item?.id
    feed([.setNext(item, after: current)])
  }

  package func play() { engine.send(.play) }
  package func pause() { engine.send(.pause) }
  package func setSpeed(_ speed: Double) { stretch(speed) }

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
    var item = opening.item
    item.awaitsGain = false
    startGeneration(item, at: seconds, next: next.flatMap { openings[$0]?.item })
  }

  /// For the openings that may still be heard.
  package func setGain(_ gain: ReplayGain?, of item: QueueItem.ID, isFinal: Bool) {
    for (id, opening) in openings where opening.entry.item == item {
      openings[id]?.item.gain = gain
      feed([.setGain(gain, of: id)])
      engine.setGain(gain, of: id, isFinal: isFinal)
    }
  }

  /// - Parameter awaitsGain: what joins another track never waits.
  private func open(_ entry: TransportEntry, awaitsGain: Bool = false) -> StreamItem {
    lastID += 1
    let item = StreamItem(
      id: StreamID(lastID), path: entry.path, section: entry.section, gain: entry.gain,
      awaitsGain: awaitsGain)
    openings[item.id] = Opening(item: item, entry: entry)
    names.add(item.id, entry)
    onOpening?(item.id, entry)
    return item
  }

  /// The engine hears of the new generation first: what the feeder writes of it must never be found unexpected.
  private func startGeneration(_ item: StreamItem, at seconds: Double, next: StreamItem? = nil) {
    generation += 1
    engine.send(.flush(generation: generation))
    let load = StreamFeeder.Command.load(item, at: seconds, generation: generation)
    feed([load] + (next.map { [.setNext($0, after: item.id)] } ?? []))
  }

  // MARK: What engine and feeder tell

  package func take(_ report: StreamFeeder.Report) {
    switch report {
    case .opened(let id, let format):
      openings[id]?.format = format
      names.set(format, of: id)
      tell(id) { .opened($0, format) }
      takeEarly(id, format)
    case .failed(let id, let error):
      if id == next { next = nil }
      tell(id) { id == current ? .failed($0, error) : .nextFailed($0, error) }
    case .brokeOff(let id, let error): tell(id) { .brokeOff($0, error) }
    case .endedEarly(let id, let frame, let format):
      tell(id) {
        .endedEarly(
          $0, at: frame.seconds(at: format.sampleRate), of: format.length?.seconds(at: format.sampleRate))
      }
    case .invalidSamples(let id): tell(id) { .invalidSamples($0) }
    case .successorCameTooLate(let id): if id == current { rewindToHere() }
    }
  }

  package func take(_ segment: MusicSegment) {
    guard segment.generation == generation, let opening = openings[segment.stream] else { return }
    if let format = opening.format { show(segment, format) } else { early.append(segment) }
  }

  private func takeEarly(_ id: StreamID, _ format: StreamFormat) {
    let segments = early.filter { $0.stream == id && $0.generation == generation }
    early.removeAll { $0.stream == id }
    for segment in segments { show(segment, format) }
  }

  private func show(_ segment: MusicSegment, _ format: StreamFormat) {
    let anchor = PositionAnchor(
      trackFrame: FrameCount(segment.trackFrame), sampleRate: format.sampleRate,
      hostTime: engine.timeline.time(ofOutputFrame: segment.outputFrame), rate: segment.speed)
    if segment.stream == announced {
      tell(segment.stream) { .moved($0, anchor) }
      return
    }
    current = segment.stream
    if next == segment.stream { next = nil }
    openings = openings.filter { $0.key == current || $0.key == next }
    announced = segment.stream
    tell(segment.stream) { .began($0, anchor) }
  }

  package func streamEnded(_ id: StreamID) {
    if id == current { tell(id) { .ended($0) } }
  }

  /// The old successor is in the ring already: feeds the current track anew from where it is, then the new one.
  private func rewindToHere() {
    guard let current, let format = openings[current]?.format,
      let position = engine.timeline.position(atOutputFrame: engine.clock.outputFrame),
      position.stream == current
    else { return }
    seek(to: FrameCount(position.trackFrame).seconds(at: format.sampleRate))
  }

  private func tell(_ id: StreamID, _ event: (QueueItem.ID) -> TransportEvent) {
    if let opening = openings[id] { onEvent?(event(opening.entry.item)) }
  }
}
