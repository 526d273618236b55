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

  package init(_ arguments: [FilePath]) throws(UsageError) {
    let scanned = try OptionScanner.scanSubcommand(arguments, for: ["plain"])
    isPlain = scanned.has("plain")
    if let word = scanned.operands.first {
      throw UsageError("attach plays no files, but \(word.shown) is named")
    }
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
