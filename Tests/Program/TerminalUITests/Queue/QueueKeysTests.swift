import AudioBase
import TerminalKit
import Testing

@testable import Application
@testable import Controls
@testable import Player
@testable import SystemBase
@testable import TerminalUI

/// What keys do to the queue.
@MainActor @Suite struct QueueKeysTests {
  private func bench(_ count: Int = 40) -> LibraryScreenBench {
    let bench = LibraryScreenBench()
    let titles = ["Flower Duet", "Bell Song", "Pizzicato", "Valse"]
    bench.model.append(
      (0..<count).map {
        var track = TrackInfo(path: FilePath("/m/\($0).flac"))
        (track.title, track.artist) = (titles[$0 % 4], "Léo Delibes")
        return track
      })
    return bench
  }

  private func selected(_ bench: LibraryScreenBench) -> Int? {
    bench.session.state.selection.flatMap { bench.model.queue.index(of: $0) }
  }

  @Test func typedTextFiltersTheQueueAndEnterPlaysTheSelection() {
    let bench = bench()
    bench.press(.search(.find))
    bench.type("bell")
    let shown = bench.shown(120, 36)
    #expect(shown.contains("10 of 40 tracks") && shown.contains("/bell"))
    #expect(!shown.contains("1  Flower Duet"))
    #expect(shown.contains(" 2  Bell Song") && shown.contains("38  Bell Song"))
    bench.type(.down)
    bench.type(.enter)
    #expect(bench.model.queue.currentIndex == 5 && bench.session.field == nil)
    #expect(bench.shown(120, 36).contains("10 of 40 tracks"))
    bench.press(.move(.down), .list(.activate))
    #expect(bench.model.queue.currentIndex == 9)
    bench.press(.program(.cancel))
    #expect(bench.shown(120, 36).contains("Queue · 40 tracks") && bench.session.state.filter == nil)
    #expect(selected(bench) == 9)
  }

  @Test func escapeRestoresTheUnfilteredQueueAndSelection() {
    let bench = bench()
    bench.press(.move(.down), .move(.down), .search(.find))
    bench.type("valse")
    #expect(selected(bench) == 3)
    bench.type(.escape)
    #expect(bench.session.state.filter == nil && selected(bench) == 2)
    #expect(bench.model.queue.currentIndex == 0)
  }

  @Test func shortenedFilterShowsRowsAgain() {
    let bench = bench()
    bench.press(.search(.find))
    bench.type("bellx")
    #expect(bench.shown(120, 36).contains("nothing found"))
    bench.type(.enter)
    #expect(bench.session.state.filter == nil && bench.model.queue.currentIndex == 0)
    bench.press(.search(.find))
    bench.type("bellx")
    bench.type(.backspace)
    #expect(bench.shown(120, 36).contains("10 of 40 tracks"))
    for _ in 0..<4 { bench.type(.backspace) }
    #expect(bench.session.state.filter == nil && bench.shown(120, 36).contains("40 tracks"))
  }

  @Test func filteredRowsAreMarkedAndRemoved() {
    let bench = bench()
    bench.press(.search(.find))
    bench.type("pizz")
    bench.type(.insert)
    bench.type(.insert)
    bench.type(.delete)
    #expect(bench.model.queue.items.count == 38 && bench.shown(120, 36).contains("8 of 38 tracks"))
    bench.type(.delete)
    #expect(bench.model.queue.items.count == 37 && bench.shown(120, 36).contains("7 of 37 tracks"))
    #expect(bench.model.queue.items.count { $0.title == "Pizzicato" } == 7)
  }

  @Test func removedOrClearedTracksAreRestoredByTheUndoKey() {
    let bench = bench(4)
    #expect(KeyMap().command(for: KeyEvent(.character("u"))) == .program(.undo))
    #expect(KeyMap().command(for: KeyEvent(.character("U"))) == .program(.redo))
    bench.press(.move(.down), .list(.mark), .list(.mark), .list(.remove))
    #expect(bench.model.queue.items.count == 2)
    #expect(bench.shown(120, 36).contains("removed 2 tracks; u undoes it"))
    bench.press(.queue(.clear), .queue(.clear))
    #expect(bench.model.queue.isEmpty)
    #expect(bench.shown(120, 36).contains("emptied the queue of 2 tracks; u undoes it"))
    bench.press(.program(.undo))
    #expect(bench.shown(120, 36).contains("undone: empty the queue; the queue is 2 tracks now"))
    bench.press(.program(.undo))
    #expect(bench.model.queue.items.count == 4 && selected(bench) == 1)
    #expect(bench.shown(120, 36).contains("undone: remove 2 tracks; the queue is 4 tracks now"))
    bench.press(.program(.undo))
    #expect(bench.shown(120, 36).contains("nothing to undo"))
    bench.press(.program(.redo))
    #expect(bench.model.queue.items.count == 2)
    #expect(bench.shown(120, 36).contains("redone: remove 2 tracks; the queue is 2 tracks now"))
  }

  @Test func undoNamesWhatIsUndone() throws {
    let bench = bench(12)
    bench.press(.queue(.shuffleTracks), .program(.undo))
    #expect(bench.shown(120, 36).contains("undone: shuffle the queue; the queue is 12 tracks now"))
    bench.press(.request(.sortQueue(try #require(QueueOrder("title")))), .program(.undo))
    #expect(bench.shown(120, 36).contains("undone: sort the queue"))
  }

  @Test func findNextWrapsAroundTheQueue() {
    let bench = bench(8)
    bench.press(.search(.find))
    bench.type("valse")
    bench.type(.enter)
    bench.press(.search(.next))
    #expect(selected(bench) == 7)
    bench.press(.search(.next))
    #expect(selected(bench) == 3)
    bench.press(.program(.cancel), .search(.next), .search(.next))
    #expect(selected(bench) == 3)
    bench.press(.search(.previous))
    #expect(selected(bench) == 7)
  }

  @Test func foundTextIsHighlighted() {
    let bench = bench(8)
    bench.press(.search(.find))
    bench.type("song leo")
    var surface = Surface(Size(160, 36))
    bench.screen.draw(on: &surface)
    let match = Theme.monochrome[.match]
    let marked = (0..<36).flatMap { surface.row($0) }.filter { $0.style == match }.map {
      String($0.character)
    }
    #expect(marked.joined().contains("Song"))
  }
}
