import AudioBase
import MixEngine
import Studio
import SystemBase
import TrackFeed

/// Renders one part of an export with an engine of its own, as the player would, as fast as it can. One thread.
///
/// The track is decoded on the same thread, so the memory does not grow with the length.
final class MixRenderer {
  struct Sources {
    var pads: [PadProgram.Pad]
    var decoders: any DecoderOpening
    var converters: any RateConverterMaking
    var stretchers: (any TimeStretcherMaking)?
  }

  /// The longest time in seconds that is waited for the last voice: a looped sample never ends.
  private static let longestTail = 30.0
  private static let blockLength = 512
  private static let stream = StreamID(1)

  /// The reason why the music ended before its end; what was decoded is rendered.
  private(set) var problem: FileError?
  private(set) var framesDelivered = 0
  /// The largest reduction of the limiter so far; 0 dB in a stem.
  private(set) var reduction = Decibels.unity
  private let export: TakeExport
  private let engine: AudioEngine
  private let rack: UnitRack
  private let device: OfflineDevice
  /// The feeder's filler; nil for hits alone.
  private var filler: StreamFiller?
  /// Transposes the music; nil for its own pitch.
  private var stretcher: StretchFiller?
  private let reports = FeederReports()
  private let latency: Int
  /// The linear gain behind the limiter.
  private let trim: Float
  private let block: UnsafeMutableBufferPointer<Frame>
  /// Frames that were mixed; they come out later by the latency.
  private var mixed = 0
  /// The range in output frames.
  private let start: Int
  private var end: Int?
  /// The output frame of the end; nil until it is known.
  private var stop: Int?
  private let isOfGivenLength: Bool
  /// Silent frames after the content that were not delivered: they are left out unless sound follows them.
  private var heldSilence = 0
  /// The output frame at which the music has ended, or the last hit begun; nil until it is known.
  private var contentEnd: Int?

  struct Gains {
    var mix = Decibels.unity
    var trim = Decibels.unity
  }

  /// Creates a renderer of an export. `length` is the exact length; nil for the length of the export.
  ///
  /// - Throws: if the track cannot be opened.
  init(
    _ export: TakeExport, _ part: MixPart, gains: Gains = Gains(), length: FrameCount? = nil,
    _ sources: Sources
  ) throws(FileError) {
    self.export = export
    engine = AudioEngine(
      sampleRate: export.rate, program: PadProgram(pads: sources.pads), limiter: export.levels.limiter)
    let lanes = MixerLanes(export.heardLanes)
    rack = UnitRack(rate: export.rate, fadesIn: false, hasMoves: lanes.hasMoves)
    device = OfflineDevice(engine)
    if let tempo = export.take.tempo { rack.setTempo(tempo.bpm) }
    let courses = MixRenderer.mix(export, part, gains.mix, lanes, rack, engine.control)
    block = .allocate(capacity: MixRenderer.blockLength)
    block.initialize(repeating: .zero)
    start = FrameCount(seconds: export.range?.start ?? 0, at: export.rate).value
    end = export.range?.end.map { FrameCount(seconds: $0, at: export.rate).value }
    latency = engine.control.lookAhead.value
    let first = start
    stop = length.map { first + $0.value }
    isOfGivenLength = length != nil
    trim = gains.trim.factor
    let hits = plannedHits(part)
    if let track = export.track {
      engine.control.setSequences([(MixRenderer.stream, HitSequence(hits))])
      engine.control.setLanes([(MixRenderer.stream, courses)])
      try play(track, part, sources)
    } else {
      engine.control.startFree(HitSequence(hits), lanes: courses)
      contentEnd = (hits.map(\.frame).max() ?? -1) + 1
    }
    if stop == nil { setStop() }
  }

  deinit { block.deallocate() }

  /// Sets the levels and builds the chains: both begin as the lanes do. Returns the courses of the lanes up to the end of the
  /// range, in the frames of the hits.
  private static func mix(
    _ export: TakeExport, _ part: MixPart, _ gain: Decibels, _ lanes: MixerLanes, _ rack: UnitRack,
    _ control: EngineControl
  ) -> [AutomationCourse] {
    let levelGain: LevelGain = { export.gain(of: $0, at: $1, part, output: gain) }
    for level in [EngineCommand.Level.master, .music, .pads] {
      let isMuted = level == .master && lanes.isMuted(at: 0)
      let gain = isMuted ? nil : levelGain(level, lanes.value(of: level, at: 0))
      control.send(.setGain(level, factor: (gain ?? .silence).factor, frames: 0))
    }
    control.send(.evenLoudness(export.levels.gainChoice, frames: 0))
    let standard = control.standardChains.withoutDisplays
    var mixer = export.levels.mixer
    mixer.set(lanes.values(at: 0))
    rack.begin(with: lanes.values(at: 0))
    let (courses, _) = lanes.courses(volume: gain, isMuted: false) { [mixer] lanes in
      rack.courses(of: lanes, graph: mixer, levelGain: levelGain) { _ in
        control.setChains(rack.chains(of: mixer, around: part.isStem ? standard.unlimited : standard))
      }
    }
    return export.placed(courses)
  }

  /// Returns the hits of a part before the end of the range. Later ones would be heard in its tail.
  private func plannedHits(_ part: MixPart) -> [PlannedHit] {
    let hits = export.hits(for: part)
    guard let limit = export.plannedEnd else { return hits }
    return hits.filter { $0.frame < limit }
  }

