import MusicLibrary
import MusicQuery

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

  /// The key that sorts by this column, which has the same name.
  package var field: SearchQuery.SortField { SearchQuery.SortField(rawValue: rawValue) ?? .title }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text.lowercased()
  }
}
