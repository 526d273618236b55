import AudioBase
import MixEngine
import Player
import Synchronization
import SystemBase
import TestSupport
import Testing
import TrackFeed

/// The player on the real engine and its feeder, rendered offline: the test's thread is the audio thread and the
/// main thread in turn.
@MainActor
package final class LocalPlayerBench {
  package static let block = 256
  /// Music begins when there is a tenth of a second of it.
  private static let cushion = 4800

  package let engine: AudioEngine
  package let device: OfflineDevice
  package let transport: LocalTransport
  package let model: PlayerModel
  /// All that was rendered.
  package private(set) var output: [Frame] = []
  package private(set) var told: [PlayerEvent] = []
  /// What the transport told; the model was told the same.
  package private(set) var transportTold: [TransportEvent] = []
  private let reports = ReportBox()
  private let feeder: StreamFeeder
  private var subscription: EventStream<PlayerEvent>.Subscription?
  package var onEvent: ((EngineEvent) -> Void)?
  /// Reports are kept back while this is true, as where the main thread is busy.
  package var holdsReports = false

  /// - Parameter tracks: queued in this order; those without frames cannot be opened.
  package init(
    _ tracks: [(name: String, frames: [Frame]?)], pads: [PadProgram.Pad] = [], hasEcho: Bool = false
  ) {
    engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: pads), hasEcho: hasEcho)
    device = OfflineDevice(engine)
    let files = Dictionary(tracks.compactMap { track in track.frames.map { (track.name, $0) } }) { $1 }
    feeder = StreamFeeder(
      engine: engine, decoders: MemoryDecoders(files), converters: NoConversion()
    ) { [reports] in reports.append($0) }
    transport = LocalTransport(
      engine: engine.control, events: engine.events, feed: { [feeder] in feeder.send($0) }, stretch: { _ in })
    model = PlayerModel(
      transport: transport, mixer: engine.control, random: SeededGenerator(seed: 1),
      now: { [device] in device.now })
    subscription = model.events.subscribe { [unowned self] in told.append($0) }
    let forward = transport.onEvent
    transport.onEvent = { [unowned self] event in
      transportTold.append(event)
      forward?(event)
    }
    model.append(tracks.map { TrackInfo(path: FilePath($0.name)) })
  }

  deinit { feeder.stop() }

  package func id(_ index: Int) -> QueueItem.ID { model.queue.items[index].id }
  package func name(_ index: Int) -> String { model.queue.items[index].path.shown }

  /// Renders until a condition holds, each block only once its music is there.
  package func run(
    frames limit: Int = 1_000_000, location: SourceLocation = #_sourceLocation,
    until isDone: () -> Bool
  ) {
    let end = output.count + limit
    while true {
      var isOver = false
      let isReady = wait("music", location) {
        isOver = isDone()
        return isOver || output.count >= end || isFed
      }
      if isOver || !isReady { return }
      guard output.count < end else {
        Issue.record(
          "it did not come to that: \(model.phase), \(output.count) frames", sourceLocation: location)
        return
      }
      render()
    }
  }

  /// Waits for the feeder, and hands over what it tells meanwhile.
  private func wait(_ what: String, _ location: SourceLocation, until isSo: () -> Bool) -> Bool {
    do {
      try Wait.until(what, told: { "\(model.phase), \(output.count) frames" }) {
        takeNews()
        return isSo()
      }
      return true
    } catch {
      Issue.record(error, sourceLocation: location)
      return false
    }
  }

  /// Renders so many frames more.
  package func run(frames: Int, location: SourceLocation = #_sourceLocation) {
    let end = output.count + frames
    run(location: location) { output.count >= end }
  }

  /// Waits until the feeder has told something that fits.
  package func waitForReport(
    location: SourceLocation = #_sourceLocation, _ fits: (FeederReport) -> Bool
  ) {
    if !reports.wait(for: fits) { Issue.record("the feeder did not tell that", sourceLocation: location) }
  }

  /// Waits until so many frames are in the ring.
  package func waitForMusic(_ frames: Int, location: SourceLocation = #_sourceLocation) {
    do {
      try Wait.until("\(frames) frames of music") { engine.control.stream.frames.reader.available >= frames }
    } catch {
      Issue.record(error, sourceLocation: location)
    }
  }

  package func states() -> [PlaybackState] {
    told.compactMap { if case .state(let state) = $0 { state } else { nil } }
  }

  package func notices() -> [PlayerNotice] {
    told.compactMap { if case .notice(let notice) = $0 { notice } else { nil } }
  }

  package func forgetWhatWasTold() {
    told = []
    transportTold = []
  }

  /// The track frame of each output frame, without silence.
  package var heard: [Frame] { output.filter { $0 != .zero } }

  /// That was heard, and nothing else. (An expectation would print both, which takes minutes.)
  package func expectHeard(_ frames: [Frame], location: SourceLocation = #_sourceLocation) {
    let heard = heard
    let place = zip(heard, frames).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    if place == nil && heard.count == frames.count { return }
    Issue.record(
      "heard \(heard.count) frames for \(frames.count), others from \(place ?? heard.count) on",
      sourceLocation: location)
  }

  package func render() {
    output += device.render(FrameCount(Self.block), block: FrameCount(Self.block))
  }

  /// Hands over what feeder and engine told, as the program's main loop does.
  package func takeNews() {
    if !holdsReports { for report in reports.removeAll() { transport.receive(report) } }
    while let event = engine.events.next() {
      defer { onEvent?(event) }
      switch event {
      case .music(let segment): transport.receive(segment)
      case .ended(let stream, _): transport.streamEnded(stream)
      case .clock(let report): transport.clockRestarted(report)
      case .hit, .hitEnded, .note, .freeBegan, .automation: break
      }
    }
  }

  /// Else all is silent.
  private var isAwaitingMusic: Bool {
    model.phase.isPlaying || model.phase.isSeeking
      || (model.playbackState == .paused && model.position == nil)
  }

  /// Whether the next block holds what it should: so much music that it begins, or all there is; or the feeder waits
  /// for old music to be thrown away.
  private var isFed: Bool {
    let (frames, markers) = (engine.control.stream.frames.reader, engine.control.stream.markers.reader)
    if !isAwaitingMusic || engine.control.stream.feederWaits { return true }
    if frames.available >= Self.cushion + Self.block { return true }
    guard markers.available > 0 else { return false }
    let last = markers.peek(markers.available - 1)
    guard last.kind == .end, last.position == frames.position + frames.available else { return false }
    // What joins the end is on its way.
    if model.queue.afterEnd != nil, last.stream == transport.current { return false }
    return true
  }
}

/// Collects what the feeder tells on its thread.
private final class ReportBox: Sendable {
  private let reports = Mutex<[FeederReport]>([])
  private let news = ConditionVariable()

  func append(_ report: FeederReport) {
    reports.withLock { $0.append(report) }
    news.tell()
  }

  /// - Returns: false where none comes that fits.
  func wait(for fits: (FeederReport) -> Bool) -> Bool {
    news.wait { reports.withLock { $0.contains(where: fits) } }
  }

  func removeAll() -> [FeederReport] {
    reports.withLock { list in
      defer { list = [] }
      return list
    }
  }
}
