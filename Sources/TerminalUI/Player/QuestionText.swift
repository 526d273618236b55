import Application
import Controls
import SystemBase

/// Questions as one line.
package enum QuestionText {
  /// The question with the keys that answer it.
  package static func sentence(_ question: Question, _ keys: KeyMap) -> String {
    let (yes, no) = (keys.label(.activate) ?? "Enter", keys.label(.cancel) ?? "Esc")
    return switch question {
    case .replacePlaylist(_, let name): "\(FilePath(name).shown) exists: \(yes) replaces it, \(no) keeps it"
    case .makeFolder(_, let folder): "there is no folder \(folder.shown): \(yes) creates it, \(no) does not"
    case .deletePlaylist(let list):
      "delete the playlist \(FilePath(list.name).shown)? \(yes) deletes it, \(no) keeps it"
    }
  }

  /// What is told where the user refuses.
  static func refusal(_ question: Question) -> String {
    switch question {
    case .replacePlaylist(_, let name): "not saved: \(FilePath(name).shown) is as it was"
    case .makeFolder: "not saved: the folder was not created"
    case .deletePlaylist(let list): "the playlist \(FilePath(list.name).shown) is kept"
    }
  }
}

extension KeyMap {
  /// The key of a command as the screen writes it; nil where it has none.
  func label(_ command: Command) -> String? { keys(for: command).first?.label }
}
