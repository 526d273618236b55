import CursesBackend
import SystemBase

/// A message of `drumdub attach` to the player. The first one passes standard input and output of the terminal.
package enum AttachRequest: Hashable, Sendable {
  /// Shows the screen on the terminal. `hasShell`: whether a shell can continue the command after a stop.
  case show(TerminalEnvironment, hasShell: Bool)
  /// The terminal's window has another size.
  case resized
  /// The command is to be stopped, as by Ctrl-Z.
  case suspend
  /// The command has been continued by the shell.
  case resumed
  /// The player is to leave the terminal.
  case leave
  /// A first message in the format of another version of the program.
  case otherVersion(UInt8)

  /// The number of the format. Programs of different versions may meet.
  static let version: UInt8 = 1
  private static let longestValue = 1_024

  package var bytes: [UInt8] {
    var writer = ByteWriter()
    switch self {
    case .show(let environment, let hasShell):
      writer.write(UInt8(ascii: "S"))
      writer.write(AttachRequest.version)
      writer.write(hasShell)
      let values = environment.values.filter { $0.value.utf8.count <= AttachRequest.longestValue }
      writer.write(values.sorted { $0.key < $1.key }) { writer, pair in
        writer.write(pair.key)
        writer.write(pair.value)
      }
    case .resized: writer.write(UInt8(ascii: "R"))
    case .suspend: writer.write(UInt8(ascii: "Z"))
    case .resumed: writer.write(UInt8(ascii: "C"))
    case .leave: writer.write(UInt8(ascii: "L"))
    case .otherVersion(let version):
      writer.write(UInt8(ascii: "S"))
      writer.write(version)
    }
    return writer.bytes
  }

  package init(_ bytes: [UInt8]) throws(ByteReader.Malformed) {
    var reader = ByteReader(bytes)
    switch try reader.byte() {
    case UInt8(ascii: "S"):
      let version = try reader.byte()
      guard version == AttachRequest.version else {
        self = .otherVersion(version)
        return
      }
      self = try AttachRequest.show(&reader)
    case UInt8(ascii: "R"): self = .resized
    case UInt8(ascii: "Z"): self = .suspend
    case UInt8(ascii: "C"): self = .resumed
    case UInt8(ascii: "L"): self = .leave
    default: throw ByteReader.Malformed()
    }
    if !reader.isAtEnd { throw ByteReader.Malformed() }
  }

  private static func show(_ reader: inout ByteReader) throws(ByteReader.Malformed) -> AttachRequest {
    let hasShell = try reader.flag()
    let pairs = try reader.list { reader throws(ByteReader.Malformed) in
      (try reader.text(), try reader.text())
    }
    let known = pairs.filter { TerminalEnvironment.names.contains($0.0) }
    return .show(TerminalEnvironment(Dictionary(known) { $1 }), hasShell: hasShell)
  }
}

/// A message of the player to `drumdub attach`.
package enum AttachReply: Hashable, Sendable {
  /// The player uses the terminal; these bytes restore it.
  case uses(restoredBy: [UInt8])
  /// The terminal is restored, and the command is to stop as a job of the shell.
  case stop
  /// The terminal is restored, and the command is to end. `line`: the reason, for standard error; empty for none.
  case end(status: UInt8, line: String)

  package var bytes: [UInt8] {
    var writer = ByteWriter()
    switch self {
    case .uses(let bytes):
      writer.write(UInt8(ascii: "U"))
      writer.write(bytes)
    case .stop: writer.write(UInt8(ascii: "Z"))
    case .end(let status, let line):
      writer.write(UInt8(ascii: "E"))
      writer.write(status)
      writer.write(line)
    }
    return writer.bytes
  }

  package init(_ bytes: [UInt8]) throws(ByteReader.Malformed) {
    var reader = ByteReader(bytes)
    switch try reader.byte() {
    case UInt8(ascii: "U"): self = .uses(restoredBy: try reader.content())
    case UInt8(ascii: "Z"): self = .stop
    case UInt8(ascii: "E"):
      let status = try reader.byte()
      self = .end(status: status, line: try reader.text())
    default: throw ByteReader.Malformed()
    }
    if !reader.isAtEnd { throw ByteReader.Malformed() }
  }
}
