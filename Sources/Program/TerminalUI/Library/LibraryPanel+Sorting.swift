import Application
import MusicLibrary
import MusicQuery

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
  package func setSort(_ terms: [SearchQuery.SortTerm]) { show { $0.setCommonSort(terms) } }

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
