/// One of the linked lists, each of which has what is below the selected row of the list before it: the names of a tag, or
/// tracks. The raw value is its name in settings.
package enum LinkedList: String, Hashable, Sendable, CaseIterable {
  case genre, artist, album, tracks

  package static let standard: [LinkedList] = [.genre, .artist, .album, .tracks]
  private static let counts = 2...4

  /// The names of all lists, for help and errors.
  package static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// Parses two to four names that are separated by commas; nil if one is unknown or given twice, or if tracks are not last.
  package static func lists(_ text: String) -> [LinkedList]? {
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
    let lists = names.compactMap { LinkedList(rawValue: $0.filter { $0 != " " }.lowercased()) }
    guard lists.count == names.count, Set(lists).count == lists.count, counts.contains(lists.count),
      !lists.dropLast().contains(.tracks)
    else { return nil }
    return lists
  }
}
