import Testing

@testable import MusicLibrary
@testable import TerminalUI

/// Which rows linked lists have, and which are selected and marked.
@Suite struct LinkedListsTests {
  private var library = LinkedLibrary()
  private var browser = LibraryBrowser(linked: LinkedList.standard)

  init() { library.answer(&browser) }

  private func name(_ item: LibraryListing.Item) -> String {
    switch item {
    case .place(let row): row.place.name ?? ""
    case .track(let id): "\(id)"
    case .entry(let index, _): "entry \(index)"
    }
  }

  private func rows(_ list: Int) -> [String] { browser.levels[list].listing?.items.map(name) ?? [] }

  private var allRows: [[String]] { browser.levels.indices.map(rows) }

  private var selected: [String] { browser.levels.compactMap { $0.selected.map(name) } }

  private mutating func select(_ row: Int) {
    browser.select(row)
    library.answer(&browser)
  }

  private mutating func focus(_ list: Int) { browser.moveFocus(by: list - browser.focus) }

  private mutating func refresh() {
    browser.refresh()
    library.answer(&browser)
  }

  @Test mutating func eachListHasWhatIsBelowTheSelectedRowsBeforeIt() {
    #expect(allRows == [["Opera", "Pop"], ["Léo Delibes", "Bizet"], ["Lakmé", "Sylvia"], ["1", "2"]])
    focus(2)
    select(1)
    #expect(rows(3) == ["3"])
    focus(1)
    select(1)
    #expect(allRows.suffix(2) == [["Carmen"], ["5"]])
    focus(0)
    select(1)
    #expect(allRows == [["Opera", "Pop"], ["Björk"], ["Post"], ["4"]])
    #expect(browser.levels.map(\.selection) == [1, 0, 0, 0])
  }

  @Test mutating func theMovedRowIsSelectedBeforeTheOtherListsFollow() {
    browser.select(1)
    #expect(selected[0] == "Pop" && rows(1) == ["Léo Delibes", "Bizet"])
    #expect(browser.levels.map(\.isCurrent) == [true, false, false, false])
    focus(1)
    #expect(browser.chosen.isEmpty)
    browser.mark()
    #expect(browser.markCount == 0)
    library.answer(&browser)
    #expect(allRows.suffix(3) == [["Björk"], ["Post"], ["4"]] && browser.chosen.map(name) == ["Björk"])
  }

  @Test mutating func onlyTheNewestSelectionIsAnswered() {
    browser.select(1)
    let first = browser.takeRequests()
    browser.select(0)
    browser.select(1)
    browser.select(0)
    let last = browser.takeRequests()
    #expect(first.count == 1 && last.count == 1)
    for request in first { library.answer(request, of: &browser) }
    #expect(browser.levels.map(\.isCurrent) == [true, false, false, false])
    for request in last { library.answer(request, of: &browser) }
    library.answer(&browser)
    #expect(browser.levels.allSatisfy(\.isCurrent) && rows(3) == ["1", "2"])
  }

  @Test mutating func selectedRowsStaySelectedAfterARescan() {
    focus(2)
    select(1)
    library.albums.insert(LinkedLibrary.Album("Ambient", "Eno", "Airports", [9]), at: 0)
    library.albums.insert(LinkedLibrary.Album("Opera", "Auber", "Gustave", [8]), at: 1)
    refresh()
    #expect(selected == ["Opera", "Léo Delibes", "Sylvia", "3"])
    #expect(browser.levels.map(\.selection) == [1, 1, 1, 0] && browser.focus == 2)
    #expect(rows(1) == ["Auber", "Léo Delibes", "Bizet"])
  }

  @Test mutating func whatIsGoneIsReplacedByTheNearestRow() {
    focus(1)
    select(1)
    library.albums.removeAll { $0.artist == "Bizet" }
    refresh()
    #expect(allRows == [["Opera", "Pop"], ["Léo Delibes"], ["Lakmé", "Sylvia"], ["1", "2"]])
    library.albums = []
    refresh()
    #expect(allRows == [[], [], [], []] && selected.isEmpty && browser.chosen.isEmpty)
    library = LinkedLibrary()
    refresh()
    #expect(selected == ["Opera", "Léo Delibes", "Lakmé", "1"])
  }

  @Test mutating func aFilterOfAListChangesThoseAfterIt() {
    focus(1)
    browser.setFilter("Biz")
    library.answer(&browser)
    #expect(allRows == [["Opera", "Pop"], ["Bizet"], ["Carmen"], ["5"]])
    browser.setFilter("x")
    library.answer(&browser)
    #expect(allRows == [["Opera", "Pop"], [], [], []])
    browser.setFilter("")
    library.answer(&browser)
    #expect(allRows == [["Opera", "Pop"], ["Léo Delibes", "Bizet"], ["Lakmé", "Sylvia"], ["1", "2"]])
  }

  @Test mutating func marksOfAllListsAreKeptWhileOthersAreShown() {
    focus(1)
    browser.mark()
    library.answer(&browser)
    #expect(selected[1] == "Bizet")
    focus(2)
    browser.mark()
    focus(0)
    select(1)
    #expect(browser.markCount == 2 && browser.chosen.map(name) == ["Léo Delibes", "Carmen"])
    select(0)
    #expect(browser.levels[1].marks == Set([browser.levels[1].listing?.item(0)].compactMap(\.self)))
    browser.clearMarks()
    #expect(browser.chosen.map(name) == ["Opera"])
  }

  @Test mutating func theKeysGoFromListToList() {
    let right = (0..<4).map { _ in browser.moveFocus(by: 1) }
    #expect(right == [true, true, true, false] && browser.focus == 3)
    let left = (0..<4).map { _ in browser.back() }
    #expect(left == [true, true, true, false] && browser.focus == 0)
  }

  @Test(arguments: [
    (38, 1, [0, 1, 2, 3]), (78, 2, [0, 1, 2, 2]), (98, 3, [0, 0, 1, 1]), (118, 4, [0, 0, 0, 0]),
    (198, 4, [0, 0, 0, 0]), (78, 2, [0, 1, 1]), (198, 2, [0, 0]), (0, 1, [0, 1]),
  ]) func theNextListIsSeenAsFarAsThereIsRoom(width: Int, seen: Int, first: [Int]) {
    for (focus, place) in first.enumerated() {
      let shown = LinkedListsLayout.shown(first.count, focus: focus, width: width)
      #expect(shown == place..<place + seen)
    }
  }
}