  private func play(_ track: TrackLocation, _ part: MixPart, _ sources: Sources) throws(FileError) {
    let clips = TrackClips(silencesTracks: part.isAudioLayer(of: export.take))
    clips.set(export.clips(for: part), of: track)
    let filler = StreamFiller(
      engine: engine.control, decoders: sources.decoders, converters: sources.converters, clips: clips
    ) { [reports] in reports.receive($0) }
    self.filler = filler
    if export.transposition != .none, let stretchers = sources.stretchers {
      let stretcher = StretchFiller(engine: engine.control, makers: stretchers)
      // Before there is music, so that it is transposed from its first frame on.
      try stretcher.work(speed: 1, pitch: export.transposition.factor)
      self.stretcher = stretcher
    }
    engine.control.send(.flush(generation: 1))
    if !clips.silencesTracks { filler.handle(.setParts(export.parts, of: track)) }
    filler.handle(
      .load(
        StreamItem(id: MixRenderer.stream, location: track, gain: export.replayGain), at: 0, generation: 1))
    engine.control.send(.play)
    if let failure = reports.failure { throw failure }
  }
}

// MARK: Rendering

extension MixRenderer {
  /// Renders the next frames. `body` receives the frames, if there are any. Returns false at the end.
  func render(_ body: (UnsafeBufferPointer<Frame>) throws(FileError) -> Void) throws(FileError) -> Bool {
    if let stop, mixed - latency >= stop { return false }
    // A block does not go past the end of the range.
    let count = end.map { mixed < $0 ? min(block.count, $0 - mixed) : block.count } ?? block.count
    feed()
    try stretcher?.work(speed: 1, pitch: export.transposition.factor)
    let part = UnsafeMutableBufferPointer(rebasing: block[..<count])
    device.render(into: part)
    reduction = max(reduction, engine.control.limiterReduction)
    let first = mixed - latency
    mixed += count
    if trim != 1 { for index in part.indices { part[index] *= trim } }
    try followEvents()
    if mixed == end { engine.control.fadeOut(.music, seconds: MixRenderer.cutFade) }
    if stop == nil { findStop(UnsafeBufferPointer(part)) }
    let from = max(start - first, 0)
    let to = stop.map { min(count, $0 - first) } ?? count
    if from < to {
      try deliver(UnsafeBufferPointer(rebasing: part[from..<to]), from: first + from, body)
    }
    return true
  }

  /// Delivers frames, the first of which is an output frame. Silence behind the content waits until sound follows it, so
  /// that the length is that of the content, or of what rings longer.
  private func deliver(
    _ frames: UnsafeBufferPointer<Frame>, from first: Int,
    _ body: (UnsafeBufferPointer<Frame>) throws(FileError) -> Void
  ) throws(FileError) {
    var count = frames.count
    if stop == nil, let contentEnd {
      let content = min(max(contentEnd - first, 0), count)
      count = frames[content...].lastIndex { $0 != .zero }.map { $0 + 1 } ?? content
    }
    defer { heldSilence += frames.count - count }
    if count == 0 { return }
    while heldSilence > 0 {
      let silence = [Frame](repeating: .zero, count: min(heldSilence, MixRenderer.blockLength))
      try silence.withUnsafeBufferPointer { (buffer) throws(FileError) in try body(buffer) }
      framesDelivered += silence.count
      heldSilence -= silence.count
    }
    try body(UnsafeBufferPointer(rebasing: frames[..<count]))
    framesDelivered += count
  }

  /// Seconds in which the music fades out at the end of a range, before its tail.
  private static var cutFade: Double { 0.005 }

  /// Decodes until a second is in the ring, or the track has ended. The music begins with a tenth of a second.
  private func feed() {
    guard let filler else { return }
    while engine.control.stream.frames.reader.available < export.rate.hertz {
      switch filler.fill() {
      case .more: continue
      case .waitForRoom, .idle: return
      }
    }
  }

  private func followEvents() throws(FileError) {
    while let event = engine.events.next() {
      guard case .ended(_, let frame) = event, contentEnd == nil else { continue }
      let last = frame - latency
      contentEnd = last
      // Without music, the engine reports when the effects have ended.
      engine.control.send(.pause)
      // The range goes past the end of the track.
      if let end, end > last, !isOfGivenLength { (self.end, stop) = (nil, nil) }
      if stop == nil { setStop() }
    }
    if let failure = reports.failure { throw failure }
    problem = reports.problem
  }

  /// Sets the end if it depends on nothing that has still to be heard.
  private func setStop() {
    if let end {
      stop = end + frames(export.tail ?? 0)
    } else if let contentEnd, let tail = export.tail {
      stop = contentEnd + frames(tail)
    }
  }

  /// Ends the export when the last voice and the last effect have ended.
  private func findStop(_ rendered: UnsafeBufferPointer<Frame>) {
    guard let contentEnd, mixed - latency >= contentEnd else { return }
    let isSilent = engine.control.isSilent && rendered.allSatisfy { $0 == .zero }
    if isSilent {
      stop = max(contentEnd, mixed - latency - rendered.count)
    } else if mixed - latency >= contentEnd + frames(MixRenderer.longestTail) {
      stop = mixed - latency
    }
  }

  private func frames(_ seconds: Double) -> Int { FrameCount(seconds: seconds, at: export.rate).value }
}

/// The reports of the feeder about the track.
private final class FeederReports {
  private(set) var failure: FileError?
  private(set) var problem: FileError?

  func receive(_ report: FeederReport) {
    switch report {
    case .failed(_, let error): failure = error
    case .brokeOff(_, let error), .partsFailed(_, let error): problem = error
    case .endedEarly(_, let frame, _): problem = FileError(.endsEarly, "", detail: "at frame \(frame.value)")
    case .opened, .invalidSamples, .stream, .successorCameTooLate: break
    }
  }
}
