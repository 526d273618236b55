/// Several values in one column, parted by U+001F.
enum ListText {
  private static let separator: Character = "\u{1F}"

  static func joined(_ values: [String]) -> String? {
    values.isEmpty ? nil : values.map { $0.filter { $0 != separator } }.joined(separator: "\u{1F}")
  }

  static func values(_ text: String?) -> [String] {
    text.map { $0.split(separator: separator, omittingEmptySubsequences: false).map(String.init) } ?? []
  }
}
