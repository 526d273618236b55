/// An error that a client receives as a line `ACK [CODE@INDEX] {COMMAND} MESSAGE`.
package struct MPDError: Error, Hashable, Sendable {
  /// The codes of the protocol (MPD, src/protocol/Ack.hxx).
  package enum Code: Int, Hashable, Sendable {
    case notList = 1
    case argument = 2
    case password = 3
    case permission = 4
    case unknownCommand = 5
    case notFound = 50
    case playlistTooLarge = 51
    case system = 52
    case exists = 56
  }

  package var code: Code
  package var message: String

  package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

  /// Returns the line with its line feed. `index`: the number of the command in its list, from 0. `command`: its
  /// name; empty for a line that is not a command.
  package func line(index: Int, command: String) -> [UInt8] {
    Array(MPDReply.oneLine("ACK [\(code.rawValue)@\(index)] {\(command)} \(message)").utf8) + [0x0A]
  }
}

/// The lines that answer a command, without the final `OK`.
package struct MPDReply: Hashable, Sendable {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package init(_ name: String, _ value: some CustomStringConvertible) { add(name, value) }

  /// Creates the lines of several values of one name.
  init(_ name: String, each values: some Sequence<some CustomStringConvertible>) {
    for value in values { add(name, value) }
  }

  /// Adds a line `NAME: VALUE`. Control characters, which would break the line, become blanks.
  package mutating func add(_ name: String, _ value: some CustomStringConvertible) {
    bytes += name.utf8
    bytes += [UInt8(ascii: ":"), 0x20]
    let start = bytes.count
    bytes += value.description.utf8
    for place in start..<bytes.count where bytes[place] < 0x20 { bytes[place] = 0x20 }
    bytes.append(0x0A)
  }

  package mutating func add(_ name: String, optional value: (some CustomStringConvertible)?) {
    if let value { add(name, value) }
  }

  /// Adds seconds with three decimals.
  package mutating func add(_ name: String, seconds: Double) { add(name, MPDReply.seconds(seconds)) }

  package mutating func add(_ other: MPDReply) { bytes += other.bytes }

  /// Adds a part of binary data with its length.
  package mutating func add(binary data: some Collection<UInt8>) {
    add("binary", data.count)
    bytes += data
    bytes.append(0x0A)
  }

  /// Adds seconds as a whole number.
  package mutating func add(_ name: String, wholeSeconds seconds: Double) {
    add(name, Int(MPDReply.limited(seconds).rounded()))
  }

  /// Returns the seconds between 0 and a limit that every integer takes; 0 for no number.
  static func limited(_ seconds: Double) -> Double { seconds.isFinite ? min(max(seconds, 0), 1e12) : 0 }

  static func oneLine(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
  }

  static func seconds(_ seconds: Double) -> String {
    let milliseconds = Int((MPDReply.limited(seconds) * 1000).rounded())
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}
