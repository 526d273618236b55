import AudioBase
import Dubbing
import SystemBase
import Testing

@testable import Application
@testable import TerminalUI

/// The timeline, by the mouse.
@MainActor @Suite struct TimelineMouseTests {
  private let bench: TimelineBench

  init() throws {
    bench = try TimelineBench()
    bench.layer.choose(TimelineLane(layer: 1, pad: 2))
    bench.layer.moveCursor(to: 0)
  }

  private var layer: TimelineLayer { bench.layer }

  @Test func mouseSetsStepsDragsHitsAndSelects() {
    layer.moveCursor(to: 0)
    bench.press(.timeline(.steps))
    _ = bench.shown(80, 24)
    let step = layer.viewport.column(of: 6_000) + 1
    bench.drag(from: (3, step), to: (3, step))
    #expect(
      bench.take.layers[0].hits[0] == TakeHit(frame: 6_000, pad: 4, velocity: 100, sample: TakeHit.anySample))
    bench.drag(from: (3, step), to: (3, step))
    #expect(bench.take.layers[0].hits.count == 16)
    bench.press(.timeline(.zoomAll))
    _ = bench.shown(80, 24)
    let late = bench.frames()[5]
    let column = layer.viewport.column(of: Double(late))
    bench.drag(from: (1, column), to: (1, column + 4))
    #expect(abs(bench.frames()[5] - late - Int(4 * layer.viewport.framesPerColumn)) <= 1)
    bench.drag(from: (0, 1), to: (1, layer.viewport.column(of: 96_000) + 1))
    #expect(layer.selection.count == 4)
  }

  @Test func clickBeforeTheStartOrAfterTheEndSetsNoHit() {
    let column = layer.viewport.column(of: 48_000)
    bench.dragRuler(.left, from: column, to: column + 3)
    layer.moveCursor(to: 0)
    bench.press(.timeline(.steps))
    _ = bench.shown(80, 24)
    #expect(layer.viewport.start < 0)
    bench.drag(from: (3, 2), to: (3, 2))
    #expect(bench.take.hitCount == 18)
    #expect(bench.application.state.notices.last == .take(.timeline(.outside(isBeforeStart: true))))
    // The step of the hit at the start begins before the start.
    let grid = layer.grid
    let step = grid.frame(ofStep: grid.step(nearest: 0))
    #expect(step < 0)
    let first = layer.viewport.column(of: step.rounded())
    bench.drag(from: (0, first), to: (0, first))
    #expect(bench.frames().first == 24_000)
    var take = bench.take
    take.track = TrackReference(
      key: TrackKey(high: 1, low: 1), path: FilePath("/a.flac"), sampleRate: SampleRate(48_000),
      frames: FrameCount(361_000))
    bench.press(.take(.timeline))
    bench.show(take)
    bench.press(.move(.end), .timeline(.steps))
    _ = bench.shown(80, 24)
    let last = layer.viewport.columns - 1
    #expect(layer.viewport.frame(ofColumn: last) > layer.length)
    bench.drag(from: (1, last), to: (1, last))
    #expect(bench.take.hitCount == 17)
    #expect(bench.application.state.notices.last == .take(.timeline(.outside(isBeforeStart: false))))
  }

  @Test func mouseMovesBeatsAndChangesTheTempo() {
    let column = layer.viewport.column(of: 48_000)
    let distance = 3 * layer.viewport.framesPerColumn
    bench.dragRuler(.left, from: column, to: column + 3)
    let moved = bench.takes.tempo.grid
    #expect(abs(moved.frame(ofBeat: 2) - 48_000 - distance) <= 1 && moved.bpm(atFrame: 0) == 120)
    // The bars have moved, and the whole take with its last bar has another scale.
    let dragged = layer.viewport.column(of: moved.frame(ofBeat: 2))
    let back = moved.frame(ofBeat: 2) - 3 * layer.viewport.framesPerColumn
    bench.dragRuler(.right, from: dragged, to: dragged - 3)
    let slower = bench.takes.tempo.grid
    #expect(slower.frame(ofBeat: 0) == moved.frame(ofBeat: 0))
    #expect(abs(slower.frame(ofBeat: 2) - back) <= 2 && slower.bpm(atFrame: 0) > 120)
    bench.press(.program(.undo), .program(.undo))
    #expect(bench.takes.tempo.grid.frame(ofBeat: 2) == 48_000)
    #expect(bench.frames()[2] == 48_000, "hits stay")
  }

  @Test func wheelZoomsOverTheTimeAndScrollsOverTheRows() {
    bench.wheel(.wheelUp, overRows: false)
    #expect(layer.scale != .whole)
    bench.press(.move(.start))
    let before = layer.viewport.start
    bench.wheel(.wheelDown, overRows: true)
    #expect(layer.viewport.start > before)
  }
}
