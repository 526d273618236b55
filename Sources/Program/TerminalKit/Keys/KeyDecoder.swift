/// Decodes the bytes that a terminal sends into events. The events do not depend on how the bytes are split
/// into reads.
///
/// It supports UTF-8, control characters, the keys of xterm, rxvt, the Linux console and the vt100, Alt as a
/// leading ESC, the kitty keyboard protocol and bracketed paste. Replies of the terminal are distinguished
/// from keys, and unknown sequences are dropped. Sources: ECMA-48; xterm's ctlseqs; the kitty keyboard
/// protocol.
///
/// A single ESC may be a key or the beginning of a sequence. The decoder is then `isPending` until more bytes
/// come or the caller has waited long enough and calls `timeOut()`.
package struct KeyDecoder: Sendable {
  /// The limit of pasted text in bytes; longer text is cut.
  static let longestPaste = 65_536
  /// The limit of control sequences in bytes; longer ones are dropped.
  static let longestSequence = 64

  enum State: Hashable, Sendable {
    case ground
    /// One or two ESC have arrived.
    case escape(Int)
    /// `ESC O` has arrived.
    case singleShift
    /// `ESC [` has arrived.
    case control
    /// `ESC [ [` has arrived, which begins the Linux console's function keys.
    case consoleFunction
    /// An old mouse report has begun, of which this many bytes are missing.
    case mouse(Int)
    /// An OSC, DCS, APC, PM or SOS string has begun, which this byte has opened.
    case string(opener: UInt8, isEmpty: Bool)
    /// An ESC has arrived within a string.
    case stringEscape
    case paste
  }

  var state = State.ground
  /// Whether the current sequence follows an ESC, which means Alt.
  var hasAlt = false
  /// The parameters and intermediates of a control sequence, or the beginning of an APC or OSC string.
  var sequence: [UInt8] = []
  var isOverlong = false
  var utf8 = UTF8Assembler()
  var pasted: [UInt8] = []
  /// The number of bytes of the end mark of a paste that were read.
  var endMarkSeen = 0
  private var timeOuts = 0
  /// The number of timeouts after which a sequence is dropped: a reply that a slow line delays must not be
  /// decoded as keys.
  private static let mostTimeOuts = 20

  package init() {}

  /// Decodes bytes and returns the events that they complete.
  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    for byte in bytes { receive(byte, &events) }
    return events
  }

  /// Whether an event may be complete or not, so that the caller waits for more bytes.
  package var isPending: Bool {
    switch state {
    case .ground: utf8.isPending
    case .paste: false
    default: true
    }
  }

  /// Ends the wait for more bytes: a pending ESC becomes a key, and an incomplete sequence is dropped.
  ///
  /// Bytes that can only be a sequence are kept for some more timeouts: call again while `isPending`.
  package mutating func timeOut() -> [TerminalEvent] {
    guard isPending else { return [] }
    if isSequenceBegun, timeOuts < KeyDecoder.mostTimeOuts {
      timeOuts += 1
      return []
    }
    let events = pendingKeys.map { TerminalEvent.key($0) }
    utf8 = UTF8Assembler()
    enterGround()
    return events
  }

  private var isSequenceBegun: Bool {
    switch state {
    case .control: !sequence.isEmpty
    // Only strings of replies store their beginning: "G" of a picture, "11;" of the ground.
    case .string(_, isEmpty: false), .stringEscape:
      ["G", "1"].contains(sequence.first.map(Unicode.Scalar.init))
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

  private mutating func receive(_ byte: UInt8, _ events: inout [TerminalEvent]) {
    switch state {
    case .ground: receiveGround(byte, &events)
    case .escape(let count): receiveEscape(byte, count, &events)
    case .singleShift: receiveSingleShift(byte, &events)
    case .control: receiveControl(byte, &events)
    case .consoleFunction: receiveConsoleFunction(byte, &events)
    case .mouse(let left):
      if left > 1 { state = .mouse(left - 1) } else { enterGround() }
    case .string: receiveString(byte, &events)
    case .stringEscape: receiveStringEscape(byte, &events)
    case .paste: receivePaste(byte, &events)
    }
  }

  /// Drops the incomplete sequence; the byte starts a new one.
  mutating func restart(with byte: UInt8, _ events: inout [TerminalEvent]) {
    enterGround()
    receiveGround(byte, &events)
  }
}
