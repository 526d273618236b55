import AudioBase
import Librarian
import MusicLibrary
import MusicQuery
import Observation
import Player

/// The library panel: the lists that were opened, each from a row of the previous one, or linked lists, and the picker. Main
/// thread; no function waits.
@MainActor @Observable
package final class LibraryPanel: LibraryListsReceiver {
  @ObservationIgnored package let controller: LibraryController
  /// The lists that are shown. Changed by `change`.
  package var browser: LibraryBrowser {
    access(keyPath: \.browser)
    return quietBrowser
  }
  /// The storage of `browser`, for changes that must not start a redraw.
  @ObservationIgnored private var quietBrowser = LibraryBrowser()
  /// The hidden lists: the linked lists or the opened ones. Nil until the linked lists are shown for the first time.
  @ObservationIgnored var otherBrowser: LibraryBrowser?
  /// The linked lists from left to right.
  @ObservationIgnored var linkedLists = LinkedList.standard
  package internal(set) var picking: LibraryPicker?
  /// The columns of the lists, as far as the width allows.
  package var columns = LibraryColumn.standard
  /// Called in place of a notification of observers when tracks of the shown lists were read.
  @ObservationIgnored var onTracks: (@MainActor () -> Void)?
  /// Whether the first row is opened when the list arrives.
  @ObservationIgnored var opensWhenListed = false

  package init(_ controller: LibraryController) {
    self.controller = controller
    controller.lists = self
  }

  var stage: LibraryController.Stage { controller.stage }
  var model: PlayerModel { controller.model }

  func notify(_ message: LibraryMessage) { controller.notify(message) }

  /// Changes the lists that are shown, and notifies observers. The function must not read `browser`.
  @discardableResult
  func change<Result>(_ body: (inout LibraryBrowser) -> Result) -> Result {
    withMutation(keyPath: \.browser) { body(&quietBrowser) }
  }

  /// Has other rows shown, and sends the requests for them.
  @discardableResult
  func show<Result>(_ body: (inout LibraryBrowser) -> Result) -> Result {
    opensWhenListed = false
    let result = change(body)
    send()
    return result
  }

  func send() {
    guard stage == .ready else { return }
    for request in quietBrowser.takeRequests() { controller.service.ask(request) }
    // Checked first: removing requests is an observed change, and drawing, which calls this, would never end.
    if picking?.list.hasRequests == true { picking?.list.takeRequests().forEach(controller.service.ask) }
  }

  package func receive(_ event: LibraryListEvent) {
    switch event {
    case .answer(let answer): receive(answer)
    case .changed(let isOfTracks):
      change { $0.refresh() }
      if isOfTracks { picking?.list.refresh() }
    case .track(let track, let isRated):
      change { $0.replace(track) }
      if isRated { picking?.list.replace(track) }
    case .reveal(let track):
      if browser.isLinked, browser.levels.last?.listing?.index(of: track) == nil { showLinkedLists(false) }
      show { $0.reveal(track) }
    case .queued: change { $0.clearMarks() }
    case .turned: if listsEntries { change { $0.clearMarks() } }
    }
    send()
  }

  private func receive(_ answer: LibraryAnswer) {
    if case .tracks = answer.content, picking == nil, let onTracks {
      quietBrowser.receive(answer)
      return onTracks()
    }
    let marked = change { browser in
      browser.receive(answer)
      return browser.takeMarkNotice()
    }
    if let marked { notify(marked) }
    picking?.list.receive(answer)
    finishPicking()
    if opensWhenListed, browser.level.isCurrent {
      opensWhenListed = false
      open()
    }
  }

  // MARK: Requests of the user

  /// Moves the selection. The caller publishes the change, because observers are not notified.
  package func move(by rows: Int) {
    opensWhenListed = false
    quietBrowser.move(by: rows)
    send()
  }

  package func select(_ row: Int) {
    quietBrowser.select(row)
    send()
  }

  package func mark() {
    change { $0.mark() }
    send()
  }

  /// Returns to the previous list, or from the first linked list to the lists that were opened.
  package func back() -> Bool {
    if show({ $0.back() }) { return true }
    return showLinkedLists(false)
  }

  package func clearMarks() { change { $0.clearMarks() } }

  package func setFilter(_ text: String) { show { $0.setFilter(text) } }

  /// Scrolls the lists to their selections and requests the visible tracks.
  package func show(rows: Int, pickerRows: Int) {
    // Not observed, because drawing calls this.
    _ = quietBrowser.show(rows: rows)
    controller.lookUp(quietBrowser.level.shownEntries(rows: rows))
    // Assigned only if it changes, because each assignment makes the screen draw again.
    var list = picking?.list
    if list?.show(rows: pickerRows) == true, let list { picking?.list = list }
    send()
  }

  /// Opens the selected place. A track, or the marked ones, is inserted behind the current track and played. If the
  /// queue is empty, the whole list becomes the queue. Linked lists are played.
  package func open() {
    // The requested list has not arrived yet; the screen still shows the previous one.
    guard browser.level.isCurrent else {
      opensWhenListed = true
      return
    }
    if browser.isLinked { return playList() }
    if browser.level.marks.isEmpty, change({ $0.open() }) { return send() }
    if model.queue.isEmpty { return playList() }
    let chosen = browser.chosen
    if !chosen.isEmpty { gather(.playNext, chosen) }
  }

  /// Opens the selected row that a filter has found, or plays it. Shows all rows again if nothing was found.
  func openFound(_ text: String) {
    if !browser.level.isEmptied { return open() }
    setFilter("")
    notify(.nothingMatches(text))
  }

  /// Looks up the tracks of rows of the list for the queue. An album is queued in its own order.
  ///
  /// - Parameter leftOut: the number of further rows that a queue does not take.
  private func gather(
    _ purpose: LibraryTracksRequest.Purpose, _ items: [LibraryListing.Item], start: Int = 0, leftOut: Int = 0
  ) {
    let place = browser.level.place
    var request = LibraryTracksRequest(
      purpose, items, start: start, album: place.kind == .album ? place : nil)
    request.isUnion = browser.isLinked && browser.markCount > 1
    request.leftOut = leftOut
    controller.gather(request)
  }

  /// Shows a list of the library; does nothing while there is none.
  package func open(_ place: LibraryPlace) {
    guard stage == .ready else { return }
    showLinkedLists(false)
    show { $0.open(place) }
  }

  /// Replaces the queue by the list, the marked rows or the content of the selected place. Plays from the selection.
  package func playList() {
    guard browser.level.isCurrent, let listing = browser.level.listing, let selected = browser.level.selected
    else { return }
    if browser.markCount > 0 { return gather(.replace, browser.chosen) }
    let (ids, entries) = (listing.tracks.ids, listing.entries)
    switch selected {
    case .track(let id):
      let place = ids.firstIndex(of: id) ?? 0
      // A list that is too long for a queue is cut before the selected track.
      let first = ids.count > LibraryTracksRequest.most ? place : 0
      let part = ids[first...].prefix(LibraryTracksRequest.most).map { LibraryListing.Item.track($0) }
      gather(.replace, part, start: place - first)
    case .entry(let place, _):
      let items = entries.enumerated().map { LibraryListing.Item.entry($0, $1) }
      gather(.replace, items, start: place)
    case .place: gather(.replace, [selected])
    }
  }

  /// Adds the marked rows or the selected one at the end of the queue or behind the current track.
  package func add(next: Bool) {
    let items = browser.chosen
    guard !items.isEmpty else { return }
    gather(next ? .next : .append, items)
    change { $0.clearMarks() }
    if items.count == 1 { change { $0.move(by: 1) } }
    send()
  }

  /// Rates the tracks of the marked rows.
  func rate(_ change: RatingChange) { gather(.rate(change), browser.chosen) }

  /// Adds all rows of the list, such as those that a filter has found, at the end of the queue.
  package func addList() {
    let level = browser.level
    guard level.isCurrent, !level.isAwaiting, let listing = level.listing else {
      return notify(.stillReading)
    }
    let items = (0..<min(level.count, LibraryTracksRequest.most)).compactMap(listing.item)
    if items.isEmpty { return notify(.nothingToAdd) }
    gather(.append, items, leftOut: level.count - items.count)
  }
}

