/// The arguments of `sticker find` after the name of the sticker: a comparison, then `sort` and `window`.
///
/// Source: MPD's documentation, The music player daemon protocol, section Stickers.
struct MPDRatingSelection: Hashable, Sendable {
  private enum Comparison: Hashable { case equal, less, greater }
  private enum SortKey: Hashable { case uri, value }

  private var comparison: Comparison?
  private var wanted = 0
  private var sort: SortKey?
  private var isDescending = false
  private var window: MPDRange?

  init(_ arguments: [String]) throws(MPDError) {
    var rest = arguments
    while rest.count >= 2, try option(rest[rest.count - 2], rest[rest.count - 1]) { rest.removeLast(2) }
    if rest.isEmpty { return }
    guard rest.count == 2 else { throw MPDError(.argument, "bad request") }
    switch rest[0] {
    case "=", "eq": comparison = .equal
    case "<", "lt": comparison = .less
    case ">", "gt": comparison = .greater
    default: throw MPDError(.argument, "bad operator")
    }
    guard let number = Int(rest[1]) else { throw MPDError(.argument, "Integer expected: \(rest[1])") }
    wanted = number
  }

  private mutating func option(_ name: String, _ value: String) throws(MPDError) -> Bool {
    switch name {
    case "window" where window == nil: window = try MPDRange(value)
    case "sort" where sort == nil:
      isDescending = value.hasPrefix("-")
      switch isDescending ? String(value.dropFirst()) : value {
      case "uri": sort = .uri
      // Ratings are numbers.
      case "value", "value_int": sort = .value
      default: throw MPDError(.argument, "Unknown sort tag: \(value)")
      }
    default: return false
    }
    return true
  }

  /// Returns the ratings that are accepted, sorted stably and limited to the window.
  ///
  /// - Parameter ratings: 0 to 10.
  func select(_ ratings: [(uri: String, rating: Int)]) -> [(uri: String, rating: Int)] {
    var found = ratings.filter { accepts($0.rating) }
    switch sort {
    case .uri: found.sort { isDescending ? $0.uri > $1.uri : $0.uri < $1.uri }
    case .value: found.sort { isDescending ? $0.rating > $1.rating : $0.rating < $1.rating }
    case nil: break
    }
    return window.map { Array(found[$0.within(found.count)]) } ?? found
  }

  private func accepts(_ rating: Int) -> Bool {
    switch comparison {
    case nil: true
    case .equal: rating == wanted
    case .less: rating < wanted
    case .greater: rating > wanted
    }
  }
}
