extension [UInt8] {
  /// The last lines of terminal output as text without escape sequences. A sequence that moves the cursor to a row counts
  /// as the end of a line; empty lines are left out.
  func lastLines(_ count: Int = 24) -> String {
    String(decoding: withoutEscapeSequences(), as: UTF8.self).split(whereSeparator: \.isNewline)
      .filter { !$0.allSatisfy(\.isWhitespace) }.suffix(count).joined(separator: "\n")
  }

  private func withoutEscapeSequences() -> [UInt8] {
    var result: [UInt8] = []
    var rest = self[...]
    while let byte = rest.popFirst() {
      guard byte == 0x1B else {
        result.append(byte)
        continue
      }
      if rest.dropEscapeSequence().movesToRow { result.append(UInt8(ascii: "\n")) }
    }
    return result
  }
}

/// The final byte of a control sequence; 0 for the other kinds of escape sequence.
private struct SequenceEnd {
  let byte: UInt8

  /// Whether the sequence is CUP or VPA (ECMA-48, 8.3.21 and 8.3.158).
  var movesToRow: Bool { byte == UInt8(ascii: "H") || byte == UInt8(ascii: "d") }
}

extension ArraySlice<UInt8> {
  /// Drops the rest of an escape sequence after its ESC (ECMA-48, 5.4 to 5.6).
  fileprivate mutating func dropEscapeSequence() -> SequenceEnd {
    switch popFirst() {
    case UInt8(ascii: "["):
      self = drop { !(0x40...0x7E).contains($0) }
      return SequenceEnd(byte: popFirst() ?? 0)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"):
      // A control string ends with BEL or ST, which is ESC \.
      self = drop { $0 != 0x07 && $0 != 0x1B }
      if popFirst() == 0x1B { _ = popFirst() }
    case .some(0x20...0x2F):
      self = drop { (0x20...0x2F).contains($0) }
      _ = popFirst()
    case .some, nil: break
    }
    return SequenceEnd(byte: 0)
  }
}
