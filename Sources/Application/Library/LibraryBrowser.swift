import MusicLibrary

/// A way through the library: the lists that were opened, one in the other. A value.
///
/// What it needs to know it asks for by `takeRequests`; the answers come back by `receive`, whenever they do.
package struct LibraryBrowser: Hashable, Sendable {
  /// From the outermost to the one that is seen.
  package private(set) var levels: [LibraryLevel]
  /// Which tracks are listed; empty for all.
  private let kinds: Set<TrackKind>
  private let client: LibraryClient
  private var requests: [LibraryRequest] = []
  private var lastNumber = 0

  /// - Parameter place: what it opens with.
  package init(_ client: LibraryClient = .browser, at place: LibraryPlace = .root, kinds: Set<TrackKind> = [])
  {
    (self.client, self.kinds) = (client, kinds)
    levels = [LibraryLevel(place)]
    if place != .root { ask() }
  }

  /// The list that is seen.
  package var level: LibraryLevel { levels[levels.count - 1] }

  package var hasRequests: Bool { !requests.isEmpty }

  package mutating func takeRequests() -> [LibraryRequest] {
    defer { requests = [] }
    return requests
  }

  // MARK: Moving

  package mutating func move(by rows: Int) { select(level.selection + rows) }

  package mutating func select(_ index: Int) { change { $0.select(index) } }

  /// Opens the selected row.
  ///
  /// - Returns: false where it is a track, or nothing.
  package mutating func open() -> Bool {
    guard level.isCurrent, case .place(let row)? = level.selected else { return false }
    levels.append(LibraryLevel(row.place))
    ask()
    return true
  }

  /// To the list above, or out of the filter first. - Returns: false at the outermost.
  package mutating func back() -> Bool {
    if !level.filter.isEmpty {
      setFilter("")
      return true
    }
    guard levels.count > 1 else { return false }
    levels.removeLast()
    return true
  }

  /// Marks the selected row, or takes its mark away, and goes on to the next.
  package mutating func mark() {
    guard let item = level.selected else { return }
    change { if $0.marks.remove(item) == nil { $0.marks.insert(item) } }
    move(by: 1)
  }

  package mutating func clearMarks() { change { $0.marks = [] } }

  /// What is marked in the order of the list, else what is selected.
  package var chosen: [LibraryListing.Item] {
    guard let listing = level.listing else { return [] }
    if level.marks.isEmpty { return level.selected.map { [$0] } ?? [] }
    let marked = level.marks.compactMap { item in listing.index(of: item).map { ($0, item) } }
    return marked.sorted { $0.0 < $1.0 }.map(\.1)
  }

  // MARK: Filter

  package mutating func setFilter(_ text: String) {
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
    } else {
      ask()
    }
  }

  // MARK: Answers

  /// The library has changed.
  package mutating func refresh() {
    change { $0.forgetTracks() }
    for index in levels.indices { levels[index].whole = index == 0 ? levels[index].whole : nil }
    if level.place != .root || !level.filter.isEmpty { ask() }
  }

  /// An answer that is no longer asked for changes nothing.
  package mutating func receive(_ answer: LibraryAnswer) {
    guard answer.client == client, let index = levels.firstIndex(where: { $0.number == answer.number }) else {
      return
    }
    switch answer.content {
    case .listing(let listing):
      guard levels[index].isAwaiting else { return }
      levels[index].show(listing)
      if listing.isWhole { levels[index].isAwaiting = false }
    case .tracks(let tracks): levels[index].receive(tracks)
    }
  }

  /// A track has been rated or played.
  package mutating func replace(_ track: LibraryTrack) {
    for index in levels.indices { levels[index].replace(track) }
  }

  /// So many rows are seen: scrolls to the selection, and asks for what is in sight.
  ///
  /// - Returns: whether that changed anything.
  package mutating func show(rows: Int) -> Bool {
    let first = level.first
    var missing: [Int32] = []
    change { missing = $0.scroll(height: rows) }
    if missing.isEmpty { return level.first != first }
    requests.append(LibraryRequest(client: client, number: level.number, subject: .tracks(missing)))
    return true
  }

  private mutating func change(_ body: (inout LibraryLevel) -> Void) { body(&levels[levels.count - 1]) }

  private mutating func ask() {
    lastNumber += 1
    let number = lastNumber
    change {
      $0.number = number
      $0.isAwaiting = true
      $0.isCurrent = false
    }
    requests.removeAll { if case .list = $0.subject { true } else { false } }
    requests.append(
      LibraryRequest(
        client: client, number: number,
        subject: .list(
          level.place, filter: level.filter, kinds: kinds, within: level.filter.isEmpty ? nil : level.whole)))
  }
}
