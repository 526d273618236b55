import Application
import AudioBase
import AudioFiles
import Controls
import Dubbing
import Glibc
import MixEngine
import Player
import SystemBase
import TerminalKit
import TerminalUI
import TrackFeed

/// The timeline of a long take of a track, on a screen that no terminal shows.
@MainActor
final class TimelineRun {
  /// The median seconds of each.
  struct Times: Sendable {
    var nudge = 0.0
    var quantise = 0.0
    var undo = 0.0
    var scroll = 0.0
    var zoom = 0.0
    var draw = 0.0
    /// The largest error of the measured deviations of hits at known positions.
    var practice = 0.0
  }

  static nonisolated let hits = 100_000
  private static let repetitions = 15
  private static let block = 256
  private static let strokes = 1_000
  private static let size = Size(120, 36)

  private let folder: ScratchFolder
  private let engine = AudioEngine(
    sampleRate: .standard, program: PadProgram(pads: [] as [PadProgram.Pad]), hasEcho: true)
  private let device: OfflineDevice
  private let feeder: StreamFeeder
  private let transport: LocalTransport
  private let takes: TakeServices
  private let view: PlayerScreen
  private let reports = ReportBox()
  /// The last frame that was rendered.
  private var lastFrame = Frame.zero

  static nonisolated func measure() throws(Failure) -> Times {
    do {
      return try MainActor.assumeIsolated {
        let run = try TimelineRun()
        defer { run.stop() }
        return run.times()
      }
    } catch {
      throw error as? Failure ?? Failure("\(error)")
    }
  }

  private init() throws(Failure) {
    let (reports, engine) = (reports, engine)
    folder = try ScratchFolder()
    let key = TrackKey(high: 1, low: 1)
    do throws(FileError) {
      _ = try TakeStore(folder: FilePath(folder.file("takes"))).save(TimelineRun.take(of: key))
    } catch { throw Failure(error) }
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
      key: { _ in key },
      report: { report in if case .takes(let report) = report { reports.append(.takes(report)) } })
    let application = Application(model: model)
    application.takes = takes.controller
    view = PlayerScreen(
      application: application, bindings: KeyBindings(KeyMaps()), pads: [], theme: .monochrome)
    (self.feeder, device) = (feeder, OfflineDevice(engine))
    model.append([TrackInfo(path: FilePath("places"))])
    model.play()
    run { takes.controller.shown?.hitCount == TimelineRun.hits }
    model.pause()
    application.perform(.timeline(.open))
  }

  /// Returns a take of eight pads in two layers, whose hits are a little beside the steps.
  private static func take(of key: TrackKey) -> Take {
    var take = Take(
      id: "20260501-120000-0001", name: "long",
      track: TrackReference(
        key: key, path: FilePath("places"), sampleRate: .standard, frames: FrameCount(PlaceTrack.length)),
      tempo: TempoMap(bpm: 120, beats: [0]), created: 0)
    for layer in 0..<2 {
      take.addLayer(
        hits: HitColumns(
          (0..<hits / 2).map { number in
            TakeHit(
              frame: number * 290 + number * 7 % 60 + layer, pad: number % 8 + 1,
              velocity: number % 127 + 1, sample: 0)
          }))
    }
    return take
  }

  private func run(until isSo: () -> Bool) {
    repeat {
      render()
      usleep(1_000)
    } while !isSo()
  }

  /// Renders and applies the reports of the other threads.
  private func render() {
    lastFrame = device.render(FrameCount(TimelineRun.block)).last ?? .zero
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

  private func stop() {
    feeder.stop()
    var shutdown = Shutdown()
    _ = takes.stop(&shutdown) { render() }
  }

  private func times() -> Times {
    draw()
    var times = Times()
    times.draw = median { draw() }
    perform(.timeline(.nextHit))
    times.nudge = median { perform(.timeline(.nudgeLater)) }
    times.scroll = median {
      perform(.seek(60)); draw()
    }
    times.quantise = median({ perform(.request(.quantise(Quantise(.sixteenth)))) }) {
      perform(.program(.undo))
    }
    perform(.request(.quantise(Quantise(.sixteenth))))
    times.undo = median({ perform(.program(.undo)) }) { perform(.program(.redo)) }
    var isIn = true
    times.zoom = median {
      perform(.timeline(isIn ? .zoomIn : .zoomOut))
      isIn.toggle()
      draw()
    }
    times.practice = practiceError()
    return times
  }

  /// Strikes pads at known positions of the music. Returns the largest error of the deviations of practice in seconds.
  private func practiceError() -> Double {
    guard let practice = view.application.practice else { return .infinity }
    view.application.model.play()
    run { PlaceTrack.place(lastFrame) >= 0 }
    var (random, largest) = (SeededGenerator(seed: 1), 0.0)
    let sixteenth = 6_000.0
    for _ in 0..<TimelineRun.strokes {
      render()
      let ago = Int.random(in: 0..<TimelineRun.block, using: &random)
      let place = Double(PlaceTrack.place(lastFrame) - ago)
      let known = (place - (place / sixteenth).rounded() * sixteenth) / 48_000
      practice.receive(
        StartedHit(
          pad: 1, velocity: 100, sample: 0, outputFrame: 0, isLate: false,
          keyTime: device.now.advanced(bySeconds: -Double(ago + 1) / 48_000)))
      if let told = practice.lateness[1] { largest = max(largest, abs(told - known)) }
      usleep(1_000)
    }
    return practice.log.all.all.hits > TimelineRun.strokes / 2 ? largest : .infinity
  }

  private func perform(_ command: Command) { view.application.perform(command) }

  private func draw() {
    var surface = Surface(TimelineRun.size)
    view.draw(on: &surface)
  }

  /// Returns the median seconds of a work.
  ///
  /// - Parameter after: what is done after each time, which does not count.
  private func median(_ work: () -> Void, after: () -> Void = {}) -> Double {
    var times: [Double] = []
    for _ in 0..<TimelineRun.repetitions {
      let start = HostTime.now
      work()
      times.append(HostTime.now.seconds(since: start))
      after()
    }
    return times.median
  }
}
