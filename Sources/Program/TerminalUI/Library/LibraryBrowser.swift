import Librarian
import MusicLibrary
import MusicQuery

/// The lists of the library that were opened, each from a row of the previous one, or linked lists. A value.
///
/// The owner sends the requests of `takeRequests()` and passes the answers to `receive(_:)`.
package struct LibraryBrowser: Hashable, Sendable {
  /// The open lists: the root list first, the shown list last; or all linked lists, from left to right.
  package internal(set) var levels: [LibraryLevel]
  /// The linked lists; empty for lists that were opened.
  package private(set) var linked: [LinkedList] = []
  /// The index of the linked list that has the keys.
  package internal(set) var focus = 0
  /// The names of the rows that are selected when the linked lists arrive, by the indices of the lists.
  var awaitedRows: [Int: String] = [:]
  /// The orders that the user has chosen, each for one kind of list.
  private var sorts: [LibraryPlace.Kind: [SearchQuery.SortTerm]] = [:]
  /// The order of the other lists of tracks and albums; none for the default order of each list.
  private var commonSort: [SearchQuery.SortTerm] = []
  private let client: LibraryClient
  /// The rows that are marked when an answer names them; nil if none is awaited.
  private var markSearch: MarkSearch?
  /// The message about the rows that the last answer has marked; nil after it was shown.
  private var markNotice: LibraryMessage?
  private var requests: [LibraryRequest] = []
  private var lastNumber = 0

  /// Creates a browser with the list of a place.
  package init(_ client: LibraryClient = .browser, at place: LibraryPlace = .root) {
    self.client = client
    levels = [LibraryLevel(place)]
    if place != .root { ask() }
  }

  /// Creates linked lists with the orders of another browser.
  package init(linked lists: [LinkedList], like other: LibraryBrowser = LibraryBrowser()) {
    (client, linked, sorts, commonSort) = (.linkedLists, lists, other.sorts, other.commonSort)
    levels = lists.map { LibraryLevel(.linked($0, below: [])) }
    refresh()
  }

  package var isLinked: Bool { !linked.isEmpty }

  /// The index of the list that commands act on.
  private var index: Int { isLinked ? focus : levels.count - 1 }

  /// The list that commands act on: the shown one, or the linked one that has the keys.
  package var level: LibraryLevel { levels[index] }

  /// The order of that list; none for its default order.
  package var sort: [SearchQuery.SortTerm] { sort(of: level.place.kind) }

  private func sort(of kind: LibraryPlace.Kind) -> [SearchQuery.SortTerm] {
    sorts[kind] ?? ([.album, .playlist].contains(kind) ? [] : commonSort)
  }

  var hasRequests: Bool { !requests.isEmpty }

  mutating func takeRequests() -> [LibraryRequest] {
    defer { requests = [] }
    return requests
  }

  // MARK: Moving

  package mutating func move(by rows: Int) { select(level.selection + rows) }

  package mutating func select(_ index: Int) {
    change {
      $0.select(index)
      $0.extendMarks()
    }
    awaitedRows = [:]
    follow()
  }

  /// Opens the selected row.
  ///
  /// - Returns: false if the row is a track or there is none.
  package mutating func open() -> Bool {
    guard level.isCurrent, case .place(let row)? = level.selected else { return false }
    levels.append(LibraryLevel(row.place))
    ask()
    return true
  }

  /// Opens a list below the root, instead of those that were open.
  mutating func open(_ place: LibraryPlace) {
    levels.removeSubrange(1...)
    levels.append(LibraryLevel(place))
    ask()
  }

  /// Clears the filter, or else returns to the previous list, or the linked list on the left. Returns false if there is
  /// none.
  package mutating func back() -> Bool {
    if !level.filter.isEmpty {
      setFilter("")
      return true
    }
    if isLinked { return moveFocus(by: -1) }
    guard levels.count > 1 else { return false }
    levels.removeLast()
    // A playlist may have been imported meanwhile.
    let isOld = level.sort != sort || level.place == .playlists
    if isOld, level.place != .root || !level.filter.isEmpty { ask() }
    return true
  }

  /// The number of marked rows of the list, or of all linked lists.
  package var markCount: Int { isLinked ? levels.reduce(0) { $0 + $1.marks.count } : level.marks.count }

  mutating func takeMarkNotice() -> LibraryMessage? {
    defer { markNotice = nil }
    return markNotice
  }

  /// Requests the rows that match words, to mark them when the answer arrives.
  mutating func askForMarks(_ text: String) {
    lastNumber += 1
    markSearch = MarkSearch(number: lastNumber, level: level.number, text: text)
    requests.append(
      LibraryRequest(
        client: client, number: lastNumber,
        subject: .list(level.place, filter: text, within: level.whole, sort: sort)))
  }

  // MARK: Filter

  mutating func setFilter(_ text: String) {
    guard text != level.filter else { return }
    change {
      $0.filter = text
      $0.select(0)
    }
    if text.isEmpty, let whole = level.whole {
      lastNumber += 1
      let number = lastNumber
      change {
        $0.isAwaiting = false
        $0.number = number
        $0.show(whole)
      }
      follow()
    } else {
      ask()
    }
  }

  // MARK: Order

  /// Changes the order of the shown list and of others of its kind.
  mutating func setSort(_ terms: [SearchQuery.SortTerm]) {
    sorts[level.place.kind] = terms
    forgetWholes()
    if level.place != .root || !level.filter.isEmpty { ask() }
  }

  /// Changes the order of all lists but albums and playlists, also of those whose order was chosen.
  mutating func setCommonSort(_ terms: [SearchQuery.SortTerm]) {
    (commonSort, sorts) = (terms, [:])
    forgetWholes()
    if level.sort != sort, level.place != .root || !level.filter.isEmpty { ask() }
  }

  /// Selects a track in the list, or in the list of all tracks if this one does not contain it.
  mutating func reveal(_ track: LibraryTrack) {
    if isLinked { return revealInLinkedLists(track) }
    if let index = level.listing?.index(of: track) { return select(index) }
    levels.removeSubrange(1...)
    levels.append(LibraryLevel(.allTracks))
    change { $0.awaited = track.id }
    ask()
  }

  /// Drops the unfiltered lists, which are read again when they are needed; the root never changes.
  private mutating func forgetWholes() {
    for index in levels.indices where isLinked || index > 0 { levels[index].whole = nil }
  }

  // MARK: Answers

  /// Requests the list again after the library has changed.
  mutating func refresh() {
    forgetWholes()
    if isLinked { return refreshLinkedLists() }
    change { $0.forgetTracks() }
    if level.place != .root || !level.filter.isEmpty { ask() }
  }

  /// Applies an answer, unless it is outdated.
  package mutating func receive(_ answer: LibraryAnswer) {
    if let markSearch, answer.client == client, answer.number == markSearch.number {
      guard case .listing(let found) = answer.content, found.isWhole else { return }
      self.markSearch = nil
      guard level.number == markSearch.level else { return }
      var done: LibraryMessage?
      change { done = $0.mark(found, of: markSearch.text) }
      markNotice = done
      return
    }
    guard answer.client == client, let index = levels.firstIndex(where: { $0.number == answer.number }) else {
      return
    }
    switch answer.content {
    case .listing(let listing):
      guard levels[index].isAwaiting else { return }
      levels[index].show(listing)
      selectAwaitedRow(of: index)
      if listing.isWhole { levels[index].isAwaiting = false }
      follow()
    case .tracks(let tracks): levels[index].receive(tracks)
    }
  }

  /// Updates a track that was rated or played.
  package mutating func replace(_ track: LibraryTrack) {
    for index in levels.indices { levels[index].replace(track) }
  }

  /// Scrolls to the selection and requests the visible tracks.
  ///
  /// - Returns: whether anything has changed.
  package mutating func show(rows: Int) -> Bool {
    var hasChanged = false
    for index in isLinked ? levels.indices : self.index..<levels.count {
      let first = levels[index].first
      let missing = levels[index].scroll(height: rows)
      if !missing.isEmpty || levels[index].first != first { hasChanged = true }
      if missing.isEmpty { continue }
      requests.append(
        LibraryRequest(client: client, number: levels[index].number, subject: .tracks(missing)))
    }
    return hasChanged
  }

  /// Requests the tracks of the list that have not been read, if all are kept.
  mutating func readTitles() {
    let missing = levels[index].unreadTracks()
    if missing.isEmpty { return }
    requests.append(
      LibraryRequest(client: client, number: levels[index].number, subject: .tracks(missing)))
  }

  mutating func change(_ body: (inout LibraryLevel) -> Void) { body(&levels[index]) }

  /// Requests the list that commands act on. A linked one waits for those before it.
  private mutating func ask() {
    guard isLinked else { return ask(index) }
    (levels[index].isCurrent, levels[index].isAwaiting) = (false, false)
    follow()
  }

  /// Requests a list instead of those that were requested before.
  mutating func ask(_ index: Int) {
    lastNumber += 1
    let sort = sort(of: levels[index].place.kind)
    levels[index].number = lastNumber
    levels[index].isAwaiting = true
    levels[index].isCurrent = false
    levels[index].sort = sort
    requests.removeAll { if case .list = $0.subject { true } else { false } }
    let (filter, whole) = (levels[index].filter, levels[index].whole)
    requests.append(
      LibraryRequest(
        client: client, number: lastNumber,
        subject: .list(levels[index].place, filter: filter, within: filter.isEmpty ? nil : whole, sort: sort)
      ))
  }
}
