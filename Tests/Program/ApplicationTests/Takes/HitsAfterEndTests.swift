import ApplicationTestSupport
import Dubbing
import TestSupport
import Testing

@testable import Application
@testable import TerminalUI

/// Hits of the timeline after the end of a track of 2 s, which are not heard.
@Suite @MainActor struct HitsAfterEndTests {
  private let bench: TakeBench
  private let application: Application
  private let session: ScreenSession

  /// Sets hits at 0 s, 0.5 s and 1 s.
  init() throws {
    bench = try TakeBench([("a", Ramp.frames(96_000))])
    application = Application(model: bench.player.model)
    session = ScreenSession(application)
    application.takes = bench.controller
    try bench.play()
    session.perform(.take(.timeline))
    var rows = session.state.rows
    rows.timelineColumns = 80
    session.show(rows)
    for frame in [0, 24_000, 48_000] { set(at: frame) }
  }

  private func set(at frame: Int) {
    session.layer(TimelineLayer.self)?.moveCursor(to: frame)
    session.perform(.timeline(.setHit))
  }

  private var frames: [Int] { (bench.controller.list.shown?.layers.first?.hits.frames ?? []).sorted() }
  private var notices: [TakeNotice.Timeline] {
    application.state.notices.entries.compactMap {
      if case .take(.timeline(let notice)) = $0.notice { notice } else { nil }
    }
  }

  @Test func pastedHitsAfterTheEndAreKeptAndCounted() {
    session.perform(.timeline(.selectAll))
    session.perform(.timeline(.copy))
    session.perform(.program(.cancel))
    session.layer(TimelineLayer.self)?.moveCursor(to: 72_000)
    session.perform(.timeline(.paste))
    #expect(frames == [0, 24_000, 48_000, 72_000, 96_000, 120_000])
    #expect(notices == [.copied(3), .pasted(3, at: 1.5, offGrid: 0, afterEnd: 2)])
    bench.close()
  }

  @Test func movedAndRepeatedHitsAreCountedWhenTheyPassTheEnd() throws {
    session.perform(.timeline(.selectAll))
    session.perform(.request(.repeatHits(1)))
    #expect(notices == [.afterEnd(2, of: 3)])
    session.perform(.program(.undo))
    session.perform(.timeline(.selectAll))
    let layer = try #require(session.layer(TimelineLayer.self))
    layer.moveHits(by: 60_000)
    #expect(frames == [60_000, 84_000, 108_000] && notices.last == .afterEnd(1, of: 3))
    layer.moveHits(by: 1_000)
    #expect(notices.count == 2, "no other hit has passed the end")
    bench.close()
  }

  @Test func hitThatIsSetAfterTheEndIsNamed() throws {
    let layer = try #require(session.layer(TimelineLayer.self))
    session.perform(.timeline(.selectAll))
    layer.moveHits(by: 72_000)
    #expect(notices == [.afterEnd(2, of: 3)])
    session.perform(.program(.cancel))
    layer.moveCursor(to: 95_999)
    #expect(!layer.isAfterEnd)
    set(at: 110_000)
    #expect(layer.isAfterEnd && notices.last == .afterEnd(1, of: 1))
    bench.close()
  }
}
