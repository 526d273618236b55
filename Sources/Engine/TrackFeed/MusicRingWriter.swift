import AudioBase
import MixEngine
import Synchronization

/// The feeder's end of the music ring: writes frames and markers, and requests room. The feeder's thread.
struct MusicRingWriter {
  /// Owns the memory that the writers and pointers below lead to.
  private let engine: EngineControl
  private let frames: RingWriter<Frame>
  private let markers: RingWriter<StreamMarker>
  private let stretch: UnsafeMutablePointer<StretchState>
  private let refill: UnsafeMutablePointer<RefillRequest>
  let capacity: Int
  private var generation = 0
  /// The position at which this generation begins.
  private var generationStart = 0
  /// Markers for which their ring had no room; no frame is written before them.
  private var heldMarkers: [StreamMarker] = []

  init(_ engine: EngineControl) {
    self.engine = engine
    frames = engine.stream.frames.writer
    markers = engine.stream.markers.writer
    stretch = engine.stream.stretch.state
    refill = engine.stream.refill.pointer
    capacity = frames.space
  }

  /// The engine's rate.
  var rate: SampleRate { engine.sampleRate }

  // MARK: Positions

  /// The position of the next frame, counted as in `StreamMarker`.
  var position: Int { frames.written }

  /// The position that the audio thread has reached.
  private var played: Int { frames.written - (capacity - frames.space) }

  var isHalfFull: Bool { capacity - frames.space >= capacity / 2 }

  /// Frames that may be written without overwriting those that the stretcher reads.
  var room: Int {
    let space = frames.space
    let held = stretch.pointee.held.load(ordering: .sequentiallyConsistent)
    return held == .max ? space : max(0, min(space, capacity - (frames.written - held)))
  }

  /// The position behind the frames that the audio thread and the stretcher may read within the next 10 ms, or that the
  /// device requests at once.
  var changeable: Int {
    let requested = stretch.pointee.requestSize.load(ordering: .relaxed)
    let taken = stretch.pointee.taken.load(ordering: .acquiring)
    return max(played + requested + rate.hertz / 100, taken + 2 * TimeStretch.largestInput)
  }

  /// Whether the ring still holds frames of an older generation, which the audio thread will discard. The few frames
  /// that fit beside them would be played before more could be written.
  var awaitsFlush: Bool { capacity - frames.space > frames.written - generationStart }

  /// The gains that the audio thread applies.
  var gainChoice: GainChoice {
    GainChoice(rawValue: stretch.pointee.gainChoice.load(ordering: .relaxed)) ?? .none
  }

  // MARK: Writing

  mutating func begin(generation: Int) {
    self.generation = generation
    generationStart = frames.written
    heldMarkers = []
  }

  /// Writes as many frames as fit. Returns how many.
  func write(_ block: UnsafeBufferPointer<Frame>) -> Int {
    frames.push(UnsafeBufferPointer(rebasing: block.prefix(room)))
  }

  /// Replaces frames that are in the ring, from `changeable` on.
  func replace(from position: Int, with block: UnsafeBufferPointer<Frame>) {
    frames.replace(from: position, with: block)
  }

  /// Has the engine report a change of a level, which is heard from a frame of the track on.
  func report(_ change: PartChange, atTrackFrame frame: Int?) {
    engine.report(change.value, ofAddress: change.address, atTrackFrame: frame)
  }

  /// Marks the next frame as the beginning of a track.
  ///
  /// - Parameters:
  ///   - trackFrame: the track's frame that it is.
  ///   - ratio: track frames for each frame of the ring.
  mutating func markStart(of item: StreamItem, trackFrame: Int, ratio: Double) {
    stretch.pointee.end.store(-1, ordering: .releasing)
    mark(.start, item, trackFrame, ratio)
  }

  /// Marks the position behind the last frame as the end of a track that nothing follows. Returns false if the marker
  /// waits for room.
  mutating func markEnd(of item: StreamItem, trackFrame: Int) -> Bool {
    stretch.pointee.end.store(frames.written, ordering: .releasing)
    mark(.end, item, trackFrame, 1)
    return heldMarkers.isEmpty
  }

  private mutating func mark(
    _ kind: StreamMarker.Kind, _ item: StreamItem, _ trackFrame: Int, _ ratio: Double
  ) {
    let marker = StreamMarker(
      kind: kind, position: frames.written, generation: generation, stream: item.id,
      trackFrame: trackFrame, ratio: ratio, gains: TrackGains(item.gain), awaitsGain: item.awaitsGain)
    heldMarkers.append(marker)
    _ = writeMarkers()
  }

  /// Writes the markers that wait for room. Returns whether all are written.
  mutating func writeMarkers() -> Bool {
    while let marker = heldMarkers.first {
      if !markers.push(marker) { return false }
      engine.wakeDevice()
      heldMarkers.removeFirst()
    }
    return true
  }

  /// Requests that the feeder is woken when `count` more frames have been played. Returns false if they have been
  /// played already.
  func requestRoom(_ count: Int) -> Bool {
    refill.pointee.request(at: played + count) { played }
  }
}
