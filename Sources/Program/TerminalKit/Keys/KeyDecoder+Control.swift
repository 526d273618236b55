/// Control sequences (`ESC [ …`) and single shifts (`ESC O …`).
extension KeyDecoder {
  mutating func receiveControl(_ byte: UInt8, _ events: inout [TerminalEvent]) {
    switch byte {
    case 0x20...0x3F:
      // rxvt ends sequences of editing keys with Shift by `$`; in replies such as `?…$y` it is in the middle.
      if byte == UInt8(ascii: "$"), isNumber(sequence) {
        finish(byte, &events)
      } else if sequence.count < KeyDecoder.longestSequence {
        sequence.append(byte)
      } else {
        isOverlong = true
      }
    case UInt8(ascii: "[") where sequence.isEmpty && !isOverlong: state = .consoleFunction
    case 0x40...0x7E: finish(byte, &events)
    default: restart(with: byte, &events)
    }
  }

  private func isNumber(_ bytes: [UInt8]) -> Bool {
    !bytes.isEmpty && !isOverlong && bytes.allSatisfy { (0x30...0x39).contains($0) }
  }

  private mutating func finish(_ final: UInt8, _ events: inout [TerminalEvent]) {
    let parsed = isOverlong ? nil : ControlSequence(sequence, final: final)
    let outer: KeyChord.Modifiers = hasAlt ? .alt : []
    enterGround()
    guard let parsed else { return }
    if parsed.isPasteStart {
      state = .paste
    } else if parsed.isOldMouse {
      state = .mouse(3)
    } else if let event = parsed.event(outer) {
      events.append(event)
    }
  }

  mutating func receiveConsoleFunction(_ byte: UInt8, _ events: inout [TerminalEvent]) {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "E"):
      let number = Int(byte) - 0x40
      events.append(.key(KeyEvent(.function(number), hasAlt ? .alt : [])))
      enterGround()
    case 0x20...0x7E: enterGround()
    default: restart(with: byte, &events)
    }
  }

  mutating func receiveSingleShift(_ byte: UInt8, _ events: inout [TerminalEvent]) {
    switch byte {
    case 0x30...0x39 where sequence.count < 3: sequence.append(byte)
    case 0x40...0x7E:
      var modifiers: KeyChord.Modifiers = hasAlt ? .alt : []
      if let number = Int(String(decoding: sequence, as: UTF8.self)) {
        modifiers.formUnion(KeyChord.Modifiers(parameter: number))
      }
      enterGround()
      if let key = ControlSequence.singleShiftKey(byte) {
        events.append(.key(KeyEvent(key.0, modifiers.union(key.1))))
      }
    case 0x20..<0x40: enterGround()
    default: restart(with: byte, &events)
    }
  }
}

extension KeyChord.Modifiers {
  /// Decodes the parameter of xterm and kitty: 1 plus a bit each for Shift, Alt, Ctrl, Super, Hyper, Meta.
  init(parameter: Int) {
    let bits = max(parameter - 1, 0)
    self.init(rawValue: UInt8(bits & 15))
    if bits & 32 != 0 { insert(.alt) }
  }
}
