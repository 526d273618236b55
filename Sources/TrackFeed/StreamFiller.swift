import AudioBase
import MixEngine
import Synchronization
import SystemBase

/// The feeder's work, step by step. Used by the feeder's thread alone.
package final class StreamFiller {
  package enum Outcome: Equatable {
    case more
    /// So many frames more have to be played first.
    case waitForRoom(frames: Int)
    /// Nothing to do until a command comes.
    case idle
  }

  struct Source {
    var item: StreamItem
    let stream: TrackStream
    var hasToldOfSamples = false

    var gains: TrackGains { TrackGains(item.gain) }
  }

  let frames: RingWriter<Frame>
  let stretch: UnsafeMutablePointer<StretchState>
  private let markers: RingWriter<StreamMarker>
  let rate: SampleRate
  private let decoders: any DecoderOpening
  private let converters: any RateConverterMaking
  let report: (StreamFeeder.Report) -> Void
  /// Called after a marker was written to its ring.
  private let onMark: () -> Void
  var loop: StreamLoop?
  /// Where the frames that are being written began: in the ring, and in the track.
  private(set) var beginning = (ring: 0, trackFrame: 0)
  let chunk: UnsafeMutableBufferPointer<Frame>
  /// The frames of `chunk` that did not fit yet.
  private var waiting = 0..<0
  /// The track's frame that follows on what waits, where a range was turned back to its start.
  var turnedTo: Int?
  var current: Source?
  /// What joins the current track.
  var next: Source?
  /// The successor that was named and is not opened yet.
  var named: StreamItem?
  /// The successor before a seek: most often it is the one after it too.
  var spare: Source?
  /// The track before, while it fades.
  var fadeOut: (track: StreamID, fade: FadeOut)?
  /// Seconds for which the end of a track and the beginning of the next sound together.
  let crossfade: Double
  /// The track whose end marker was written last, while nothing follows it.
  var endedStream: StreamID?
  private var generation = 0
  /// Markers that found their ring full; no frame is written before them.
  private var heldMarkers: [StreamMarker] = []
  let capacity: Int
  private let roomCall: UnsafeMutablePointer<RefillRequest>
  /// The place in the ring, counted as in `StreamMarker`, where this generation begins.
  private var generationStart = 0

  package init(
    stream: borrowing StreamBuffer, rate: SampleRate, decoders: any DecoderOpening,
    converters: any RateConverterMaking,
    crossfade: Double = 0,
    report: @escaping (StreamFeeder.Report) -> Void, onMark: @escaping () -> Void = {}
  ) {
    self.onMark = onMark
    frames = stream.frames.writer
    stretch = stream.stretch.state
    capacity = frames.space
    roomCall = stream.roomCall
    markers = stream.markers.writer
    self.rate = rate
    self.decoders = decoders
    self.converters = converters
    self.crossfade = crossfade
    self.report = report
    chunk = .allocate(capacity: 4096)
  }

  deinit { chunk.deallocate() }

  package func carryOut(_ command: StreamFeeder.Command) {
    switch command {
    case .load(let item, let seconds, let generation): load(item, at: seconds, generation)
    case .setNext(let item, let predecessor): setNext(item, after: predecessor)
    case .setLoop(let loop): self.loop = loop
    case .setGain(let gain, let id): setGain(gain, of: id)
    case .clear:
      current = nil
      (next, named, spare) = (nil, nil, nil)
      fadeOut = nil
      endedStream = nil
      turnedTo = nil
      waiting = 0..<0
    }
  }

  /// Writes a chunk, or says what there is to wait for.
  package func fill() -> Outcome {
    if !writeMarkers() { return .waitForRoom(frames: 1) }
    if !waiting.isEmpty { return writeWaiting() }
    guard let current else { return .idle }
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
    tellOfSamples(current)
    mixFadeOut(count)
    waiting = 0..<count
    return writeWaiting()
  }

  private func tellOfSamples(_ source: Source) {
    guard source.stream.hadInvalidSamples, !source.hasToldOfSamples else { return }
    current?.hasToldOfSamples = true
    report(.invalidSamples(source.item.id))
  }

  private func writeWaiting() -> Outcome {
    if awaitsFlush { return .waitForRoom(frames: 1) }
    let fitting = waiting.prefix(room)
    let written = frames.push(UnsafeBufferPointer(rebasing: chunk[fitting]))
    waiting = (waiting.lowerBound + written)..<waiting.upperBound
    if waiting.isEmpty { return .more }
    return .waitForRoom(frames: rate.hertz / 2)
  }

  /// Asks the audio thread to call when so many frames have been played.
  ///
  /// - Returns: whether it will; false where they have been already.
  func askForRoom(_ count: Int) -> Bool {
    roomCall.pointee.ask(at: played + count) { played }
  }

  /// The place in the ring that the audio thread has come to.
  private var played: Int { frames.written - (capacity - frames.space) }

  /// How many frames may be written: not over those that the stretcher is looking at.
  private var room: Int {
    let space = frames.space
    let held = stretch.pointee.held.load(ordering: .sequentiallyConsistent)
    return held == .max ? space : max(0, min(space, capacity - (frames.written - held)))
  }

  /// After a jump the ring is full of what the audio thread is about to throw away: the little that fits beside it
  /// would be played before more can come.
  private var awaitsFlush: Bool { capacity - frames.space > frames.written - generationStart }

  // MARK: From track to track

  private func load(_ item: StreamItem, at seconds: Double, _ generation: Int) {
    self.generation = generation
    waiting = 0..<0
    heldMarkers = []
    generationStart = frames.written
    endedStream = nil
    let reusable = current?.item.id == item.id ? current : next?.item.id == item.id ? next : nil
    spare = current?.item.id == item.id ? next : nil
    (next, named, current) = (nil, nil, nil)
    fadeOut = nil
    turnedTo = nil
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

  func open(_ item: StreamItem) -> Source? {
    do {
      let stream = try TrackStream(
        path: item.path, section: item.section, rate: rate, decoders: decoders, converters: converters)
      report(.opened(item.id, stream.format))
      return Source(item: item, stream: stream)
    } catch {
      report(.failed(item.id, error))
      return nil
    }
  }

  private func setGain(_ gain: ReplayGain?, of id: StreamID) {
    if current?.item.id == id { current?.item.gain = gain }
    if next?.item.id == id { next?.item.gain = gain }
    if spare?.item.id == id { spare?.item.gain = gain }
    if named?.id == id { named?.gain = gain }
  }

  /// - Parameter frame: the track's that comes next; nil where nothing of it was read.
  func start(_ source: Source, at frame: Int? = nil) {
    beginning = (frames.written, frame ?? source.stream.trackFrame)
    stretch.pointee.end.store(-1, ordering: .releasing)
    current = source
    endedStream = nil
    turnedTo = nil
    let trackRate = Double(source.stream.format.sampleRate.hertz)
    mark(.start, source, trackRate / Double(rate.hertz), at: beginning.trackFrame)
  }

  private func finishCurrent(_ source: Source) -> Outcome {
    if source.stream.endedEarly {
      let frame = FrameCount(source.stream.trackFrame)
      report(.endedEarly(source.item.id, atFrame: frame, of: source.stream.format))
    }
    return moveOn(from: source)
  }

  private func moveOn(from source: Source) -> Outcome {
    openNamed()
    current = nil
    if let successor = next {
      next = nil
      return join(successor, to: source)
    }
    endedStream = source.item.id
    stretch.pointee.end.store(frames.written, ordering: .releasing)
    mark(.end, source, 1, at: source.stream.trackFrame)
    return heldMarkers.isEmpty ? .idle : .waitForRoom(frames: 1)
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

  private func mark(_ kind: StreamMarker.Kind, _ source: Source, _ ratio: Double, at trackFrame: Int) {
    let marker = StreamMarker(
      kind: kind, position: frames.written, generation: generation, stream: source.item.id,
      trackFrame: trackFrame, ratio: ratio, gains: source.gains, awaitsGain: source.item.awaitsGain)
    heldMarkers.append(marker)
    _ = writeMarkers()
  }

  /// - Returns: whether all are written.
  private func writeMarkers() -> Bool {
    while let marker = heldMarkers.first {
      if !markers.push(marker) { return false }
      onMark()
      heldMarkers.removeFirst()
    }
    return true
  }
}
