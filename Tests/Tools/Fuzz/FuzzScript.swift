/// Bytes as a row of small decisions; at their end all are 0.
struct FuzzScript {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isEmpty: Bool { rest.isEmpty }

  mutating func byte() -> Int { Int(rest.popFirst() ?? 0) }

  /// 0 to 65,535.
  mutating func number() -> Int { byte() << 8 | byte() }

  /// −32,768 to 32,767.
  mutating func signedNumber() -> Int { number() - 32_768 }
}
