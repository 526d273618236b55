/// The arguments of `sticker find` after the name of the sticker: a comparison, then `sort` and `window`.
///
/// Source: MPD's documentation, The music player daemon protocol, section Stickers.
struct MPDStickerSelection: Sendable {
  /// Compares a value with the wanted one.
  private typealias Comparison = @Sendable (String, String) -> Bool
  private enum SortKey { case uri, value }

  private static let comparisons: [String: Comparison] = [
    "=": isEqual, "<": isLess, ">": { isLess($1, $0) }, "contains": { $0.contains($1) },
    "starts_with": { $0.hasPrefix($1) },
  ]
  /// The operators that need a number.
  private static let ofNumbers: [String: Comparison] = [
    "eq": isEqual, "lt": isLess, "gt": { isLess($1, $0) },
  ]

  private var comparison: Comparison = { _, _ in true }
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
    let ofNumbers = MPDStickerSelection.ofNumbers[rest[0]]
    guard let comparison = ofNumbers ?? MPDStickerSelection.comparisons[rest[0]] else {
      throw MPDError(.argument, "bad operator")
    }
    if ofNumbers != nil, Int(wanted) == nil { throw MPDError(.argument, "Integer expected: \(wanted)") }
    self.comparison = comparison
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
    var found = stickers.filter { comparison($0.value, wanted) }
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

  @Sendable private static func isEqual(_ left: String, _ right: String) -> Bool {
    left == right || Int(left).map { $0 == Int(right) } ?? false
  }

  /// Compares numbers as numbers, and other values as texts.
  @Sendable private static func isLess(_ left: String, _ right: String) -> Bool {
    if let left = Int(left), let right = Int(right) { return left < right }
    return left < right
  }
}
