import Application
import Controls
import Dubbing
import SystemBase
import TakeExchange
import TerminalKit

/// Questions as sentences of one line.
package enum QuestionText {
  /// Returns the question with the keys that answer it.
  package static func sentence(_ question: Question, _ keys: KeyMap) -> String {
    let (yes, no) = (keys.label(.list(.activate)) ?? "Enter", keys.label(.program(.cancel)) ?? "Esc")
    return switch question {
    case .replacePlaylist(_, let name): "\(FilePath(name).shown) exists: \(yes) replaces it, \(no) keeps it"
    case .makeFolder(_, let folder): "there is no folder \(folder.shown): \(yes) creates it, \(no) does not"
    case .deletePlaylist(let list):
      "delete the playlist \(FilePath(list.name).shown)? \(yes) deletes it, \(no) keeps it"
    case .moveKey(let key, let from, let to):
      "\(keys.label(named: key)) is the key of \(from.name): \(yes) gives it to \(to.name), \(no) leaves it"
    case .discardTags: "discard the changed tags? \(yes) discards them, \(no) returns to the form"
    case .discardPads: "discard the changed pads? \(yes) restores the saved ones, \(no) returns to the form"
    case .importTake(let found): importQuestion(found, yes, no)
    case .importNotes(_, let file, let kit, let notes):
      "\(file.lastComponent.shown) has no drums for the kit \(FilePath(kit).shown): its notes are \(TakeMIDI.list(notes)): "
        + "\(yes) adds them as an instrument's, \(no) does not"
    case .playOnKit(_, let kit, let nearest):
      "the kit \(FilePath(kit).shown) is missing: \(yes) plays the take on \(FilePath(nearest.name).shown), which has the drums of "
        + "\(nearest.matched) of \(ShownText.count(nearest.struck, "pad", "pads")), \(no) keeps its kit"
    case .detachOnHangup:
      "the music stopped as its terminal was closed: \(yes) sets on-hangup=detach, so that it plays on the next time, "
        + "\(no) does not"
    case .defaultKeys: "restore all default keys? \(yes) restores them, \(no) keeps yours"
    }
  }

  private static func importQuestion(_ found: SharedTakeImport, _ yes: String, _ no: String) -> String {
    guard case .doubtful(let track, let doubt) = found.track else { return "" }
    return "\(SharedTakeText.sentence(doubt, track)): \(yes) imports the take to it, \(no) does not"
  }

  static func refusal(_ question: Question, _ keys: KeyMap) -> String {
    switch question {
    case .replacePlaylist(_, let name): "not saved: \(FilePath(name).shown) was not replaced"
    case .makeFolder: "not saved: the folder was not created"
    case .deletePlaylist(let list): "the playlist \(FilePath(list.name).shown) was not deleted"
    case .moveKey(let key, let from, _): "\(keys.label(named: key)) stays the key of \(from.name)"
    case .defaultKeys: "the keys are not changed"
    case .detachOnHangup: "the music stops when its terminal is closed; :set on-hangup detach changes that"
    case .discardTags: "the tags are not saved yet"
    case .discardPads: "the pads are not saved yet"
    case .importTake(let found): "nothing was imported of \(found.source.file.shown)"
    case .importNotes(_, let file, _, _): "nothing was imported of \(file.shown)"
    case .playOnKit(let found, let kit, _):
      "\(FilePath(found.source.take.name).shown) keeps its kit \(FilePath(kit).shown), which is missing"
    }
  }
}

extension UndoDirection {
  /// The verb for a change in this direction.
  var done: String { self == .undo ? "undone" : "redone" }
}

extension KeyMap {
  /// Returns the label of the first key of a command; nil if it has none.
  func label(_ command: Command) -> String? { keys(for: command).first.map { label($0) } }

  func label(_ key: KeyChord) -> String { saysShift ? key.spokenLabel : key.label }

  /// Returns the label of a key that is named as in configuration files.
  func label(named key: String) -> String { KeyChord(name: key).map { label($0) } ?? key }

  /// Returns the label of the first key of a command, or what is typed to run it.
  func key(_ command: Command) -> String { label(command) ?? ":\(command.name)" }

  /// The key that undoes the last change.
  var undo: String { key(.program(.undo)) }
}
