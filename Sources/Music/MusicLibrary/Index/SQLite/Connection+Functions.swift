import CSQLite
import MusicQuery

/// The SQL functions of this program.
extension Connection {
  /// Adds `folded_contains(TEXT, WORD)` and `folded_equals(LIST, WORD)`, which fold the text and expect a
  /// folded word, and `natural_key(TEXT)`, a sort key in natural order. Bytes are read as UTF-8.
  func addFunctions() throws(LibraryError) {
    try add("folded_contains", arguments: 2) { context, _, values in
      SQLValues(context, values).setResultOfContains()
    }
    try add("folded_equals", arguments: 2) { context, _, values in
      SQLValues(context, values).setResultOfEquals()
    }
    try add("natural_key", arguments: 1) { context, _, values in SQLValues(context, values).setSortKey() }
  }
}

/// The arguments and the result of a call from SQL.
private struct SQLValues {
  private let context: OpaquePointer?
  private let values: UnsafeMutablePointer<OpaquePointer?>?

  init(_ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
    self.context = context
    self.values = values
  }

  func setResult(_ test: ([UInt8], [UInt8]) -> Bool) {
    guard let text = bytes(0), let word = bytes(1) else { return sqlite3_result_int(context, 0) }
    sqlite3_result_int(context, test(folded(text), word) ? 1 : 0)
  }

  /// Compares each value of a list, whose values are separated by U+001F.
  func setResultOfEquals() {
    guard let text = bytes(0), let word = bytes(1) else { return sqlite3_result_int(context, 0) }
    let values = text.split(separator: 0x1F, omittingEmptySubsequences: false)
    sqlite3_result_int(context, values.contains { folded(Array($0)) == word } ? 1 : 0)
  }

  /// Compares ASCII text without a folded copy, because a query compares very many texts.
  func setResultOfContains() {
    if let found = asciiContains() { return sqlite3_result_int(context, found ? 1 : 0) }
    setResult { text, word in text.contains(run: word) }
  }

  /// Searches an ASCII text. Returns nil if the text is not ASCII.
  private func asciiContains() -> Bool? {
    guard let text = buffer(0), let word = buffer(1), !text.contains(where: { $0 >= 0x80 }) else {
      return nil
    }
    guard let first = word.first else { return true }
    guard text.count >= word.count else { return false }
    return FoldTable.ascii.withUnsafeBufferPointer { folded in
      for start in 0...(text.count - word.count) where folded[Int(text[start])] == first {
        var length = 1
        while length < word.count, folded[Int(text[start + length])] == word[length] { length += 1 }
        if length == word.count { return true }
      }
      return false
    }
  }

  func setSortKey() {
    guard let text = bytes(0) else { return sqlite3_result_null(context) }
    let key = SortKey.bytes(folded: folded(text))
    key.withUnsafeBytes { drumdub_result_blob(context, $0.baseAddress, Int32($0.count)) }
  }

  private func folded(_ text: [UInt8]) -> [UInt8] { FoldedText.bytes(String(decoding: text, as: UTF8.self)) }

  private func bytes(_ index: Int) -> [UInt8]? { buffer(index).map { Array($0) } }

  /// Returns the bytes of an argument, valid during the call.
  private func buffer(_ index: Int) -> UnsafeBufferPointer<UInt8>? {
    guard let value = values?[index], sqlite3_value_type(value) != SQLITE_NULL else { return nil }
    let start = sqlite3_value_blob(value)?.assumingMemoryBound(to: UInt8.self)
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  }
}
