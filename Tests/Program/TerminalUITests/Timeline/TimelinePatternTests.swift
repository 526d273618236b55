import Dubbing
import Testing

@testable import Application
@testable import TerminalUI

/// Patterns that are set, removed and turned into hits in the timeline.
@MainActor @Suite struct TimelinePatternTests {
  private let bench: TimelineBench
  private var layer: TimelineLayer { bench.layer }

  init() throws {
    bench = try TimelineBench()
    bench.layer.choose(TimelineLane(layer: 1, pad: 2))
  }

  @Test func patternsAndRepeatsNeedTheTimeline() {
    bench.press(.program(.cancel), .request(.pattern(.untilBar(7))))
    #expect(bench.application.state.notices.last == .take(.needsTimeline))
    bench.press(.request(.repeatHits(2)))
    #expect(bench.application.state.notices.entries.count == 2 && bench.take.hitCount == 18)
  }

  @Test func barsPlayOnUntilABarAndBecomeHits() {
    layer.moveCursor(to: 0)
    bench.press(.timeline(.pattern))
    #expect(bench.application.state.notices.last == .take(.pattern(.noEnd)))
    bench.press(.request(.pattern(.untilBar(7))))
    #expect(bench.application.state.notices.last == .take(.pattern(.set(bars: 1...1, until: 7))))
    #expect(bench.take.layers[0].playedHits.count == 16 + 5 * 4 && bench.take.hitCount == 18)
    #expect(bench.shown(80, 24).contains("12"), "the pattern makes the take longer")
    bench.press(.timeline(.pattern))
    #expect(bench.take.layers[0].settings.patterns.isEmpty)
    bench.press(.program(.undo), .request(.pattern(.hits)))
    #expect(bench.application.state.notices.last == .take(.pattern(.turnedIntoHits(20))))
    #expect(bench.take.hitCount == 38)
    bench.press(.program(.undo), .program(.undo))
    #expect(bench.take.hitCount == 18 && bench.take.layers[0].settings.patterns.isEmpty)
    layer.moveCursor(to: 96_000)
    bench.press(.request(.pattern(.untilBar(2))))
    #expect(bench.application.state.notices.last == .take(.pattern(.endsEarly(bars: 2...2))))
  }

  @Test func patternIsSetInEveryLayerOfTheSelectionAsOneEdit() {
    bench.press(.timeline(.selectAll), .request(.pattern(.untilBar(9))))
    #expect(
      bench.application.state.notices.last == .take(.pattern(.set(bars: 1...4, until: 9, layers: 2))))
    #expect(bench.take.layers.map { $0.playedHits.count } == [32, 4])
    bench.press(.program(.undo))
    #expect(bench.application.state.notices.last == .take(.turned(.undo, .patterns(layers: 2))))
    #expect(bench.take.layers.allSatisfy { $0.settings.patterns.isEmpty })
    bench.press(.program(.redo), .timeline(.pattern))
    #expect(bench.application.state.notices.last == .take(.pattern(.removed(2))))
    bench.press(.program(.undo), .request(.pattern(.hits)))
    #expect(bench.application.state.notices.last == .take(.pattern(.turnedIntoHits(18))))
    #expect(bench.take.layers.map { $0.hits.count } == [32, 4])
    bench.press(.program(.undo))
    #expect(bench.take.layers.map { $0.hits.count } == [16, 2])
  }

  @Test func patternThatOneLayerRefusesIsSetInNone() {
    layer.choose(TimelineLane(layer: 2, pad: nil))
    layer.moveCursor(to: 0)
    bench.press(.request(.pattern(.untilBar(3))), .timeline(.selectAll), .request(.pattern(.untilBar(9))))
    #expect(bench.application.state.notices.last == .take(.pattern(.overlaps(bars: 1...4))))
    #expect(bench.take.layers.map { $0.settings.patterns.count } == [0, 1])
  }
}