/// Sorting the shown list by columns. Other kinds of lists keep their orders.
extension LibraryPanel {
  /// Sorts by the next column: the column to the right of the first sort key. After the last column, restores the
  /// default order.
  func sortByNextColumn() {
    guard canSort else { return notify(.nothingToSort) }
    guard !columns.isEmpty else { return }
    let next = columns.firstIndex { $0.field == browser.sort.first?.field }.map { $0 + 1 } ?? 0
    sort(by: next < columns.count ? [SearchQuery.SortTerm(columns[next].field)] : [])
  }

  /// Reverses the direction of the first sort key.
  func reverseSort() {
    guard canSort else { return notify(.nothingToSort) }
    var terms = browser.sort
    guard !terms.isEmpty else { return notify(.noSortColumn) }
    terms[0].isDescending.toggle()
    sort(by: terms)
  }

  /// Changes the order of all lists but albums and playlists.
  package func setSort(_ terms: [SearchQuery.SortTerm]) {
    otherBrowser?.setCommonSort(terms)
    show { $0.setCommonSort(terms) }
  }

  /// Whether the shown list has tracks or albums. Names have one order only, unless a filter lists tracks instead.
  private var canSort: Bool {
    let level = browser.level
    guard level.place == .root || level.place.kind == .names else { return true }
    return level.listing.map { $0.tracks.count > 0 } ?? false
  }

  private func sort(by terms: [SearchQuery.SortTerm]) {
    if browser.level.listing?.entries.isEmpty == false { return notify(.playlistOrder) }
    show { $0.setSort(terms) }
    notify(.sorted(terms))
  }
}
