import MusicFiles

/// The arguments of a search: filters, then `sort`, `window` and `position`.
package struct MPDSelection: Hashable, Sendable {
  package enum SortKey: Hashable, Sendable {
    case tag(MPDTag)
    case added, modified, priority
  }

  package var filter = MPDFilter.all([])
  package var sort: SortKey?
  package var isDescending = false
  package var window: MPDRange?
  /// The place of the queue or playlist where what was found is inserted, as the client wrote it.
  package var position: String?

  /// Parses a filter with its order and window. `folded`: whether texts are searched for without case, as parts of
  /// values; false: whole values.
  package init(_ arguments: some Collection<String>, folded: Bool) throws(MPDError) {
    var rest = Array(arguments)
    while rest.count >= 2, try option(rest[rest.count - 2], rest[rest.count - 1]) { rest.removeLast(2) }
    filter = try MPDFilterParser.filter(rest, folded: folded)
  }

  /// Whether songs need the times of the index.
  package var needsTimes: Bool { sort == .added || sort == .modified || filter.needsTimes }

  private mutating func option(_ name: String, _ value: String) throws(MPDError) -> Bool {
    switch name.lowercased() {
    case "window" where window == nil: window = try MPDRange(value)
    case "position" where position == nil: position = value
    case "sort" where sort == nil:
      isDescending = value.hasPrefix("-")
      let name = isDescending ? String(value.dropFirst()) : value
      switch name.lowercased() {
      case "last-modified": sort = .modified
      case "added": sort = .added
      case "prio": sort = .priority
      default:
        guard let tag = MPDTag(name: name) else { throw MPDError(.argument, "Unknown sort tag: \(name)") }
        sort = .tag(tag)
      }
    default: return false
    }
    return true
  }

  // MARK: Order

  private enum Key: Comparable {
    case number(Int64)
    case text(NaturalOrder)
  }

  /// Sorts stably, computing each key once, and cuts the window out.
  func ordered<Element>(_ list: [Element], _ song: (Element) -> MPDSong) -> [Element] {
    var list = list
    if let sort {
      let keyed = list.enumerated().map {
        (key: MPDSelection.key(sort, of: song($1)), place: $0, element: $1)
      }
      list = keyed.sorted { left, right in
        if left.key == right.key { return left.place < right.place }
        return isDescending ? left.key > right.key : left.key < right.key
      }.map(\.element)
    }
    return window.map { Array(list[$0.within(list.count)]) } ?? list
  }

  private static func key(_ sort: SortKey, of song: MPDSong) -> Key {
    switch sort {
    case .tag(let tag): .text(NaturalOrder(song.effectiveValues(of: tag).first ?? ""))
    case .added: .number(song.addedAt ?? 0)
    case .modified: .number(song.modifiedAt ?? 0)
    case .priority: .number(Int64(song.priority))
    }
  }
}
