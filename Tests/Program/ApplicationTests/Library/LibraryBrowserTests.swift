import Testing

@testable import MusicLibrary
@testable import TerminalUI

/// The way through the library, without an index.
@Suite struct LibraryBrowserTests {
  private func answer(_ browser: inout LibraryBrowser, _ listing: LibraryListing, to request: LibraryRequest)
  {
    browser.receive(LibraryAnswer(client: .browser, number: request.number, content: .listing(listing)))
  }

  /// The macro takes no call that changes its value.
  private func expect(_ wanted: Bool, _ found: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(found == wanted, sourceLocation: sourceLocation)
  }

  private func lists(_ browser: inout LibraryBrowser) -> [LibraryRequest] {
    browser.takeRequests().filter { if case .list = $0.subject { true } else { false } }
  }

  private func opened(_ count: Int) -> LibraryBrowser {
    var browser = LibraryBrowser()
    browser.select(7)
    expect(true, browser.open())
    for request in lists(&browser) {
      answer(&browser, LibraryListing(tracks: TrackList(ids: (1...Int32(count)).map { $0 })), to: request)
    }
    return browser
  }

  @Test func topLevelIsListedWithoutARequest() {
    var browser = LibraryBrowser()
    #expect(browser.level.listing?.rows.map(\.place) == LibraryPlace.top)
    let asked = browser.takeRequests()
    #expect(asked.isEmpty)
    expect(false, browser.back())
  }

  @Test func onlyRowsNearTheVisibleOnesAreRequestedOfAMillion() {
    var browser = opened(1_000_000)
    browser.move(by: 500_000)
    expect(true, browser.show(rows: 30))
    let asked = browser.takeRequests()
    guard asked.count == 1, case .tracks(let ids) = asked[0].subject else {
      Issue.record("\(asked)")
      return
    }
    #expect(ids.count <= 90 && ids.contains(500_001))
    // What is asked for already is not asked again.
    expect(false, browser.show(rows: 30))
    let again = browser.takeRequests()
    #expect(again.isEmpty)
    browser.move(by: 1)
    _ = browser.show(rows: 30)
    #expect(browser.level.first == 500_001 + 1 - 30)
  }

  @Test func anAnswerThatComesTooLateChangesNothing() {
    var browser = LibraryBrowser()
    browser.select(0)
    expect(true, browser.open())
    browser.setFilter("a")
    let first = lists(&browser)
    browser.setFilter("ab")
    let second = lists(&browser)
    answer(&browser, LibraryListing(tracks: TrackList(ids: [1, 2, 3])), to: first[0])
    #expect(browser.level.listing == nil && !browser.level.isCurrent)
    answer(&browser, LibraryListing(tracks: TrackList(ids: [2])), to: second[0])
    #expect(browser.level.count == 1 && browser.level.isCurrent)
    // Of a list that was left.
    expect(true, browser.back())
    expect(true, browser.back())
    answer(&browser, LibraryListing(), to: second[0])
    #expect(browser.level.listing?.rows.count == LibraryPlace.top.count)
  }

  @Test func partialListingIsReplacedByTheWholeWithTheSelectionKept() {
    var browser = LibraryBrowser()
    browser.select(7)
    _ = browser.open()
    let request = lists(&browser)[0]
    var first = LibraryListing(tracks: TrackList(ids: [9, 4]))
    first.isWhole = false
    answer(&browser, first, to: request)
    browser.move(by: 1)
    #expect(browser.level.selected == .track(4) && browser.level.isAwaiting)
    answer(&browser, LibraryListing(tracks: TrackList(ids: [1, 4, 9])), to: request)
    #expect(browser.level.selected == .track(4) && !browser.level.isAwaiting)
    // The other way round, the part is too late.
    answer(&browser, first, to: request)
    #expect(browser.level.count == 3)
  }

  @Test func eachLevelKeepsItsSelection() {
    var browser = LibraryBrowser()
    browser.select(1)
    _ = browser.open()
    let rows = (1...9).map { LibraryRow(.album($0, name: "Album \($0)")) }
    answer(&browser, LibraryListing(rows: rows), to: lists(&browser)[0])
    browser.select(5)
    _ = browser.open()
    #expect(browser.levels.map(\.place) == [.root, .albums, .album(6, name: "Album 6")])
    expect(true, browser.back())
    #expect(browser.level.selection == 5 && browser.level.count == 9)
    expect(true, browser.back())
    #expect(browser.level.selection == 1 && browser.level.place == .root)
  }

  @Test func selectedRowStaysSelectedAfterARefresh() {
    var browser = opened(10)
    browser.select(4)
    browser.refresh()
    let request = lists(&browser)[0]
    #expect(browser.level.count == 10)
    answer(&browser, LibraryListing(tracks: TrackList(ids: [2, 5, 7])), to: request)
    #expect(browser.level.selected == .track(5))
  }

  @Test func markedRowsAreChosenInTheOrderOfTheList() {
    var browser = opened(5)
    browser.select(3)
    browser.mark()
    browser.select(0)
    browser.mark()
    #expect(browser.level.selection == 1)
    #expect(browser.chosen == [.track(1), .track(4)])
    browser.select(0)
    browser.mark()
    #expect(browser.chosen == [.track(4)])
    browser.clearMarks()
    #expect(browser.chosen == [.track(2)])
  }
}
