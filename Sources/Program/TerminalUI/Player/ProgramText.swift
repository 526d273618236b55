import Application
import Controls
import SystemBase

/// Messages about the remote control, in one line each.
enum RemoteText {
  static func sentence(_ notice: RemoteNotice) -> String {
    switch notice {
    case .isServed(let path):
      "another player uses \(path.shown): the remote control of this one begins when that player has ended"
    case .noSocket(let error):
      "no remote control: \(ErrorText.sentence(error, while: .writing))"
    case .cannotListen(let address, let detail):
      "no remote control at \(address): \(detail); write another address to the configuration file (listen=HOST:PORT) "
        + "and start again"
    }
  }
}

/// Messages about another player, in one line each.
enum SystemText {
  static func sentence(_ notice: SystemNotice) -> String {
    switch notice {
    case .notPossible:
      "not possible while another program plays: quit, and start drumdub without --system for your queue, library, takes"
    case .noPlayer: "no other player runs: start one, and it is shown here"
    case .notRunning(let name):
      "\(name) does not run: start it, or choose another one with :system NAME"
    case .attached(let name): "drumming over \(name)"
    case .ended(let name): "\(name) has ended: start it again, or choose another one with :system NAME"
    case .refused(let name, let detail): "\(name) refused the command: \(detail)"
    case .noBus(let detail): "other players cannot be found: no message bus of the session (\(detail))"
    }
  }
}

/// Messages about the recording of the output, in one line each.
package enum RecordingText {
  package static func sentence(_ notice: RecordingNotice, _ keys: KeyMap = .empty) -> String {
    switch notice {
    case .began(let path, existing: nil): "recording the output to \(path.shown)"
    case .began(let path, let existing?):
      "recording the output to \(path.shown), since \(existing.lastComponent.shown) exists"
    case .saved(let path, let seconds): "saved the recording \(path.shown): \(ShownText.clock(seconds))"
    case .gap(let seconds):
      "the disk is too slow: \(ShownText.exactClock(seconds)) of the recording are lost; the file has silence there"
    case .failed(let error, let kept): failed(error, kept)
    case .quitWhileRecording:
      "still recording the output: \(keys.label(.program(.quit)) ?? "quit") again ends the recording, saves it and quits"
    }
  }

  private static func failed(_ error: FileError, _ kept: Double) -> String {
    let reason = ErrorText.sentence(error, while: .writing)
    return kept > 0 ? "the recording has ended: \(reason); the file keeps \(ShownText.clock(kept))" : reason
  }
}
