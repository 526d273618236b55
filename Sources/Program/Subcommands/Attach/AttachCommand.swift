import Configuration
import CursesBackend
import Glibc
import SystemBase
import TerminalKit
import TerminalUI

/// `drumdub attach`: lends the terminal to the player that runs in the background, and waits until it gives it back.
@MainActor
package struct AttachCommand {
  /// Whether the player writes lines instead of drawing.
  private let isPlain: Bool

  package init(isPlain: Bool) { self.isPlain = isPlain }

  init(_ scanned: OptionScanner.Result) throws(UsageError) {
    try scanned.refuseOperands { "attach plays no files, but \($0) is named" }
    isPlain = scanned.has("plain")
  }

  package func run() -> Int32 {
    do throws(ScreenError) {
      let terminal = try LentTerminal()
      let signals = try SignalPipe()
      return try run(terminal, signals)
    } catch {
      Messages.print(
        error == .notATerminal
          ? "no terminal: start drumdub attach in a terminal, without redirecting its input and output"
          : ErrorText.sentence(error))
      return error.status
    }
  }

  private func run(_ terminal: LentTerminal, _ signals: consuming SignalPipe) throws(ScreenError) -> Int32 {
    let job = try ShellJob(hasFrontProcess: false)
    do throws(LocalSocketError) {
      let connection = try MessageConnection.connect(to: BaseFolders.attachSocket)
      let environment = isPlain ? TerminalEnvironment.own.asDumb : .own
      return TerminalLoan(connection, terminal, signals, job).run(environment)
    } catch {
      switch error {
      case .failed(let failure):
        Messages.print("the player in the background cannot be reached: \(ErrorText.sentence(failure))")
      case .noServer, .inUse:
        Messages.print("no player runs in the background; drumdub --detach starts one")
      }
      return 1
    }
  }
}

/// The time that the player has the terminal. Main thread.
@MainActor
private final class TerminalLoan {
  /// The seconds that the player has to answer.
  private static let timeout = 5.0

  private let connection: MessageConnection
  private let terminal: LentTerminal
  private let signals: SignalPipe
  private let job: ShellJob
  /// The time at which the player must have answered; nil while no answer is awaited.
  private var deadline: HostTime?
  /// The exit code once it is known.
  private var status: Int32?

  init(
    _ connection: consuming MessageConnection, _ terminal: LentTerminal, _ signals: consuming SignalPipe,
    _ job: ShellJob
  ) {
    self.connection = connection
    self.signals = signals
    (self.terminal, self.job) = (terminal, job)
  }

  /// Shows the player until it ends or leaves the terminal. `environment`: describes the terminal. Returns the exit
  /// code.
  func run(_ environment: TerminalEnvironment) -> Int32 {
    connection.send(
      AttachRequest.show(environment, hasShell: job.hasShell).bytes, passing: [STDIN_FILENO, STDOUT_FILENO])
    awaitAnswer()
    while status == nil {
      sleep()
      signals.all().forEach(handle)
      while status == nil, handleNext() {}
      if status == nil, let deadline, HostTime.now >= deadline { giveUp("the player does not answer") }
    }
    return status ?? 0
  }

  private func sleep() {
    var watched = [connection.descriptor, signals.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let milliseconds = deadline.map { Int32(max(0, $0.seconds(since: .now) * 1_000).rounded(.up)) }
    poll(&watched, 2, milliseconds ?? -1)
  }

  private func awaitAnswer() { deadline = .now.advanced(bySeconds: TerminalLoan.timeout) }

  private func giveUp(_ reason: String) {
    terminal.restore()
    Messages.print(reason)
    status = 1
  }

  // MARK: The player

  /// Handles the next message of the player. Returns whether there was a message.
  private func handleNext() -> Bool {
    switch connection.receive().content {
    case .nothing: return false
    case .closed: giveUp("the player has ended unexpectedly")
    case .message(let bytes):
      guard let reply = try? AttachReply(bytes) else { return true }
      handle(reply)
    }
    return true
  }

  private func handle(_ reply: AttachReply) {
    switch reply {
    case .uses(let bytes):
      deadline = nil
      terminal.isUsed(restoredBy: bytes)
    case .stop:
      terminal.isRestored()
      job.stop()
    case .end(let status, let line):
      terminal.isRestored()
      // It may contain the name of a file.
      if !line.isEmpty { Messages.print(PrintedText.escaped(line)) }
      self.status = Int32(status)
    }
  }

  // MARK: Signals

  private func handle(_ signal: Int32) {
    switch signal {
    case SIGWINCH: send(.resized)
    case SIGTSTP: send(.suspend)
    case SIGCONT: if job.isBack() { send(.resumed) }
    // If the terminal was closed, the player notices it itself.
    default:
      send(.leave)
      awaitAnswer()
    }
  }

  private func send(_ request: AttachRequest) { connection.send(request.bytes) }
}

extension ScreenError {
  /// The exit code of the program: 1 if the system refuses what the terminal needs, 2 if there is no terminal.
  package var status: Int32 { if case .systemCallFailed = self { 1 } else { 2 } }
}

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
