/// A track's place on a record as tags write it: a side, which is a letter or the same
/// twice, with a number on it or alone: `A1`, `b02`, `AA1`, `A1/12`, `B`.
struct RecordSide: Hashable {
  /// As written.
  var letters: String
  var number: NumberOfTotal?

  init?(_ text: String?) {
    guard let text else { return nil }
    let bytes = Array(text.utf8)
    let side = bytes.prefix { (0x41...0x5A).contains($0 & ~0x20) }
    guard (1...2).contains(side.count), side.allSatisfy({ $0 == side[0] }) else { return nil }
    let rest = String(decoding: bytes[side.endIndex...], as: UTF8.self)
    number = NumberOfTotal(rest)
    guard number != nil || rest.isEmpty else { return nil }
    letters = String(decoding: side, as: UTF8.self)
  }
}
