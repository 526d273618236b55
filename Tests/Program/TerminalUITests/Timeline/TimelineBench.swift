import ApplicationTestSupport
import AudioBase
import Controls
import Dubbing
import MixEngine
import PlayerTestSupport
import SystemBase
import TerminalKit
import TestSupport
import Testing

@testable import Application
@testable import TerminalUI

/// The timeline of a take without a track at 120 BPM, on the screen and in the folder of takes.
@MainActor
final class TimelineBench {
  let application: Application
  let session: ScreenSession
  let screen: PlayerScreen
  let takes: TakeController
  let store: TakeStore
  let player = LocalPlayerBench([], hasEcho: true)
  private let folder: TemporaryFolder
  private let journal: TakeJournal
  private let service: TakeService

  /// - Parameter hits: those of each layer.
  init(_ layers: [[TakeHit]] = [TimelineBench.played, TimelineBench.claps]) throws {
    guard let echo = player.engine.echo else { preconditionFailure("the engine has an echo") }
    folder = try TemporaryFolder()
    store = TakeStore(folder: folder.path)
    journal = TakeJournal(echo: echo) { _ in }
    service = TakeService(store: store, key: { _ in TrackKey(high: 1, low: 1) }) { _ in }
    takes = TakeController(
      model: player.model,
      parts: TakeController.Parts(
        engine: player.engine.control, events: player.engine.events, transport: player.transport,
        journal: journal, service: service, store: store, kit: nil, countIn: 0))
    application = Application(model: player.model)
    session = ScreenSession(application)
    application.takes = takes
    screen = PlayerScreen(
      session: session, bindings: KeyBindings(KeyMaps()), pads: Sample.pads(), theme: .monochrome)
    if layers.isEmpty { return }
    var take = Take(id: "20260501-120000-3f9c", name: "take 1", track: nil, created: 0)
    take.rate = SampleRate(48_000)
    for hits in layers { take.addLayer(hits: HitColumns(hits)) }
    show(take)
  }

  /// Opens the timeline of a take.
  func show(_ take: Take) {
    var group = TrackTakes(isFound: true)
    group.replace(take)
    group.current = take.id
    takes.list.tracks[.free] = group
    session.perform(.take(.timeline))
    _ = shown(80, 24)
  }

  deinit {
    journal.stop()
    service.stop()
  }

  /// Four bars of a bass drum and a snare, of which one beat is 12 ms late.
  static let played = (0..<16).map { beat in
    TakeHit(
      frame: beat * 24_000 + (beat == 5 ? 576 : 0), pad: beat % 2 + 1, velocity: 60 + 4 * beat,
      length: beat == 2 ? 12_000 : 0, sample: 0)
  }
  static let claps = [24_000, 72_000].map { TakeHit(frame: $0, pad: 3, velocity: 127, sample: 0) }

  var layer: TimelineLayer {
    guard let layer = session.layer(TimelineLayer.self) else { preconditionFailure("it is open") }
    return layer
  }
  var take: Take {
    guard let take = takes.list.shown else { preconditionFailure("there is a take") }
    return take
  }

  func frames(_ layer: Int = 1) -> [Int] { take.layer(layer)?.hits.frames ?? [] }

  func press(_ commands: Command...) { for command in commands { session.perform(command) } }

  /// The frames of a layer in the file of the take, when it is saved.
  func stored() -> Take? {
    service.stop()
    return store.takes(of: nil).takes.first?.take
  }

  func shown(_ width: Int, _ height: Int) -> String {
    var surface = Surface(Size(width, height), direction: screen.direction)
    screen.draw(on: &surface)
    return surface.lines.map { line in
      var line = line[...]
      while line.last == " " { line.removeLast() }
      return String(line)
    }.joined(separator: "\n")
  }

  /// Presses the button of the mouse at a cell of the timeline, drags and releases it.
  func drag(
    _ button: MouseEvent.Button = .left, from start: (lane: Int, column: Int),
    to end: (lane: Int, column: Int)
  ) {
    func point(_ cell: (lane: Int, column: Int)) -> Point {
      let layout = self.layout
      return Point(layout.lanes.x + cell.column, layout.lanes.y + cell.lane - layout.firstLane)
    }
    screen.receive(MouseEvent(.press, button: button, at: point(start)))
    _ = shown(80, 24)
    if start != end { screen.receive(MouseEvent(.drag, button: button, at: point(end))) }
    screen.receive(MouseEvent(.release, button: button, at: point(end)))
    _ = shown(80, 24)
  }

  /// Drags the numbers of the bars.
  func dragRuler(_ button: MouseEvent.Button, from start: Int, to end: Int) {
    let ruler = layout.ruler
    for (kind, column) in [(MouseEvent.Kind.press, start), (.drag, end), (.release, end)] {
      screen.receive(MouseEvent(kind, button: button, at: Point(ruler.x + column, ruler.y)))
      _ = shown(80, 24)
    }
  }

  private var layout: TimelineLayout {
    TimelineLayout(
      lanes: layer.lanes.count, chosen: layer.laneIndex, hasWave: false,
      hasBand: layer.curve != nil || layer.shownCurves.count == 1, in: screen.layout.overlay)
  }

  /// Presses the button of the mouse at a cell of the band of a lane, drags and releases it.
  func dragBand(from start: (row: Int, column: Int), to end: (row: Int, column: Int)) {
    let band = layout.band
    for (kind, cell) in [(MouseEvent.Kind.press, start), (.drag, end), (.release, end)] {
      screen.receive(MouseEvent(kind, button: .left, at: Point(band.x + cell.column, band.y + cell.row)))
      _ = shown(80, 24)
    }
  }

  /// Turns the wheel over the numbers of the bars or over the rows.
  func wheel(_ kind: MouseEvent.Kind, overRows: Bool) {
    let area = overRows ? layout.lanes : layout.ruler
    screen.receive(MouseEvent(kind, at: Point(area.x + area.width / 2, area.y)))
    _ = shown(80, 24)
  }
}

extension TimelineBench {
  /// A screen whose player has played a number of bars of 120 BPM to the metronome: the first pad on the beats, early, and
  /// the fourth one on the off-beats, late, both a little later from bar to bar.
  static func practised(bars: Int) throws -> TimelineBench {
    let bench = try TimelineBench([])
    let (takes, practice) = (bench.takes, bench.takes.practice)
    bench.player.onEvent = { event in
      if case .freeBegan(let serial, let frame) = event { takes.freeBegan(serial, at: frame) }
    }
    takes.tempo.toggleMetronome()
    bench.player.run(frames: 1_024)
    bench.player.takeNews()
    let origin = try #require(takes.tempo.freeBeats?.origin)
    let start = bench.player.device.now.advanced(
      bySeconds: Double(origin - bench.player.output.count) / 48_000)
    for half in 0..<(bars * 8) {
      let error = (half % 2 == 0 ? -0.018 : 0.011) + Double(half % 5) * 0.002 + Double(half / 8) * 0.0005
      let time = start.advanced(bySeconds: Double(half) * 0.25 + error)
      let pad = half % 2 == 0 ? 1 : 4
      practice.receive(
        StartedHit(pad: pad, velocity: 100, sample: 0, outputFrame: 0, isLate: false, keyTime: time))
    }
    bench.session.perform(.take(.practice))
    return bench
  }
}
