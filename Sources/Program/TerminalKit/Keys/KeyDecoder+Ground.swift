/// Characters, control characters, and sequences that begin with ESC.
extension KeyDecoder {
  mutating func receiveGround(_ byte: UInt8, _ events: inout [TerminalEvent]) {
    if byte >= 0x80 || utf8.isPending {
      switch utf8.append(byte) {
      case .more: return
      case .scalar(let scalar): emit(scalar, &events)
      case .invalid(let again):
        hasAlt = false
        if again { receiveGround(byte, &events) }
      }
      return
    }
    if byte == 0x1B {
      state = .escape(1)
    } else if let key = KeyDecoder.key(ofASCII: byte, hasAlt ? .alt : []) {
      events.append(.key(key))
    }
    if byte != 0x1B { hasAlt = false }
  }

  private mutating func emit(_ scalar: Unicode.Scalar, _ events: inout [TerminalEvent]) {
    defer { hasAlt = false }
    // The C1 control characters.
    guard scalar.value >= 0xA0 else { return }
    let character = Character(scalar)
    events.append(
      .key(hasAlt ? KeyEvent(.character(character), .alt) : KeyEvent.typed(character)))
  }

  /// Returns the key of an ASCII byte; nil for a byte that no key sends.
  static func key(ofASCII byte: UInt8, _ modifiers: KeyChord.Modifiers) -> KeyEvent? {
    switch byte {
    case 0x00: return KeyEvent(.character(" "), modifiers.union(.ctrl))
    case 0x08, 0x7F: return KeyEvent(.backspace, modifiers)
    case 0x09: return KeyEvent(.tab, modifiers)
    case 0x0A, 0x0D: return KeyEvent(.enter, modifiers)
    case 0x01...0x1A:
      return KeyEvent(.character(Character(Unicode.Scalar(byte + 0x60))), modifiers.union(.ctrl))
    case 0x1B: return KeyEvent(.escape, modifiers)
    case 0x1C...0x1F:
      return KeyEvent(.character(Character(Unicode.Scalar(byte + 0x40))), modifiers.union(.ctrl))
    case 0x20...0x7E:
      let character = Character(Unicode.Scalar(byte))
      return modifiers.isEmpty ? KeyEvent.typed(character) : KeyEvent(.character(character), modifiers)
    default: return nil
    }
  }

  mutating func receiveEscape(_ byte: UInt8, _ count: Int, _ events: inout [TerminalEvent]) {
    let hadAlt = count > 1
    switch byte {
    case 0x1B:
      if hadAlt { events.append(.key(KeyEvent(.escape))) }
      state = .escape(2)
      return
    case UInt8(ascii: "["), UInt8(ascii: "O"):
      state = byte == UInt8(ascii: "[") ? .control : .singleShift
      hasAlt = hadAlt
      return
    default: break
    }
    // The first of two ESC is a key, the second one the Alt of the next key.
    if hadAlt { events.append(.key(KeyEvent(.escape))) }
    switch byte {
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
      state = .string(opener: byte, isEmpty: true)
    default:
      state = .ground
      hasAlt = true
      receiveGround(byte, &events)
    }
  }

  mutating func receiveString(_ byte: UInt8, _ events: inout [TerminalEvent]) {
    guard case .string(let opener, _) = state else { return }
    switch byte {
    case 0x1B: state = .stringEscape
    case 0x07: finishString(&events)
    case 0x18, 0x1A: enterGround()
    default:
      state = .string(opener: opener, isEmpty: false)
      if KeyDecoder.repliers.contains(opener), sequence.count < KeyDecoder.longestSequence {
        sequence.append(byte)
      }
    }
  }

  /// The bytes after ESC that begin the strings of replies: application program and operating system commands.
  private static let repliers: [UInt8] = [UInt8(ascii: "_"), UInt8(ascii: "]")]

  private mutating func finishString(_ events: inout [TerminalEvent]) {
    let text = String(decoding: sequence, as: UTF8.self)
    enterGround()
    let head = "Gi=\(KittyGraphics.queryImage)"
    if text.hasPrefix("11;") {
      if let colour = Colour(reply: text.dropFirst(3)) { events.append(.reply(.ground(colour))) }
    } else if text.hasPrefix(head), let end = text.firstIndex(of: ";") {
      events.append(.reply(.kittyGraphics(text[end...] == ";OK")))
    }
  }

  mutating func receiveStringEscape(_ byte: UInt8, _ events: inout [TerminalEvent]) {
    if byte == UInt8(ascii: "\\") {
      finishString(&events)
    } else {
      // The string is incomplete: a new sequence begins.
      enterGround()
      state = .escape(1)
      receiveEscape(byte, 1, &events)
    }
  }

  private static let endMark: [UInt8] = Array("\u{1B}[201~".utf8)

  mutating func receivePaste(_ byte: UInt8, _ events: inout [TerminalEvent]) {
    if byte == KeyDecoder.endMark[endMarkSeen] {
      endMarkSeen += 1
      guard endMarkSeen == KeyDecoder.endMark.count else { return }
      events.append(.paste(String(decoding: pasted, as: UTF8.self)))
      pasted = []
      endMarkSeen = 0
      enterGround()
      return
    }
    for seen in KeyDecoder.endMark.prefix(endMarkSeen) { keepPasted(seen) }
    endMarkSeen = byte == 0x1B ? 1 : 0
    if endMarkSeen == 0 { keepPasted(byte) }
  }

  private mutating func keepPasted(_ byte: UInt8) {
    if pasted.count < KeyDecoder.longestPaste { pasted.append(byte) }
  }
}
