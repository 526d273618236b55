import MusicLibrary
import MusicQuery

/// Sorting the shown list by columns. Other kinds of lists keep their orders.
extension LibraryController {
  /// Sorts by the next column: the column to the right of the first sort key. After the last column, restores the
  /// default order.
  func sortByNextColumn() {
    guard !columns.isEmpty else { return }
    let next = columns.firstIndex { $0.field == browser.sort.first?.field }.map { $0 + 1 } ?? 0
    sort(by: next < columns.count ? [SearchQuery.SortTerm(columns[next].field)] : [])
  }

  /// Reverses the direction of the first sort key.
  func reverseSort() {
    var terms = browser.sort
    guard !terms.isEmpty else { return notify(.noSortColumn) }
    terms[0].isDescending.toggle()
    sort(by: terms)
  }

  /// Changes the order of all lists but albums and playlists.
  package func setSort(_ terms: [SearchQuery.SortTerm]) {
    opensWhenListed = false
    change { $0.setCommonSort(terms) }
    send()
  }

  private func sort(by terms: [SearchQuery.SortTerm]) {
    if browser.level.listing?.entries.isEmpty == false { return notify(.playlistOrder) }
    opensWhenListed = false
    change { $0.setSort(terms) }
    notify(.sorted(terms))
    send()
  }
}
