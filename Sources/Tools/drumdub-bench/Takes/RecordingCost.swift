import Application
import AudioBase
import AudioFiles
import Dubbing
import Glibc
import MixEngine
import Player
import Synchronization
import SystemBase
import TrackFeed

/// Measures how long a recorded hit occupies the main thread. The player is rendered as fast as possible.
@MainActor
final class RecordingCost {
  private static let measured = 400

  private let folder: ScratchFolder
  private let engine = AudioEngine(
    sampleRate: .standard, program: PadProgram(pads: [] as [PadProgram.Pad]), hasEcho: true)
  private let device: OfflineDevice
  private let feeder: StreamFeeder
  private let transport: LocalTransport
  private let takes: TakeServices
  private let application: Application
  private let reports: ReportBox

  init() throws(Failure) {
    let (reports, engine) = (ReportBox(), engine)
    let folder = try ScratchFolder()
    let feeder = StreamFeeder(
      engine: engine, decoders: PlaceTrackOpener(), converters: SampleRateConverterMaker()
    ) { reports.append(.feeder($0)) }
    transport = LocalTransport(
      engine: engine.control, events: engine.events, feed: { feeder.send($0) }, stretch: { _ in })
    let model = PlayerModel(transport: transport, mixer: engine.control)
    takes = TakeServices(
      engine: engine, transport: transport, model: model, kit: nil,
      options: TakeServices.Options(
        folder: FilePath(folder.file("takes")), current: FilePath("/"), countIn: 0, recordStart: .now,
        metronome: MetronomeSettings()),
      key: { _ in TrackKey(high: 1, low: 1) },
      report: { report in
        switch report {
        case .journal(let report): reports.append(.journal(report))
        case .takes(let report): reports.append(.takes(report))
        default: break
        }
      })
    application = Application(model: model)
    application.takes = takes.controller
    (self.feeder, self.folder, self.reports, device) = (feeder, folder, reports, OfflineDevice(engine))
    model.append([TrackInfo(path: FilePath("places"))])
    model.play()
    run { transport.current.flatMap { transport.names[$0]?.format } != nil && model.position != nil }
    application.perform(.take(.record))
    run { takes.controller.phase == .recording }
  }

  /// Renders and applies the reports of the other threads until a condition holds.
  private func run(until isSo: () -> Bool) {
    repeat {
      render()
      usleep(1_000)
    } while !isSo()
  }

  private func render() {
    _ = device.render(FrameCount(256))
    while let event = engine.events.next() {
      if case .music(let segment) = event { transport.receive(segment) }
    }
    for report in reports.removeAll() {
      switch report {
      case .feeder(let report): transport.receive(report)
      case .journal(let report): takes.controller.receive(report)
      case .takes(let report): takes.controller.receive(report)
      }
    }
    takes.controller.resumeWaiting()
  }

  /// Returns the mean seconds of a hit that is added to this many.
  func seconds(after count: Int) -> Double {
    var number = 0
    func hit() -> TakeRecorder.Output {
      number += 1
      let frame = number * 7 % PlaceTrack.length
      return .hit(TakeHit(frame: frame, pad: number % 8 + 1, velocity: 90, sample: 0), id: number, layer: 1)
    }
    let first = [.layer(1, name: "layer 1")] + (0..<count).map { _ in hit() }
    takes.controller.receive(.recorded(first))
    render()
    var total = 0.0
    for _ in 0..<RecordingCost.measured {
      let output = hit()
      let start = HostTime.now
      takes.controller.receive(.recorded([output]))
      _ = takes.controller.marks
      total += HostTime.now.seconds(since: start)
      // The engine returns the former plans.
      render()
    }
    return total / Double(RecordingCost.measured)
  }

  /// Ends the threads.
  func stop() {
    feeder.stop()
    var shutdown = Shutdown()
    _ = takes.stop(&shutdown) { render() }
  }
}

/// The reports of other threads.
final class ReportBox: Sendable {
  enum Arrival: Sendable {
    case feeder(FeederReport)
    case journal(JournalReport)
    case takes(TakeService.Event)
  }

  private let reports = Mutex<[Arrival]>([])

  func append(_ report: Arrival) { reports.withLock { $0.append(report) } }

  func removeAll() -> [Arrival] {
    reports.withLock { list in
      defer { list = [] }
      return list
    }
  }
}
