import AudioBase
import Controls
import MusicLibrary
import SystemBase
import TerminalKit

/// Errors as sentences: what could not be done, with what, why, and what happens now or could be done.
package enum ErrorText {
  /// What was being done.
  package enum Activity: Sendable {
    /// A track, which is then left out.
    case playing
    /// A sample of a kit.
    case loading
    case reading
    /// A file into another.
    case decoding
    case writing
    /// The file or pipe that takes the sound.
    case output
  }

  package static func sentence(_ error: FileError, while activity: Activity = .playing) -> String {
    let verb = verb(activity, error.code)
    return "cannot \(verb) \(error.subject): \(reason(error))\(consequence(activity, error.code))"
  }

  package static func sentence(_ error: DeviceError) -> String {
    let detail = error.detail.map { " (\($0))" } ?? ""
    switch error.code {
    case .unavailable: return "cannot open \(error.subject)\(detail)\(otherOutput)"
    case .lost:
      return "lost \(error.subject)\(detail); paused: plug it in again, or choose another by --output"
    case .file(let code):
      return sentence(FileError(code, error.subject, detail: error.detail), while: .output)
    }
  }

  package static func sentence(_ error: LibraryError) -> String {
    sentence(error.asFileError, while: .reading)
  }

  package static func sentence(_ error: KeyMapError) -> String {
    switch error {
    case .unknownKey(let name):
      "no key is called \(name): write a, A, space, left, shift+left, ctrl+c, f2"
    case .unknownCommand(let name): "no command is called \(name): the help on the screen names them"
    case .badPadKeys(let text):
      "pad-keys=\(text): write qwerty, qwertz, azerty, or eight different characters"
    }
  }

  package static func sentence(_ error: ScreenError) -> String {
    switch error {
    case .notATerminal:
      "there is no terminal: start drumdub in one, its input and output not redirected, or with --plain"
    case .terminalNotNamed: "TERM is not set: set it to the terminal's kind, such as xterm-256color"
    case .unknownTerminal(let name):
      "nothing is known of the terminal TERM=\(name): install ncurses-term, or set TERM=xterm-256color"
    case .terminalTooSimple(let name):
      "the terminal TERM=\(name) cannot place its cursor: use another, such as xterm or the Linux console"
    case .systemCallFailed(let call, let number): "the terminal cannot be used: \(call): error \(number)"
    }
  }

  /// Why, in a few words: for a row of the queue.
  package static func shortReason(_ error: FileError) -> String {
    switch error.code {
    case .unsupported: "not supported"
    case .damaged: "damaged"
    case .endsEarly: "truncated"
    case .readFailed, .writeFailed: "cannot be read"
    case .notFound, .notPermitted, .isDirectory, .empty, .notAudio, .noSpace: reason(error)
    }
  }

  static let otherOutput = "; choose another by --output"

  private static func verb(_ activity: Activity, _ code: FileError.Code) -> String {
    if code == .noSpace || code == .writeFailed { return "write" }
    switch activity {
    case .playing: return "play"
    case .loading: return "load"
    case .reading: return "read"
    case .decoding: return "decode"
    case .writing: return "write"
    case .output: return "play to"
    }
  }

  /// Why, without what it is about: for what is kept or listed beside the name.
  package static func reason(_ error: FileError) -> String {
    switch error.code {
    case .notFound: "no such file"
    case .notPermitted: "no permission"
    case .isDirectory: "it is a folder"
    case .empty: "the file is empty"
    case .notAudio: "not a sound file"
    case .unsupported: "this kind of file is not supported" + detail(error)
    case .damaged: "the file is damaged" + detail(error)
    case .endsEarly: "the file ends too early" + detail(error)
    case .noSpace: "the disk is full"
    case .writeFailed: error.detail ?? "writing failed"
    case .readFailed: error.detail ?? "reading failed"
    }
  }

  private static func consequence(_ activity: Activity, _ code: FileError.Code) -> String {
    if code == .noSpace { return "; free some room" }
    switch activity {
    case .playing: return code == .endsEarly ? "; played as far as it goes" : "; skipped"
    case .decoding: return code == .endsEarly ? "; written as far as it goes" : ""
    case .loading, .reading, .writing, .output: return ""
    }
  }

  private static func detail(_ error: FileError) -> String { error.detail.map { " (\($0))" } ?? "" }
}
