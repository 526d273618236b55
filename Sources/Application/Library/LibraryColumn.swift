import MusicLibrary

/// A column of the lists of tracks; the raw value is its name in settings and in the query language.
package enum LibraryColumn: String, Hashable, Sendable, CaseIterable {
  case title, artist, album, albumartist, genre, track, year, length, rating, played, bpm, codec, bitrate

  package static let standard: [LibraryColumn] = [.title, .artist, .album, .year, .length, .rating]

  /// The names of all columns, for help and errors.
  package static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// Parses names that are separated by commas; nil if one is unknown or given twice.
  package static func list(_ text: String) -> [LibraryColumn]? {
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
    let columns = names.compactMap { LibraryColumn(rawValue: $0.trimmed) }
    return columns.count == names.count && Set(columns).count == columns.count ? columns : nil
  }

  /// The key that sorts by this column.
  package var field: SearchQuery.SortField {
    switch self {
    case .title: .title
    case .artist: .artist
    case .album: .album
    case .albumartist: .albumartist
    case .genre: .genre
    case .track: .track
    case .year: .year
    case .length: .length
    case .rating: .rating
    case .played: .played
    case .bpm: .bpm
    case .codec: .codec
    case .bitrate: .bitrate
    }
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text.lowercased()
  }
}

/// Sorting by columns.
extension LibraryController {
  /// Sorts by the next column: the column to the right of the first sort key. After the last column, restores the
  /// default order.
  func sortByNextColumn() {
    guard !columns.isEmpty else { return }
    let next = columns.firstIndex { $0.field == browser.sort.first?.field }.map { $0 + 1 } ?? 0
    sort(by: next < columns.count ? [SearchQuery.SortTerm(columns[next].field)] : [])
  }

  /// Sorts by a column; in the other direction if it is the first sort key already.
  package func sort(by column: LibraryColumn) {
    guard browser.sort.first?.field != column.field else { return reverseSort() }
    sort(by: [SearchQuery.SortTerm(column.field)])
  }

  /// Reverses the direction of the first sort key.
  func reverseSort() {
    var terms = browser.sort
    guard !terms.isEmpty else { return notify(.noSortColumn) }
    terms[0].isDescending.toggle()
    sort(by: terms)
  }

  private func sort(by terms: [SearchQuery.SortTerm]) {
    opensWhenListed = false
    browser.setSort(terms)
    notify(.sorted(terms))
    send()
  }
}
