import Application
import AudioBase
import Glibc
import MusicLibrary
import MusicQuery
import Playlists
import SystemBase
import TerminalKit

/// Errors as sentences: what failed, with what, why, and what happens now or what to do.
package enum ErrorText {
  package enum Activity: Sendable {
    /// Playing a track, which is skipped.
    case playing
    /// Loading a sample of a kit.
    case loading
    case reading
    /// Reading a folder of music.
    case scanning
    /// Decoding a file into another.
    case decoding
    case writing
    /// Writing the sound to a file or pipe.
    case output
    case tagging
    case exporting
  }

  package static func sentence(_ error: FileError, while activity: Activity = .playing) -> String {
    let verb = verb(activity, error.code)
    let isFolderMissing = [.writing, .scanning].contains(activity) && error.code == .notFound
    let reason = isFolderMissing ? "no such folder" : reason(error)
    return "cannot \(verb) \(error.subject): \(reason)\(consequence(activity, error.code))"
  }

  /// Returns the sentence for files that cannot be loaded: all by their names, those with the same reason together.
  static func sentence(_ errors: [FileError]) -> String {
    guard errors.count > 1 else { return errors.map { sentence($0, while: .loading) }.joined() }
    var (reasons, names) = ([String](), [String: [String]]())
    for error in errors {
      let reason = reason(error)
      if names[reason] == nil { reasons.append(reason) }
      names[reason, default: []].append(FilePath(error.subject).lastComponent.shown)
    }
    let groups = reasons.map { "\(names[$0, default: []].joined(separator: ", ")): \($0)" }
    return "cannot load \(groups.joined(separator: "; "))"
  }

  /// Returns the sentence for an error of an output.
  ///
  /// - Parameter advises: whether another output is recommended.
  package static func sentence(_ error: DeviceError, advises: Bool = true) -> String {
    switch error.code {
    case .unavailable, .noServer, .notResponding:
      "cannot open \(error.subject)\(detail(error.detail))\(advises ? otherOutput : "")"
    case .busy: "\(error.subject) is in use by another program\(advises ? otherOutput : "")"
    case .lost:
      "lost \(error.subject)\(detail(error.detail)); paused: plug it in again, or choose another with :output NAME"
    case .file(let code): sentence(FileError(code, error.subject, detail: error.detail), while: .output)
    }
  }

  package static func sentence(_ error: LibraryError) -> String {
    guard error.code == .newer else { return sentence(error.asFileError, while: .reading) }
    return
      "cannot read \(error.subject): a newer drumdub wrote it\(detail(error.detail)); it is left as it is: update drumdub, or choose "
      + "another index with --library"
  }

  package static func sentence(_ refusal: ResourceRefusal) -> String {
    let reason = "\(refusal.call): \(String(cString: strerror(refusal.number)))"
    return switch refusal.resource {
    case .descriptors(1): "the system refuses another open file (\(reason)): raise its limit (ulimit -n)"
    case .descriptors(let count):
      "drumdub needs \(count) open files, but the system allows fewer (\(reason)): raise the limit (ulimit -n)"
    case .thread:
      "the system refuses another thread (\(reason)): raise the limits (ulimit -u, ulimit -v), or close other programs"
    case .memory(let bytes):
      "drumdub needs \(bytes >> 20) MB of address space, but the system allows less (\(reason)): raise the limit (ulimit -v)"
    }
  }

  package static func sentence(_ error: ConfigurationError) -> String {
    switch error {
    case .malformed: "the line is neither name=value nor bind KEY COMMAND nor unbind KEY"
    case .incompleteBind: "bind needs a key and a command"
    case .incompleteUnbind: "unbind needs a key"
    case .unknownSetting(let name): "unknown setting \(FilePath(name).shown); drumdub(5) lists them"
    case .badValue(let setting, let value, let expected, let summary):
      // The value and the reason are first, since a short line cuts the end off.
      "\(setting) cannot be \(value.isEmpty ? "empty" : value.shown); it must be \(expected) (\(summary))"
    case .binding(let error): sentence(error)
    }
  }

  package static func sentence(_ error: BindingError) -> String {
    switch error {
    case .unknownKey(let name):
      "unknown key \(name): write a, A, space, left, shift+left, ctrl+c, f2"
    case .unknownCommand(let name): "unknown command \(name); drumdub(5) lists them"
    }
  }

  package static func sentence(_ error: ScreenError) -> String {
    switch error {
    case .notATerminal:
      "no terminal: start drumdub in a terminal, without redirecting its input and output, or with --plain"
    case .terminalNotNamed: "TERM is not set: set it to the terminal's kind, such as xterm-256color"
    case .unknownTerminal(let name):
      "unknown terminal type \(name): install ncurses-term, or set TERM=xterm-256color"
    case .terminalTooSimple(let name):
      "the terminal type \(name) cannot place its cursor: use another, such as xterm or the Linux console"
    case .systemCallFailed(let call, let number):
      "the terminal cannot be used: \(call): \(String(cString: strerror(number)))"
    }
  }

  package static func sentence(_ failure: DetachFailure) -> String {
    switch failure {
    case .notStartedForThat:
      "cannot leave the terminal: that takes a start with --detach or on-hangup=detach; after "
        + ":set on-hangup detach, the player plays on when the terminal is closed"
    case .isTaken(let process):
      "a player runs in the background already\(process.map { " (process \($0))" } ?? ""): drumdub attach shows it, "
        + "and q ends it there"
    case .file(let error): "drumdub attach could not find the player: \(sentence(error, while: .writing))"
    }
  }

  /// Returns the reason in a few words, for a row of the queue.
  package static func shortReason(_ error: FileError) -> String {
    switch error.code {
    case .unsupported: "not supported"
    case .damaged: "damaged"
    case .endsEarly: "truncated"
    case .readFailed, .writeFailed: "cannot be read"
    case .isPipe: "a pipe"
    case .newer: "needs a newer drumdub"
    case .notFound, .notPermitted, .readOnly, .isDirectory, .empty, .notAudio, .noSpace, .exists, .noAnswer:
      reason(error)
    }
  }

  /// Says why the queue is not saved at the end of the program.
  package static func sessionLost(_ error: FileError) -> String {
    "the session was not saved: \(sentence(error, while: .writing)); the next start restores the queue that was saved before"
  }

  /// Returns the sentence for a file that is not saved at the end of the program.
  package static func notSaved(_ error: FileError) -> String {
    "not saved: \(sentence(error, while: .writing))"
  }

  /// Returns the sentence for a part that hung at the end of the program, so that its data was not written. Nil for a
  /// part that writes nothing, and for takes, which are named one by one.
  package static func notWritten(_ part: Shutdown.Part) -> String? {
    switch part {
    case .session:
      "the session was not saved: the disk does not answer; the next start restores the queue that was saved before"
    case .playlists: "a playlist was not saved: the disk does not answer; save it again"
    case .recording: "the recording of the output may lack its end: the disk does not answer"
    case .index: "the last changes to the library were not saved: the disk does not answer"
    case .tagEdits: "the tags of a file were not changed: the disk does not answer; edit them again"
    default: nil
    }
  }

  static let otherOutput = "; choose another with :output NAME"

  private static func verb(_ activity: Activity, _ code: FileError.Code) -> String {
    if activity != .tagging, [.noSpace, .writeFailed, .exists].contains(code) { return "write" }
    switch activity {
    case .playing: return "play"
    case .loading: return "load"
    case .reading, .scanning: return "read"
    case .decoding: return "decode"
    case .writing: return "write"
    case .output: return "play to"
    case .tagging: return "change the tags of"
    case .exporting: return "export"
    }
  }

  /// Returns the reason without the name of the file.
  package static func reason(_ error: FileError) -> String {
    switch error.code {
    case .notFound: "no such file"
    case .notPermitted: "permission denied"
    case .readOnly: error.detail ?? "it is write-protected"
    case .isDirectory: "it is a folder"
    case .isPipe: "it is a pipe, not a file"
    case .empty: "the file is empty"
    case .notAudio: "not a sound file"
    case .unsupported: "this kind of file is not supported" + detail(error.detail)
    case .damaged: "the file is damaged" + (error.detail.map { " (\($0))" } ?? " or not complete")
    case .endsEarly: "the file ends too early" + detail(error.detail)
    case .noSpace: "the disk is full"
    case .exists: "a file of that name exists"
    case .writeFailed: error.detail ?? "writing failed"
    case .readFailed: error.detail ?? "reading failed"
    case .noAnswer: "the disk does not answer"
    case .newer: "a newer drumdub wrote it" + detail(error.detail)
    }
  }

  private static func consequence(_ activity: Activity, _ code: FileError.Code) -> String {
    if code == .noSpace { return "; free some space" }
    if code == .isPipe { return pipe(activity) }
    if code == .newer {
      let choice = activity == .writing ? ", or choose another name" : ""
      return "; it is left as it is: update drumdub\(choice)"
    }
    switch activity {
    case .playing: return code == .endsEarly ? "; played as far as possible" : "; skipped"
    case .decoding: return code == .endsEarly ? "; written as far as possible" : ""
    case .tagging: return tagging(code)
    case .exporting: return code == .exists ? "; choose another name, or replace it by --overwrite" : ""
    case .loading, .reading, .scanning, .writing, .output: return ""
    }
  }

  /// Returns what is possible with a pipe.
  private static func pipe(_ activity: Activity) -> String {
    switch activity {
    case .playing: "; write its content to a file first; skipped"
    case .writing, .exporting, .output: "; name a file, or play into a pipe with drumdub --output fifo:PIPE"
    case .loading, .reading, .scanning, .decoding, .tagging: "; write its content to a file first"
    }
  }

  private static func tagging(_ code: FileError.Code) -> String {
    switch code {
    case .readOnly: "; copy it to a folder where you may write, and play it from there"
    case .notPermitted: "; ask its owner for the permission to write"
    case .notFound: "; scan the library again"
    case .unsupported: "; nothing is changed, use a program for this format"
    case .writeFailed, .readFailed, .damaged, .endsEarly, .noAnswer: "; nothing is changed"
    case .isDirectory, .isPipe, .empty, .notAudio, .noSpace, .exists, .newer: ""
    }
  }

  /// Returns ` (DETAIL)`; empty without one.
  static func detail(_ text: String?) -> String { text.map { " (\($0))" } ?? "" }

  // MARK: Queries

  package static func sentence(_ error: QueryError) -> String {
    switch error.reason {
    case .unknownField(""): "a field is missing before this :; put a : to search for in quotes"
    case .unknownField(let name):
      "unknown field \(safe(name)); put a word to search for in quotes"
    case .badValue(let field, let expected): "\(field): must be \(words(expected))"
    case .missingValue(let field): "a value is missing after \(field):"
    case .unclosedQuote: "the quotes are not closed"
    case .unclosedParenthesis: "the parenthesis is not closed"
    case .unexpected(let text): "unexpected \(text)"
    case .missingTerm: "a word is missing here"
    case .tooDeep: "too many nested parentheses"
    case .notACondition(let name): "\(safe(name)): applies to the whole query and cannot be negated"
    }
  }

  /// Returns the query in one line and a caret below the error.
  package static func caret(_ error: QueryError, in query: String) -> String {
    let before = safe(String(query.prefix(error.place)))
    return "\(safe(query))\n\(String(repeating: " ", count: CharacterWidth.columns(of: before)))^"
  }

  /// Replaces control characters and those that change the text direction by question marks, so that the caret fits.
  private static func safe(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.value {
          case 0x09, 0x0A, 0x0D: " "
          case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: "?"
          default: scalar
          }
        }))
  }

  private static func words(_ expected: QueryError.Expected) -> String {
    switch expected {
    case .number: "a number or a range: 5, 1..5, 1.., >=5"
    case .duration: "a length or a range: 90s, 2m30s, 3:05, >2m, 1m..5m"
    case .time: "an age or a date: <7d, >1y, 2024, 2024-05-01, >2024-05"
    case .rating: "a rating from 0 to 5 or a range: 4, >=3"
    case .kind: "music, podcast or audiobook"
    case .yesOrNo: "yes or no"
    case .sortFields: "fields separated by commas, - reverses the order: sort:year,-rating"
    case .count: "the largest number of tracks"
    }
  }

  // MARK: Playlists

  /// Returns the sentence for a playlist that cannot be read.
  package static func listSentence(_ error: FileError) -> String {
    guard error.code == .notAudio else { return sentence(error, while: .reading) }
    let reason = error.detail ?? "no playlist of a known kind"
    return "cannot read \(error.subject): \(reason); M3U, PLS, XSPF and CUE are read"
  }

  /// Returns the sentence for a word that is neither the name of a file nor that of a saved playlist.
  package static func noPlaylist(_ name: String) -> String {
    "cannot read \(name): no such file, and no saved playlist has this name; 'drumdub playlist' lists the saved ones"
  }

  package static func sentence(_ warning: PlaylistWarning) -> String {
    switch warning.problem {
    case .lineTooLong: "the line is longer than 64 KiB; skipped"
    case .badAddress: "the address names no file on this computer; skipped"
    case .nestedPlaylist: "the entry is itself a playlist; what it lists is not read"
    case .tooManyEntries: "there are more than 1,000,000 entries; the rest is skipped"
    case .noLocation: "the entry names no file; skipped"
    case .brokenOff(let reason): "the list is damaged from here on: \(reason)"
    case .notUnderstood: "unknown line; skipped"
    case .badTime: "invalid time (minutes:seconds:frames, 75 frames in a second); skipped"
    case .noIndex: "the track has no index; skipped"
    case .noFile: "no FILE line before this one; skipped"
    case .sheet(let flaw): sentence(flaw)
    case .otherVersion(let name): "\(name) is not XSPF version 1; read as if it were"
    case .badDate: "the date is not valid; skipped"
    case .repeatedElement(let name): "the element \(name) occurs more than once; the last one is used"
    case .unexpectedElement(let name): "XSPF has no element \(name) here; skipped"
    case .unexpectedAttribute(let name, let element):
      "the element \(element) has no attribute \(name); skipped"
    case .missingAttribute(let name, let element): "the element \(element) lacks its attribute \(name)"
    case .noTrackList: "the list lacks its element trackList"
    case .unexpectedText(let element): "the element \(element) holds no text of its own; skipped"
    case .badNumber(let element): "the element \(element) needs a whole number from 0"
    case .badURI(let name): "\(name) holds no valid URI"
    case .dataTrack: "the track holds data, not sound; skipped"
    }
  }
}
