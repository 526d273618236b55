import Application
import Configuration
import CursesBackend
import Glibc
import Subcommands
import SystemBase
import TerminalKit
import TerminalUI

/// Lets the program run without a terminal of its own; its screen is shown on terminals of `drumdub attach`.
extension ProgramLoop {
  /// Serves `drumdub attach`. To be called while the program has no terminal.
  func serve(_ server: AttachServer) {
    self.server = server
    server.onShow = { [weak self] in self?.show(on: $0) }
    server.onRequest = { [weak self] in self?.receive($0) }
    server.onLoss = { [weak self] in self?.leave(saying: nil) }
  }

  // MARK: Leaving the program's own terminal

  /// Leaves the terminal on request of the user.
  func detach() {
    if server != nil { return leave(saying: "left the player playing: drumdub attach shows it again") }
    guard job.hasFrontProcess else { return application.report(.terminal(.cannotDetach(.notStartedForThat))) }
    do throws(DetachFailure) {
      let server = try AttachServer()
      leaveOwnTerminal {
        let line = BackgroundText.words
        var output = NonblockingOutput(STDOUT_FILENO)
        output.finish(Array("\(line.0)\(getpid())\(line.1)".utf8))
      }
      serve(server)
    } catch {
      application.report(.terminal(.cannotDetach(error)))
    }
  }

  /// Continues without the terminal, which was closed; false if the program is to end.
  func continueAfterHangup() -> Bool {
    if server != nil { return true }
    guard wiring.settings.hangup == .detach, let server = try? AttachServer() else {
      if application.model.phase.isPlaying, wiring.settings.mayOfferToDetach {
        wiring.sessions.musicStoppedByHangup()
      }
      return false
    }
    leaveOwnTerminal {}
    serve(server)
    return true
  }

  /// Restores the program's own terminal and plays on without it. `say`: prints on the restored terminal.
  private func leaveOwnTerminal(_ say: () -> Void) {
    if isSuspended { endSuspension() } else { wiring.keys.thread.pause() }
    frontEnd.close()
    say()
    useBackground()
    StandardStreams.logErrors(to: BaseFolders.detachedLog)
    job.leave()
  }

  private func useBackground() {
    // The keys of the next terminal are commands.
    wiring.screen.session.closePrompts()
    wiring.keys.thread.change { $0.rejectText() }
    StandardStreams.useNothing()
    frontEnd = BackgroundFrontEnd(application: application, keys: wiring.keys.bindings)
    // Replies of that terminal must not be taken for those of the next one.
    wiring.mainThread.queue.removeTerminalMessages()
  }

  // MARK: Terminals of `drumdub attach`

  private func show(on terminal: Attachment) {
    leave(saying: "the screen was moved to another terminal; the player plays on")
    terminal.useStreams()
    do throws(ScreenError) {
      if terminal.environment.isDumb { return showLines(on: terminal) }
      let screen = try ScreenFrontEnd.openScreen(
        wiring.settings, signals: signals, environment: terminal.environment,
        onArm: { terminal.tell(.uses(restoredBy: $0)) })
      frontEnd.close()
      let next = ScreenFrontEnd(wiring, screen, environment: terminal.environment)
      use(next, on: terminal)
      next.receive(focus: true)
      next.draw()
      next.showSound()
    } catch {
      StandardStreams.useNothing()
      terminal.tell(.end(status: UInt8(error.status), line: ErrorText.sentence(error)))
    }
  }

  private func showLines(on terminal: Attachment) {
    terminal.tell(.uses(restoredBy: []))
    frontEnd.close()
    let next = PlainFrontEnd(wiring, environment: terminal.environment)
    use(next, on: terminal)
    next.greet()
  }

  private func use(_ next: FrontEnd, on terminal: Attachment) {
    frontEnd = next
    server?.current = terminal
    wiring.keys.thread.replaceTerminal(escapeDelay: terminal.environment.escapeDelay)
    wiring.keys.thread.resume()
  }

  private func receive(_ request: AttachRequest) {
    switch request {
    case .resized: frontEnd.resize()
    case .suspend: stopAttachment()
    case .resumed: resumeAttachment()
    case .leave: leave(saying: nil)
    // Each connection is for one terminal.
    case .show, .otherVersion: leave(saying: nil)
    }
  }

  /// Ends the screen on the current terminal; without one, nothing happens. `line`: for the user of that terminal.
  func leave(saying line: String?) {
    guard let server, let terminal = server.current else { return }
    if !terminal.isStopped { wiring.keys.thread.pause() }
    frontEnd.close()
    server.current = nil
    useBackground()
    terminal.tell(.end(status: 0, line: line ?? ""))
  }

  /// Lets the shell have the terminal. The music plays on.
  func stopAttachment() {
    guard let terminal = server?.current, !terminal.isStopped else { return }
    guard terminal.hasShell else { return application.report(.terminal(.noShell(canDetach: true))) }
    wiring.keys.thread.pause()
    frontEnd.leaveTerminal()
    terminal.isStopped = true
    terminal.tell(.stop)
  }

  private func resumeAttachment() {
    guard let terminal = server?.current else { return }
    frontEnd.enterTerminal()
    if terminal.isStopped { wiring.keys.thread.resume() }
    terminal.isStopped = false
  }

  // MARK: The end

  /// Restores the terminal. What is printed as an error from now on appears there.
  func closeTerminal() {
    frontEnd.close()
    if let terminal = server?.current, !terminal.isStopped { StandardStreams.sendErrorsToOutput() }
  }

  /// Ends the command in the current terminal with the exit code of the program.
  func endAttachment(_ status: Int32) {
    server?.current?.tell(.end(status: UInt8(clamping: status), line: ""))
    server?.current = nil
  }
}

extension Settings {
  /// Whether the user has not decided what the end of the terminal ends.
  var mayOfferToDetach: Bool { hangup == .quit && sources["on-hangup"] == nil }
}

/// The line that is printed when the player continues in the background.
enum BackgroundText {
  /// The text in front of the number of the process and the text behind it.
  static let words = ("drumdub plays in the background as process ", "; drumdub attach shows it\n")
}
