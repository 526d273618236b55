import Application
import AudioBase
import Librarian
import MusicLibrary

/// Words whose rows are marked when the index has found them.
struct MarkSearch: Hashable, Sendable {
  /// The number of the request.
  let number: Int
  /// The number of the last request of the list whose rows are marked.
  let level: Int
  let text: String
}

/// Marking several rows of a list.
extension LibraryLevel {
  /// The maximum number of marked rows: the tracks that a queue accepts at once.
  static let mostMarks = LibraryTracksRequest.most

  /// Marks rows, unless there are too many.
  ///
  /// - Returns: what was done; nil if the rows have to be searched for.
  mutating func mark(_ which: MarkCommand) -> LibraryMessage? {
    switch which {
    case .none: marks = []
    case .all, .invert:
      // A mark takes much more memory than its row.
      if count > LibraryLevel.mostMarks { return .tooManyToMark(count) }
      let items = listing?.items ?? []
      if which == .all { marks.formUnion(items) } else { marks.formSymmetricDifference(items) }
    case .range:
      if markRange == nil, let selected {
        markRange = MarkRange(from: selected, besides: marks)
        marks.insert(selected)
      } else {
        markRange = nil
      }
    case .matching: return nil
    }
    return .marked(count: marks.count)
  }

  /// Marks the rows that a search has found, unless there are too many. Returns what was done.
  mutating func mark(_ found: LibraryListing, of text: String) -> LibraryMessage {
    let locations = Set(found.entries.map(\.location))
    let items =
      listing?.items(of: Set(found.rows.map(\.place)), Set(found.tracks.ids)) {
        locations.contains($1.location)
      } ?? []
    if items.isEmpty { return .nothingMatches(text) }
    if items.count > LibraryLevel.mostMarks { return .tooManyToMark(items.count) }
    marks.formUnion(items)
    return .marked(count: marks.count)
  }

  /// Marks the rows from the begin of the range to the selected one, besides those that were marked before.
  mutating func extendMarks() {
    guard let markRange, let listing, let anchor = listing.index(of: markRange.anchor) else { return }
    let range = min(anchor, selection)...max(anchor, selection)
    if range.count > LibraryLevel.mostMarks { return }
    marks = markRange.others.union(range.compactMap(listing.item))
  }

  /// The marked rows in the order of the list; without marks, the selected row.
  var chosen: [LibraryListing.Item] {
    guard let listing else { return [] }
    if marks.isEmpty { return selected.map { [$0] } ?? [] }
    var (places, tracks) = (Set<LibraryPlace>(), Set<Int32>())
    var entries: [Int: PlaylistEntry.Location] = [:]
    for item in marks {
      switch item {
      case .place(let row): places.insert(row.place)
      case .track(let id): tracks.insert(id)
      case .entry(let index, let entry): entries[index] = entry.location
      }
    }
    return listing.items(of: places, tracks) { entries[$0] == $1.location }
  }
}

extension LibraryLevel {
  /// Shows entries of a playlist as a block at another place at once; the changed list follows from the index. The marked
  /// ones stay marked, and the end of the block that leads is selected.
  mutating func moveEntries(_ indices: [Int], to place: Int, selectsLast: Bool) {
    guard var listing, place + indices.count <= listing.entries.count,
      indices.allSatisfy({ $0 < listing.entries.count })
    else { return }
    let block = indices.map { listing.entries[$0] }
    for index in indices.reversed() { listing.entries.remove(at: index) }
    listing.entries.insert(contentsOf: block, at: place)
    show(listing)
    if !marks.isEmpty {
      marks = Set(block.enumerated().map { LibraryListing.Item.entry(place + $0.offset, $0.element) })
    }
    select(selectsLast ? place + block.count - 1 : place)
  }
}

extension LibraryListing {
  /// Returns the rows of these places and tracks, and the entries for which a function returns true, in the order of the
  /// list.
  fileprivate func items(
    of places: Set<LibraryPlace>, _ ids: Set<Int32>, entries isWanted: (Int, PlaylistEntry) -> Bool
  ) -> [Item] {
    var items: [Item] = []
    for row in rows where places.contains(row.place) { items.append(.place(row)) }
    if !ids.isEmpty { for id in tracks.ids where ids.contains(id) { items.append(.track(id)) } }
    for (index, entry) in entries.enumerated() where isWanted(index, entry) {
      items.append(.entry(index, entry))
    }
    return items
  }
}

extension LibraryBrowser {
  /// Marks or unmarks the selected row and selects the next one.
  package mutating func mark() {
    guard let item = level.selected, level.isCurrent || !isLinked else { return }
    change { if $0.marks.remove(item) == nil { $0.marks.insert(item) } }
    move(by: 1)
  }

  /// Marks rows. Those that match words are asked for, and marked when the answer arrives.
  ///
  /// - Returns: what was done; nil if an answer follows.
  package mutating func mark(_ which: MarkCommand) -> LibraryMessage? {
    // Another request would cancel that of the list.
    if level.isAwaiting { return .stillReading }
    if case .matching(let text) = which {
      askForMarks(text)
      return nil
    }
    var done: LibraryMessage?
    change { done = $0.mark(which) }
    return done
  }

  mutating func endMarkRange() { change { $0.markRange = nil } }

  /// Removes the marks of the list, or of all linked lists.
  mutating func clearMarks() {
    for index in levels.indices where isLinked || index == levels.count - 1 {
      (levels[index].marks, levels[index].markRange) = ([], nil)
    }
  }

  /// The marked rows in the order of the list, or of the linked lists; without marks, the selected row.
  package var chosen: [LibraryListing.Item] { isLinked ? chosenInLinkedLists : level.chosen }
}

extension LibraryPanel {
  /// Marks rows of the list. A message follows if they have to be searched for.
  package func mark(_ which: MarkCommand) -> LibraryMessage? {
    defer { send() }
    return change { $0.mark(which) }
  }

  package func endMarkRange() { if browser.level.markRange != nil { change { $0.endMarkRange() } } }
}
