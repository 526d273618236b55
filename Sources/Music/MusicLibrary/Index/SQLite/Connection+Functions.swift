import CSQLite
import MusicQuery

/// The SQL functions of this program.
extension Connection {
  /// Adds `folded_contains(TEXT, WORD)` and `folded_equals(LIST, WORD)`, which fold the text and expect a
  /// folded word, `natural_key(TEXT)`, a sort key in natural order, and `album_group(PATH, ALBUM)`: see `AlbumGroup`. Bytes
  /// are read as UTF-8.
  func addFunctions() throws(LibraryError) {
    try add("folded_contains", arguments: 2) { SQLValues(context: $0, values: $2).setResultOfContains() }
    try add("folded_equals", arguments: 2) { SQLValues(context: $0, values: $2).setResultOfEquals() }
    try add("natural_key", arguments: 1) { SQLValues(context: $0, values: $2).setSortKey() }
    try add("album_group", arguments: 2) { SQLValues(context: $0, values: $2).setAlbumGroup() }
  }
}

/// The arguments and the result of a call from SQL.
private struct SQLValues {
  let context: OpaquePointer?
  let values: UnsafeMutablePointer<OpaquePointer?>?

  /// Compares each value of a list, whose values are separated by U+001F.
  func setResultOfEquals() {
    guard let text = bytes(0), let word = bytes(1) else { return sqlite3_result_int(context, 0) }
    let values = text.split(separator: 0x1F, omittingEmptySubsequences: false)
    sqlite3_result_int(context, values.contains { folded(Array($0)) == word } ? 1 : 0)
  }

  func setResultOfContains() {
    guard let text = buffer(0), let word = buffer(1) else { return sqlite3_result_int(context, 0) }
    sqlite3_result_int(context, FoldedText.contains(text, word) ? 1 : 0)
  }

  func setSortKey() {
    guard let text = bytes(0) else { return sqlite3_result_null(context) }
    let key = SortKey.bytes(folded: folded(text))
    key.withUnsafeBytes { drumdub_result_blob(context, $0.baseAddress, Int32($0.count)) }
  }

  func setAlbumGroup() {
    let title = bytes(1).map { String(decoding: $0, as: UTF8.self) }
    sqlite3_result_int64(
      context, AlbumGroup.id(of: IndexName(bytes: bytes(0) ?? []).file, title: title))
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
