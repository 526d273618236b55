/// The arguments of `sticker find` after the name of the sticker: a comparison, then `sort` and `window`.
///
/// Source: MPD's documentation, The music player daemon protocol, section Stickers.
struct MPDStickerSelection: Sendable {
  /// Compares a value with the wanted one.
  private typealias Comparison = @Sendable (String, String) -> Bool
  private enum SortKey { case uri, value, integer }

  private static let comparisons: [String: Comparison] = [
    "=": isEqual, "<": isLess, ">": { isLess($1, $0) }, "contains": { $0.contains($1) },
    "starts_with": { $0.hasPrefix($1) },
  ]
  /// The operators that compare values as whole numbers.
  private static let ofNumbers: [String: Comparison] = [
    "eq": { integer($0) == integer($1) }, "lt": { integer($0) < integer($1) },
    "gt": { integer($0) > integer($1) },
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
      case "value": sort = .value
      case "value_int": sort = .integer
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
    case .value: found = sorted(found) { MPDStickerSelection.key($0) }
    case .integer: found = sorted(found) { MPDStickerSelection.integer($0) }
    case nil: break
    }
    return window.map { Array(found[$0.within(found.count)]) } ?? found
  }

  private func sorted<Key: Comparable>(
    _ stickers: [(uri: String, value: String)], by key: (String) -> Key
  ) -> [(uri: String, value: String)] {
    let keyed = stickers.map { (key: key($0.value), sticker: $0) }
    return keyed.sorted { isDescending ? $0.key > $1.key : $0.key < $1.key }.map(\.sticker)
  }

  /// A value in an order in which numbers, compared as such, precede texts.
  private enum Key: Comparable {
    case number(Int)
    case text(String)
  }

  private static func key(_ value: String) -> Key { Int(value).map(Key.number) ?? .text(value) }

  /// Returns the whole number at the beginning of a value; 0 if there is none. Source: SQLite, CAST to INTEGER, which MPD
  /// uses.
  @Sendable private static func integer(_ value: String) -> Int {
    let text = value.utf8.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = (isNegative || text.first == UInt8(ascii: "+") ? text.dropFirst() : text).prefix {
      (0x30...0x39).contains($0)
    }
    // More digits than a number of 64 bits has are the largest one.
    let magnitude = digits.isEmpty ? 0 : Int(Substring(digits)) ?? .max
    return isNegative ? -magnitude : magnitude
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
