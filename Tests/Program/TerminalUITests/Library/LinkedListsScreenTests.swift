import TerminalKit
import Testing

@testable import Application
@testable import Controls
@testable import Librarian
@testable import MusicLibrary
@testable import TerminalUI

/// Linked lists on the screen, with keys and the mouse.
@MainActor @Suite struct LinkedListsScreenTests {
  private let bench = LibraryScreenBench()

  init() { bench.press(.library(.linkedLists)) }

  private var browser: LibraryBrowser { bench.panel.browser }

  /// The lines of the lists on a screen of this size.
  private func lists(_ width: Int, _ height: Int) -> String {
    let lines = bench.shown(width, height).split(separator: "\n", omittingEmptySubsequences: false)
    let first = lines.firstIndex { $0.contains(" Tab Queue ") } ?? 0
    return lines[first...].prefix(3).joined(separator: "\n")
  }

  /// Clicks on the first cell of a text.
  private func click(_ text: String) throws {
    let lines = bench.shown(120, 36).split(separator: "\n", omittingEmptySubsequences: false)
    let y = try #require(lines.firstIndex { $0.contains(text) }, "\(text)")
    let range = try #require(lines[y].firstRange(of: text))
    let x = CharacterWidth.columns(of: String(lines[y][..<range.lowerBound]))
    _ = bench.screen.receive(MouseEvent(.press, button: .left, at: Point(x, y)))
    _ = bench.shown(120, 36)
  }

  @Test func allListsAreSeenOnWideScreens() throws {
    try Snapshot.expect("linked-lists-120", lists(120, 36))
    try Snapshot.expect("linked-lists-200", lists(200, 50))
  }

  @Test func twoListsAreSeenAtOnceOnNarrowScreensAndSlide() throws {
    try Snapshot.expect("linked-lists-80", lists(80, 24))
    bench.press(.library(.listRight))
    try Snapshot.expect("linked-lists-slid-80", lists(80, 24))
    bench.press(.library(.listRight), .move(.down), .library(.listRight))
    try Snapshot.expect("linked-lists-end-80", lists(80, 24))
    #expect(lists(40, 12).contains("Tracks") && !lists(40, 12).contains("Albums"))
  }

  @Test func theListsLeaveTheQueueItsPlaceInPanesOfTheUser() throws {
    #expect(!bench.shown(120, 36).contains("── Queue"))
    bench.session.setPanes(try #require(ScreenPanes("library:2|queue")))
    let shown = bench.shown(120, 36)
    #expect(shown.contains("── Queue") && shown.contains("── Genres"))
    #expect(shown.contains("── Artists") && !shown.contains("── Albums"))
  }

  @Test func arrowsMoveBetweenTheListsAndSeekElsewhere() {
    let right = KeyEvent(.right)
    #expect(KeyMap().command(for: right, on: bench.session.shownScreen) == .library(.listRight))
    #expect(KeyMap().command(for: KeyEvent(.left), on: .linkedLists) == .library(.listLeft))
    #expect(KeyMap().command(for: right, on: .library) == .seek(5))
    #expect(bench.shown(160, 36).contains("← → lists") && bench.shown(160, 36).contains("Enter play"))
    bench.press(.library(.listRight), .library(.listRight), .library(.listRight), .library(.listRight))
    #expect(browser.focus == 3)
    bench.press(.library(.listLeft), .library(.up))
    #expect(browser.focus == 1)
  }

  @Test func theListsAreAsTheyWereLeftWhenTheyAreShownAgain() {
    bench.press(.move(.down), .library(.up))
    #expect(bench.session.shownScreen == .library && browser.level.place == .root)
    bench.press(.library(.listRight))
    #expect(bench.session.shownScreen == .linkedLists && browser.focus == 0 && browser.level.selection == 1)
    bench.press(.library(.listRight), .request(.view(.artists)))
    #expect(bench.session.shownScreen == .library && browser.level.place == .artists)
    bench.press(.request(.view(.linked)))
    #expect(browser.focus == 1 && browser.levels.map(\.selection) == [1, 0, 0, 0])
    bench.press(.library(.linkedLists))
    #expect(bench.session.shownScreen == .library && browser.level.place == .artists)
  }

  @Test(arguments: [false, true]) func selectedRowsAreThoseOfTheNextStart(isHidden: Bool) throws {
    bench.press(.library(.listRight), .library(.listRight), .move(.down))
    if isHidden { bench.press(.request(.view(.albums))) }
    let saved = try #require(bench.session.savedScreen.linkedLists)
    let next = LibraryScreenBench(ready: false)
    #expect(next.session.savedScreen.linkedLists == nil)
    next.panel.restoreLinkedLists(saved)
    #expect(next.session.savedScreen.linkedLists == saved)
    next.controller.receive(.opened(isEmpty: false, nil))
    #expect(next.panel.showsLinkedLists != isHidden)
    next.press(.program(.nextPanel), .request(.view(.linked)))
    #expect(next.panel.browser.focus == 2 && next.panel.browser.levels.map(\.selection) == [0, 0, 1, 0])
    #expect(
      next.session.savedScreen.linkedLists == "shown\u{1F}2\u{1F}Opera\u{1F}Léo Delibes\u{1F}Sylvia\u{1F}3")
  }

