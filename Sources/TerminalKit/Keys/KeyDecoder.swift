/// Turns the bytes that a terminal sends into events. However the bytes are cut, the events are the same.
///
/// It knows UTF-8, control characters, the keys of xterm, rxvt, the Linux console and the vt100, Alt as a leading
/// ESC, the kitty keyboard protocol and bracketed paste. What a terminal answers is told apart from what is
/// typed, and what nobody understands is swallowed. Sources: ECMA-48; xterm's ctlseqs; the kitty keyboard protocol.
///
/// A lone ESC may be a key or a beginning: the decoder keeps it, `isPending`, until more comes or the caller has
/// waited long enough and calls `timeOut()`.
package struct KeyDecoder: Sendable {
  /// Bytes; longer pasted text is cut.
  package static let longestPaste = 65_536
  /// Longer control sequences are swallowed.
  static let longestSequence = 64

  enum State: Hashable, Sendable {
    case ground
    /// After so many ESC, one or two.
    case escape(Int)
    /// After `ESC O`.
    case singleShift
    /// After `ESC [`.
    case control
    /// After `ESC [ [`, the Linux console's function keys.
    case consoleFunction
    /// So many bytes of an old mouse report are to come.
    case mouse(Int)
    /// In an OSC, DCS, APC, PM or SOS string, opened by that byte.
    case string(opener: UInt8, isEmpty: Bool)
    /// After an ESC in a string.
    case stringEscape
    case paste
  }

  var state = State.ground
  /// An ESC stands before the sequence at hand.
  var hasAlt = false
  /// The parameters and intermediates of a control sequence, or the beginning of an APC string.
  var sequence: [UInt8] = []
  var isOverlong = false
  var utf8 = UTF8Assembler()
  var pasted: [UInt8] = []
  /// How much of the paste's end mark has been seen.
  var endMarkSeen = 0
  /// How often the rest of a sequence was waited for in vain.
  private var timeOuts = 0
  /// An answer that a slow line cuts in two must not become keys.
  private static let patience = 20

  package init() {}

  /// Decodes bytes and returns the events that they complete.
  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    var events: [InputEvent] = []
    for byte in bytes { take(byte, &events) }
    return events
  }

  /// Whether something was begun that may be over: the caller then waits a moment for more.
  package var isPending: Bool {
    switch state {
    case .ground: utf8.isPending
    case .paste: false
    default: true
    }
  }

  /// Nothing came in time: what is pending is what it looks like, and half a sequence is dropped.
  ///
  /// What can only be a sequence is waited for a while longer: call again as long as `isPending`.
  package mutating func timeOut() -> [InputEvent] {
    guard isPending else { return [] }
    if isSequenceBegun, timeOuts < KeyDecoder.patience {
      timeOuts += 1
      return []
    }
    let events = pendingKeys.map { InputEvent.key($0) }
    utf8 = UTF8Assembler()
    enterGround()
    return events
  }

  private var isSequenceBegun: Bool {
    switch state {
    case .control: !sequence.isEmpty
    // Nothing else keeps a string's beginning.
    case .string(_, isEmpty: false), .stringEscape: sequence.first == UInt8(ascii: "G")
    default: false
    }
  }

  private var pendingKeys: [KeyEvent] {
    let outer: KeyChord.Modifiers = [.alt]
    switch state {
    case .escape(let count): return Array(repeating: KeyEvent(.escape), count: count)
    case .singleShift: return [KeyEvent(.character("O"), outer)]
    case .control where sequence.isEmpty && !isOverlong: return [KeyEvent(.character("["), outer)]
    case .string(let opener, isEmpty: true):
      return [KeyEvent(.character(Character(Unicode.Scalar(opener))), outer)]
    default: return []
    }
  }

  mutating func enterGround() {
    state = .ground
    hasAlt = false
    sequence.removeAll(keepingCapacity: true)
    isOverlong = false
    timeOuts = 0
  }

  private mutating func take(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch state {
    case .ground: takeGround(byte, &events)
    case .escape(let count): takeEscape(byte, count, &events)
    case .singleShift: takeSingleShift(byte, &events)
    case .control: takeControl(byte, &events)
    case .consoleFunction: takeConsoleFunction(byte, &events)
    case .mouse(let left):
      if left > 1 { state = .mouse(left - 1) } else { enterGround() }
    case .string: takeString(byte, &events)
    case .stringEscape: takeStringEscape(byte, &events)
    case .paste: takePaste(byte, &events)
    }
  }

  /// Drops what was begun; the byte is the first of something new.
  mutating func restart(with byte: UInt8, _ events: inout [InputEvent]) {
    enterGround()
    takeGround(byte, &events)
  }
}
