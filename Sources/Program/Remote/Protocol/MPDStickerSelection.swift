/// The arguments of `sticker find` after the name of the sticker: a comparison, then `sort` and `window`.
///
/// Source: MPD's documentation, The music player daemon protocol, section Stickers.
struct MPDStickerSelection: Hashable, Sendable {
  private enum Comparison: Hashable { case equal, less, greater, contains, startsWith }
  private enum SortKey: Hashable { case uri, value }

  private var comparison: Comparison?
  private var wanted = ""
  private var sort: SortKey?
  private var isDescending = false
  private var window: MPDRange?

  init(_ arguments: [String]) throws(MPDError) {
    var rest = arguments
    while rest.count >= 2, try option(rest[rest.count - 2], rest[rest.count - 1]) { rest.removeLast(2) }
    if rest.isEmpty { return }
    guard rest.count == 2 else { throw MPDError(.argument, "bad request") }
    wanted = rest[1]
    switch rest[0] {
    case "=": comparison = .equal
    case "<": comparison = .less
    case ">": comparison = .greater
    case "eq": comparison = try MPDStickerSelection.integer(wanted, .equal)
    case "lt": comparison = try MPDStickerSelection.integer(wanted, .less)
    case "gt": comparison = try MPDStickerSelection.integer(wanted, .greater)
    case "contains": comparison = .contains
    case "starts_with": comparison = .startsWith
    default: throw MPDError(.argument, "bad operator")
    }
  }

  /// Returns the comparison with a number.
  private static func integer(_ text: String, _ comparison: Comparison) throws(MPDError) -> Comparison {
    guard Int(text) != nil else { throw MPDError(.argument, "Integer expected: \(text)") }
    return comparison
  }

  private mutating func option(_ name: String, _ value: String) throws(MPDError) -> Bool {
    switch name {
    case "window" where window == nil: window = try MPDRange(value)
    case "sort" where sort == nil:
      isDescending = value.hasPrefix("-")
      switch isDescending ? String(value.dropFirst()) : value {
      case "uri": sort = .uri
      case "value", "value_int": sort = .value
      default: throw MPDError(.argument, "Unknown sort tag: \(value)")
      }
    default: return false
    }
    return true
  }

  /// Returns the stickers that are accepted, sorted stably and limited to the window.
  func select(_ stickers: [(uri: String, value: String)]) -> [(uri: String, value: String)] {
    var found = stickers.filter { accepts($0.value) }
    switch sort {
    case .uri: found.sort { isDescending ? $0.uri > $1.uri : $0.uri < $1.uri }
    case .value:
      found.sort {
        isDescending
          ? MPDStickerSelection.isLess($1.value, $0.value) : MPDStickerSelection.isLess($0.value, $1.value)
      }
    case nil: break
    }
    return window.map { Array(found[$0.within(found.count)]) } ?? found
  }

  private func accepts(_ value: String) -> Bool {
    switch comparison {
    case nil: true
    case .equal: value == wanted || Int(value).map { $0 == Int(wanted) } ?? false
    case .less: MPDStickerSelection.isLess(value, wanted)
    case .greater: MPDStickerSelection.isLess(wanted, value)
    case .contains: value.contains(wanted)
    case .startsWith: value.hasPrefix(wanted)
    }
  }

  /// Compares numbers as numbers, and other values as texts.
  private static func isLess(_ left: String, _ right: String) -> Bool {
    if let left = Int(left), let right = Int(right) { return left < right }
    return left < right
  }
}
