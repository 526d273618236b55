import AudioBase
import MixEngine
import Synchronization
import TestSupport
import Testing

@testable import Player

/// The player on the real engine and its feeder, rendered offline: the test's thread is the audio thread and the
/// main thread in turn.
@MainActor
final class LocalPlayerBench {
  static let block = 256

  let engine: AudioEngine
  let device: OfflineDevice
  let transport: LocalTransport
  let model: PlayerModel
  /// All that was rendered.
  private(set) var output: [Frame] = []
  private(set) var told: [PlayerEvent] = []
  /// What the transport told; the model was told the same.
  private(set) var transportTold: [TransportEvent] = []
  private let reports = ReportBox()
  private let feeder: StreamFeeder
  private var subscription: EventStream<PlayerEvent>.Subscription?
  var onEvent: ((EngineEvent) -> Void)?
  /// Reports are kept back while this is true, as where the main thread is busy.
  var holdsReports = false

  /// - Parameter tracks: queued in this order; those without frames cannot be opened.
  init(_ tracks: [(name: String, frames: [Frame]?)], pads: [PadProgram.Pad] = [], hasEcho: Bool = false) {
    engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: pads), hasEcho: hasEcho)
    device = OfflineDevice(engine)
    let files = Dictionary(tracks.compactMap { track in track.frames.map { (track.name, $0) } }) { $1 }
    feeder = StreamFeeder(
      engine: engine, decoders: MemoryDecoders(files), converters: NoConversion()
    ) { [reports] in reports.append($0) }
    transport = LocalTransport(engine: engine, feed: { [feeder] in feeder.send($0) }, stretch: { _ in })
    model = PlayerModel(
      transport: transport, mixer: engine, random: SeededNumbers(seed: 1), now: { [device] in device.now })
    subscription = model.events.subscribe { [unowned self] in told.append($0) }
    let forward = transport.onEvent
    transport.onEvent = { [unowned self] event in
      transportTold.append(event)
      forward?(event)
    }
    model.append(tracks.map { (FilePath($0.name), QueueItem.Hint()) })
  }

  deinit { feeder.stop() }

  func id(_ index: Int) -> QueueItem.ID { model.queue.items[index].id }
  func name(_ index: Int) -> String { model.queue.items[index].path.shown }

  /// Renders until a condition holds, each block only once its music is there.
  func run(
    frames limit: Int = 1_000_000, location: SourceLocation = #_sourceLocation,
    until isDone: () -> Bool
  ) {
    let end = output.count + limit
    let deadline = HostTime.now.advanced(bySeconds: Wait.patience)
    while true {
      takeNews()
      if isDone() { return }
      guard output.count < end, HostTime.now < deadline else {
        Issue.record(
          "it did not come to that: \(model.phase), \(output.count) frames", sourceLocation: location)
        return
      }
      if isFed { render() } else { reports.wait(milliseconds: 1) }
    }
  }

  /// Renders so many frames more.
  func run(frames: Int, location: SourceLocation = #_sourceLocation) {
    let end = output.count + frames
    run(location: location) { output.count >= end }
  }

  /// Waits until the feeder has told something that fits.
  func waitForReport(
    location: SourceLocation = #_sourceLocation, _ fits: (StreamFeeder.Report) -> Bool
  ) {
    let deadline = HostTime.now.advanced(bySeconds: Wait.patience)
    while !reports.contains(fits) {
      guard HostTime.now < deadline else {
        Issue.record("the feeder did not tell that", sourceLocation: location)
        return
      }
      reports.wait(milliseconds: 100)
    }
  }

  /// Waits until so many frames are in the ring.
  func waitForMusic(_ frames: Int) {
    let deadline = HostTime.now.advanced(bySeconds: Wait.patience)
    while engine.stream.frames.reader.available < frames && HostTime.now < deadline {
      reports.wait(milliseconds: 1)
    }
  }

  func states() -> [PlaybackState] {
    told.compactMap { if case .state(let state) = $0 { state } else { nil } }
  }

  func notices() -> [PlayerNotice] {
    told.compactMap { if case .notice(let notice) = $0 { notice } else { nil } }
  }

  func forgetWhatWasTold() {
    told = []
    transportTold = []
  }

  /// Where each frame of the output stands in its track, silence left out.
  var heard: [Frame] { output.filter { $0 != .zero } }

  func render() {
    output += device.render(FrameCount(Self.block), block: FrameCount(Self.block))
  }

  /// Hands over what feeder and engine told, as the program's main loop does.
  func takeNews() {
    if !holdsReports { for report in reports.take() { transport.take(report) } }
    while let event = engine.nextEvent() {
      defer { onEvent?(event) }
      switch event {
      case .music(let segment): transport.take(segment)
      case .ended(let stream, _): transport.streamEnded(stream)
      case .hit, .hitEnded, .freeBegan, .clock: break
      }
    }
  }

  /// Whether the next block holds what it should: enough music, or all there is.
  private var isFed: Bool {
    let available = engine.stream.frames.reader.available
    if !model.phase.isPlaying || available >= Self.block { return true }
    // What joins the end is on its way.
    if case .item = model.queue.afterEnd { return false }
    let markers = engine.stream.markers.reader
    guard markers.available > 0 else { return false }
    let last = markers.peek(markers.available - 1)
    return last.kind == .end && last.position == engine.stream.frames.reader.position + available
  }
}

/// Collects what the feeder tells on its thread.
private final class ReportBox: Sendable {
  private let reports = Mutex<[StreamFeeder.Report]>([])
  private let signal = WakeSignal()

  func append(_ report: StreamFeeder.Report) {
    reports.withLock { $0.append(report) }
    signal.wake()
  }

  func contains(_ fits: (StreamFeeder.Report) -> Bool) -> Bool {
    reports.withLock { $0.contains(where: fits) }
  }

  func take() -> [StreamFeeder.Report] {
    reports.withLock { list in
      defer { list = [] }
      return list
    }
  }

  func wait(milliseconds: Int32) { signal.wait(milliseconds: milliseconds) }
}
