import Application
import AudioBase
import MusicFiles
import MusicLibrary
import Observation
import TerminalKit
import Testing

@testable import Player
@testable import SystemBase
@testable import TerminalUI

/// A moved cursor in the library's panel, and the name of a folder that is being typed.
@MainActor @Suite struct LibraryCursorTests {
  private let bench = LibraryScreenBench()
  private var surface = Surface(Size(100, 30))

  @Test mutating func movedCursorRedrawsThePanelOnly() {
    bench.press(.program(.nextPanel), .move(.end), .list(.activate))
    _ = bench.shown(100, 30)
    var isAskedForAll = false
    bench.screen.onChange = { isAskedForAll = true }
    var selections = 0
    bench.screen.onSelect = { selections += 1 }
    withObservationTracking {
      bench.screen.draw(on: &surface)
    } onChange: {
      MainActor.assumeIsolated { isAskedForAll = true }
    }
    bench.press(.move(.down))
    #expect(bench.panel.browser.level.selection == 1 && selections == 1 && !isAskedForAll)
    let rows = bench.screen.drawSelection(on: &surface)
    #expect(rows == [bench.screen.layout[.library].rows] && !isAskedForAll)
    var whole = Surface(Size(100, 30))
    bench.screen.draw(on: &whole)
    #expect(surface.lines == whole.lines)
  }

  @Test func scrolledPanelIsDrawnAsInAWholeDrawing() {
    var surface = Surface(Size(80, 10))
    bench.session.setLayout(.listen)
    bench.press(.program(.nextPanel), .playback(.shuffle), .playback(.repeat), .playback(.consume))
    _ = bench.shown(80, 10)
    bench.screen.draw(on: &surface)
    for move in [Movement.end, .start, .down, .pageDown] {
      bench.press(.move(move))
      #expect(bench.screen.drawSelection(on: &surface) != nil)
      var whole = Surface(Size(80, 10))
      bench.screen.draw(on: &whole)
      #expect(surface.lines == whole.lines)
    }
  }

  @Test func rowIsSaidWhenTheListIsComplete() throws {
    /// The row when its track was read.
    func said() -> String? {
      _ = PlainSelection.text(bench.session)
      bench.press(.move(.start))
      return PlainSelection.text(bench.session)?.row
    }
    bench.press(.program(.nextPanel), .move(.end), .list(.activate))
    #expect(said()?.hasPrefix("1 of 5: ") == true)
    bench.session.perform(.library(.sortColumn))
    let request = try #require(bench.index.asked.first)
    var first = LibraryListing(tracks: TrackList(ids: [4, 2]))
    first.isWhole = false
    bench.controller.receive(
      .answer(LibraryAnswer(client: request.client, number: request.number, content: .listing(first))))
    #expect(PlainSelection.text(bench.session) == nil)
    #expect(said()?.hasPrefix("1 of 5: ") == true)
  }

  @Test func theQueuesCursorStaysWhileTheLibraryHasTheKeys() {
    bench.model.append([TrackInfo(path: FilePath("a")), TrackInfo(path: FilePath("b"))])
    bench.press(.program(.nextPanel), .move(.down))
    #expect(bench.session.state.selection == nil && bench.panel.browser.level.selection == 1)
  }

  @Test func tabRequestsAFolderCompletionAndALateAnswerIsIgnored() {
    bench.press(.library(.scanFolder))
    bench.type("Mu")
    bench.type(.tab)
    #expect(bench.completions == ["Mu"])
    bench.session.receive(FolderCompletion(typed: "Mu") { _ in FilePath("/nowhere") })
    #expect(bench.session.field?.text == "Mu")
    // One that comes too late changes nothing.
    bench.type("s")
    bench.session.receive(FolderCompletion(typed: "Mu") { _ in FilePath("/") })
    #expect(bench.session.field?.text == "Mus")
  }

  @Test func folderCompletionsAreShownUntilTheNextKey() {
    bench.press(.library(.scanFolder))
    bench.type(.tab)
    bench.session.receive(FolderCompletion(typed: "") { _ in FilePath("/") })
    #expect(bench.shown(100, 30).contains("bin"))
    bench.type("x")
    #expect(
      !bench.shown(100, 30).split(separator: "\n").contains {
        $0.hasPrefix("folder to scan") && $0.contains("bin")
      })
  }
}
