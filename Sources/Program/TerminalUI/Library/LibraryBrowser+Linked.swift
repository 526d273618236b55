import MusicLibrary
import TerminalKit

/// Linked lists: each shows the content of the selected row of the list before it.
///
/// The lists are read one after the other, from the left, because the selection in one determines the content of the next.
extension LibraryBrowser {
  /// Updates each linked list to the selected rows of the lists before it. Requests the first list that has to be read again;
  /// the lists after it are requested when it has arrived. Has no effect on lists that were opened.
  mutating func follow() {
    var places: [LibraryPlace] = []
    for (index, list) in linked.enumerated() {
      let place = LibraryPlace.linked(list, below: places)
      if levels[index].place != place { levels[index].become(place) }
      guard levels[index].isCurrent else {
        for later in levels.indices.dropFirst(index + 1) {
          (levels[later].isCurrent, levels[later].isAwaiting) = (false, false)
        }
        if !levels[index].isAwaiting { ask(index) }
        return
      }
      guard case .place(let row)? = levels[index].selected, case .within(let selected) = row.place else {
        return empty(after: index)
      }
      places = selected
    }
  }

  /// Empties the lists after one that has no rows.
  private mutating func empty(after index: Int) {
    for later in levels.indices.dropFirst(index + 1) {
      levels[later].become(.linked(linked[later], below: []))
      levels[later].show(LibraryListing())
    }
  }

  /// Gives the keys to another linked list.
  ///
  /// - Returns: false if there is none.
  @discardableResult
  mutating func moveFocus(by lists: Int) -> Bool {
    let wanted = focus + lists
    guard levels.indices.contains(wanted), isLinked else { return false }
    focus = wanted
    return true
  }

  /// The marked rows of all lists, from the left, those in the lists first; without marks, the selected row, unless the list
  /// is being read.
  var chosenInLinkedLists: [LibraryListing.Item] {
    if markCount == 0 { return level.isCurrent ? level.selected.map { [$0] } ?? [] : [] }
    return levels.flatMap { level in
      let rows = level.marks.map { item in (level.listing?.index(of: item) ?? .max, item) }
      return rows.sorted { ($0.0, $0.1.name) < ($1.0, $1.1.name) }.map(\.1)
    }
  }

  /// Reads all lists again. The selected rows stay selected.
  mutating func refreshLinkedLists() {
    for index in levels.indices {
      levels[index].forgetTracks()
      if levels[index].isCurrent { levels[index].keepsRow = true }
      (levels[index].isCurrent, levels[index].isAwaiting) = (false, false)
    }
    follow()
  }

  /// The names of the selected rows, and the ids of tracks.
  var selectedRows: [String] {
    levels.indices.map { awaitedRows[$0] ?? levels[$0].selected?.name ?? "" }
  }

  /// Selects the row in a list that arrived that was selected when the program was left.
  mutating func selectAwaitedRow(of list: Int) {
    guard let name = awaitedRows.removeValue(forKey: list), let listing = levels[list].listing else { return }
    let row = listing.rows.firstIndex { $0.place.name == name }
    if let row = row ?? Int32(name).flatMap({ listing.index(of: .track($0)) }) { levels[list].select(row) }
  }

  /// Selects a track in the list of tracks, which gets the keys, if the list has it.
  mutating func revealInLinkedLists(_ track: LibraryTrack) {
    guard let row = levels.last?.listing?.index(of: track) else { return }
    focus = levels.count - 1
    select(row)
  }
}

extension LibraryListing.Item {
  /// The name of its place, or the id of its track.
  fileprivate var name: String {
    switch self {
    case .place(let row): row.place.name ?? ""
    case .track(let id): "\(id)"
    case .entry(let index, _): "\(index)"
    }
  }
}

/// Which of the linked lists are seen beside each other, and where.
enum LinkedListsLayout {
  private static let least = 28
  private static let gap = 2

  /// Returns the indices of the lists that fit a width. The list with the focus is among them, and the next one if two fit.
  static func shown(_ count: Int, focus: Int, width: Int) -> Range<Int> {
    let room = min(max((width + gap) / (least + gap), 1), count)
    let first = min(max(focus + min(room, 2) - room, 0), count - room)
    return first..<first + room
  }

  static func areas(_ count: Int, in area: Rect) -> [Rect] {
    area.columns(Array(repeating: .flexible(), count: count), gap: gap)
  }
}
