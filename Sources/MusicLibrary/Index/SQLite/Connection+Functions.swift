import CSQLite
import SystemBase

/// Functions of our own for SQL.
extension Connection {
  /// `folded_contains(TEXT, WORD)` and `folded_equals(TEXT, WORD)`: the text is folded, the word is folded already;
  /// bytes count as UTF-8. `natural_key(TEXT)`: a key in natural order.
  func addFunctions() throws(LibraryError) {
    try add("folded_contains", arguments: 2) { context, _, values in
      SQLValues(context, values).answerContains()
    }
    try add("folded_equals", arguments: 2) { context, _, values in
      SQLValues(context, values).answer { text, word in text == word }
    }
    try add("natural_key", arguments: 1) { context, _, values in SQLValues(context, values).answerSortKey() }
  }
}

/// The arguments of a call from SQL, and where its result goes.
private struct SQLValues {
  private let context: OpaquePointer?
  private let values: UnsafeMutablePointer<OpaquePointer?>?

  init(_ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
    self.context = context
    self.values = values
  }

  func answer(_ test: ([UInt8], [UInt8]) -> Bool) {
    guard let text = bytes(0), let word = bytes(1) else { return sqlite3_result_int(context, 0) }
    sqlite3_result_int(context, test(folded(text), word) ? 1 : 0)
  }

  /// Text of ASCII alone is compared as it lies there: a query reads a great many.
  func answerContains() {
    if let found = asciiContains() { return sqlite3_result_int(context, found ? 1 : 0) }
    answer { text, word in text.contains(run: word) }
  }

  /// - Returns: nil where the text holds more than ASCII.
  private func asciiContains() -> Bool? {
    guard let text = buffer(0), let word = buffer(1), !text.contains(where: { $0 >= 0x80 }) else {
      return nil
    }
    guard let first = word.first else { return true }
    guard text.count >= word.count else { return false }
    return FoldedText.ascii.withUnsafeBufferPointer { folded in
      for start in 0...(text.count - word.count) where folded[Int(text[start])] == first {
        var length = 1
        while length < word.count, folded[Int(text[start + length])] == word[length] { length += 1 }
        if length == word.count { return true }
      }
      return false
    }
  }

  func answerSortKey() {
    guard let text = bytes(0) else { return sqlite3_result_null(context) }
    let key = SortKey.bytes(folded: folded(text))
    key.withUnsafeBytes { drumdub_result_blob(context, $0.baseAddress, Int32($0.count)) }
  }

  private func folded(_ text: [UInt8]) -> [UInt8] { FoldedText.bytes(String(decoding: text, as: UTF8.self)) }

  private func bytes(_ index: Int) -> [UInt8]? { buffer(index).map { Array($0) } }

  /// Good during the call.
  private func buffer(_ index: Int) -> UnsafeBufferPointer<UInt8>? {
    guard let value = values?[index], sqlite3_value_type(value) != SQLITE_NULL else { return nil }
    let start = sqlite3_value_blob(value)?.assumingMemoryBound(to: UInt8.self)
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  }
}

extension [UInt8] {
  /// Whether a run of bytes stands in this one.
  func contains(run: [UInt8]) -> Bool {
    guard let first = run.first else { return true }
    guard count >= run.count else { return false }
    return withUnsafeBufferPointer { text in
      for start in 0...(text.count - run.count) where text[start] == first {
        if text[start..<(start + run.count)].elementsEqual(run) { return true }
      }
      return false
    }
  }
}
