/// Words of a file format in bytes that may be of any encoding that holds ASCII.
package enum ASCIIText {
  /// Letters of ASCII alone change; bytes that are no UTF-8 become the replacement character.
  package static func lowercased(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  package static func contains(_ word: String, _ bytes: ArraySlice<UInt8>) -> Bool {
    let word = Array(word.utf8)
    return bytes.indices.contains { bytes[$0...].starts(with: word) }
  }

  /// Digits alone, at most nine of them.
  package static func number(_ bytes: some Collection<UInt8>) -> Int? {
    guard (1...9).contains(bytes.count), bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