  @Test(arguments: [
    "", "shown", "shown\u{1F}9\u{1F}a", "shown\u{1F}x\u{1F}a", "shown\u{1F}9\u{1F}a\u{1F}b\u{1F}c\u{1F}d",
  ])
  func otherTextsOfLinkedListsAreIgnored(text: String) {
    let next = LibraryScreenBench()
    next.panel.restoreLinkedLists(text)
    next.press(.request(.view(.linked)))
    #expect(next.panel.browser.levels.map(\.selection) == [0, 0, 0, 0] && next.panel.browser.focus == 0)
  }

  @Test func theMouseSelectsInEachListAndPlaysWhatIsSelected() throws {
    try click("Sylvia")
    #expect(browser.focus == 2 && browser.level.selection == 1 && bench.index.trackRequests.isEmpty)
    #expect(bench.shown(120, 36).contains("Pizzicato"))
    try click("Sylvia")
    let sylvia = try #require(browser.level.selected)
    #expect(bench.index.trackRequests == [LibraryTracksRequest(.replace, [sylvia])])
    try click("Pop")
    #expect(browser.focus == 0 && browser.levels.map(\.selection) == [1, 0, 0, 0])
    #expect(bench.shown(120, 36).contains("Army of Me"))
  }

  @Test func theMovedRowIsDrawnWithThePanelAlone() {
    var surface = Surface(Size(120, 36))
    _ = bench.shown(120, 36)
    bench.screen.draw(on: &surface)
    bench.press(.move(.down))
    #expect(bench.screen.drawSelection(on: &surface) == [bench.screen.layout[.library].rows])
    var whole = Surface(Size(120, 36))
    bench.screen.draw(on: &whole)
    #expect(surface.lines == whole.lines && whole.lines.contains { $0.contains("Post") })
  }

  @Test func theSettingChangesWhichListsAreLinked() {
    bench.panel.setLinkedLists([.artist, .tracks])
    #expect(bench.shown(120, 36).contains("── Artists · 3 ─ Tab Queue") && browser.levels.count == 2)
    #expect(!bench.shown(120, 36).contains("Genres"))
  }

  @Test func lettersJumpToTheFirstRowThatBeginsWithThem() {
    bench.press(.library(.jumpTo))
    bench.type("p")
    #expect(browser.levels.map(\.selection) == [1, 0, 0, 0] && bench.session.field?.text == "p")
    bench.type("x")
    #expect(browser.level.selection == 1 && bench.session.layers.last?.matchesNothing == true)
    bench.type(.escape)
    #expect(browser.level.selection == 0 && bench.session.field == nil)
    bench.press(.library(.listRight), .library(.jumpTo))
    bench.type("B")
    #expect(browser.level.selection == 1)
    bench.type(.enter)
    #expect(browser.level.selection == 1 && bench.session.layers.isEmpty)
    bench.press(.request(.jumpTo("leo")))
    #expect(browser.levels.map(\.selection) == [0, 0, 0, 0])
    // The titles of tracks are read for it.
    bench.press(.library(.listRight), .library(.listRight), .library(.jumpTo))
    bench.type("bell")
    #expect(browser.focus == 3 && browser.level.selection == 1)
  }
}
