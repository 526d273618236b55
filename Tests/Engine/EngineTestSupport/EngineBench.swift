import AudioBase
import MixEngine
import SystemBase
import TestSupport
import Testing
import TrackFeed

/// An engine on an offline device, fed from memory.
package final class EngineBench {
  package let engine: AudioEngine
  package let device: OfflineDevice
  private let feeder: StreamFeeder
  private let reports = Mailbox<FeederReport>()
  private var generation = 0
  private let gains: [String: ReplayGain]

  /// - Parameter rate: that of the tracks, whose frames become those of the output one by one at any rate.
  package init(
    pads: [PadProgram.Pad] = [], tracks: [String: [Frame]] = [:], rate: SampleRate = .standard,
    endingEarly: Set<String> = [], gains: [String: ReplayGain] = [:], crossfade: Double = 0,
    isAligned: Bool = false, messages: MessageOutput? = nil
  ) {
    engine = AudioEngine(
      sampleRate: .standard, program: PadProgram(pads: pads), isAligned: isAligned, messages: messages)
    device = OfflineDevice(engine)
    self.gains = gains
    feeder = StreamFeeder(
      engine: engine, decoders: MemoryDecoders(tracks, endingEarly: endingEarly, rate: rate),
      converters: NoConversion(),
      crossfade: crossfade
    ) { [reports] in reports.post($0) }
  }

  deinit { feeder.stop() }

  package func load(
    _ name: String, _ section: TrackSection? = nil, id: UInt64 = 1, at seconds: Double = 0, play: Bool = true,
    gain: ReplayGain? = nil, awaitsGain: Bool = false
  ) {
    var item = self.item(name, section, id: id)
    item.gain = gain ?? item.gain
    item.awaitsGain = awaitsGain
    feeder.send([.load(item, at: seconds, generation: flush())])
    if play { engine.control.send(.play) }
  }

  /// Loads a track and names its successor before any of it is fed, so that an overlap finds its room. Nothing plays.
  package func load(
    _ name: String, _ section: TrackSection? = nil, next: String, _ nextSection: TrackSection? = nil
  ) {
    let item = self.item(name, section, id: 1)
    let successor = self.item(next, nextSection, id: 2)
    feeder.send([.load(item, at: 0, generation: flush()), .setNext(successor, after: item.id)])
  }

  private func item(_ name: String, _ section: TrackSection?, id: UInt64) -> StreamItem {
    StreamItem(
      id: StreamID(id), location: TrackLocation(path: FilePath(name), section: section), gain: gains[name])
  }

  /// Returns the generation of what comes then.
  private func flush() -> Int {
    generation += 1
    engine.control.send(.flush(generation: generation))
    return generation
  }

  package func setGain(_ gain: ReplayGain?, of id: UInt64) { feeder.send([.setGain(gain, of: StreamID(id))]) }

  package func setCrossfade(_ seconds: Double) { feeder.send([.setCrossfade(seconds)]) }

  package func loop(_ loop: StreamLoop?) { feeder.send([.setLoop(loop)]) }

  package func setNext(_ name: String?, id: UInt64, after predecessor: UInt64) {
    let item = name.map { self.item($0, nil, id: id) }
    feeder.send([.setNext(item, after: StreamID(predecessor))])
  }

  /// Waits until the feeder has reported something.
  package func waitForReports() -> [FeederReport] { reports.receive() }

  /// Waits until the music ring contains at least this many frames.
  package func waitForMusic(_ frames: Int, location: SourceLocation = #_sourceLocation) {
    do {
      try Wait.until("\(frames) frames of music") { engine.control.stream.frames.reader.available >= frames }
    } catch {
      Issue.record(error, sourceLocation: location)
    }
  }

  /// Renders until the track loaded last is heard, then waits until the ring contains at least this many more frames of it.
  ///
  /// What was fed of an old place meanwhile is thrown away as it is rendered.
  package func renderUntilFed(_ frames: Int) throws -> [Frame] {
    var out: [Frame] = []
    try Wait.until("music") {
      out += device.render(FrameCount(512))
      return events().contains {
        if case .music(let segment) = $0 { segment.generation == generation } else { false }
      }
    }
    waitForMusic(frames)
    return out
  }

  package func strike(_ pad: Int, velocity: Int = 127, atFrame frame: Int) {
    let time = device.now.advanced(bySeconds: Double(frame) / 48_000)
    engine.control.port(for: .keys).strike(Hit(pad: pad, velocity: velocity, time: time))
  }

  package func hits() -> [StartedHit] {
    events().compactMap { if case .hit(let hit) = $0 { hit } else { nil } }
  }

  package func events() -> [EngineEvent] {
    var events: [EngineEvent] = []
    while let event = engine.events.next() { events.append(event) }
    return events
  }
}

extension PadProgram.Pad {
  /// A pad with one sample, the same on both sides.
  package static func sample(
    _ values: [Float], gain: Decibels = .unity, pan: Double = 0, group: Int? = nil, chokeFade: Int = 0
  ) -> PadProgram.Pad {
    let buffer = PCMBuffer(frames: values.map { Frame(repeating: $0) }, sampleRate: .standard)
    return PadProgram.Pad(
      layers: [PadProgram.Layer(samples: [buffer])], gain: gain, pan: pan, chokeGroup: group,
      chokeFade: FrameCount(chokeFade))
  }
}
