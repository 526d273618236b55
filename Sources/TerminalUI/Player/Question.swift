import Application
import SystemBase
import AudioBase
import Player

/// The queue is to be saved as a playlist.
package struct QueueSave: Hashable, Sendable {
  /// As it was typed.
  package var name: String
  /// Whether a playlist of that name may be replaced.
  package var mayReplace = false
  /// Whether a missing folder may be made.
  package var mayMakeFolder = false

  package init(_ name: String) { self.name = name }
}

/// What the user is asked before something is lost or made: the key that plays (Enter) agrees, the one that leaves
/// (Escape) keeps all as it is.
package enum Question: Hashable, Sendable {
  /// A playlist of that name is there.
  case replacePlaylist(QueueSave, name: String)
  case makeFolder(QueueSave, FilePath)
  case deletePlaylist(PlaylistName)

  /// - Parameters:
  ///   - yes: the key that agrees.
  ///   - no: the key that refuses.
  func text(yes: String, no: String) -> String {
    switch self {
    case .replacePlaylist(_, let name): "\(FilePath(name).shown) exists: \(yes) replaces it, \(no) keeps it"
    case .makeFolder(_, let folder): "there is no folder \(folder.shown): \(yes) creates it, \(no) does not"
    case .deletePlaylist(let list):
      "delete the playlist \(FilePath(list.name).shown)? \(yes) deletes it, \(no) keeps it"
    }
  }

  /// What is told where the user refuses.
  var refusal: String {
    switch self {
    case .replacePlaylist(_, let name): "not saved: \(FilePath(name).shown) is as it was"
    case .makeFolder: "not saved: the folder was not created"
    case .deletePlaylist(let list): "the playlist \(FilePath(list.name).shown) is kept"
    }
  }
}

extension PlayerScreen {
  /// Asks; a question that is open already is dropped.
  package func ask(_ question: Question) {
    state.question = question
    onChange?()
  }

  /// The question with the keys that answer it; nil where nothing is asked.
  package var questionText: String? {
    func key(_ command: Command, _ name: String) -> String {
      keys.keys(for: command).first?.label ?? name
    }
    return state.question.map { $0.text(yes: key(.activate, "Enter"), no: key(.cancel, "Esc")) }
  }

  /// - Returns: nil where nothing is asked, or the command is no answer. A command that does more than change the sound
  ///   drops the question, and nothing is lost.
  func answer(_ command: Command) -> Request? {
    guard let question = state.question else { return nil }
    switch command {
    case .playPause, .volumeUp, .volumeDown, .mute, .redraw, .suspend: return nil
    case .activate:
      state.question = nil
      return agreed(question)
    default:
      state.question = nil
      state.notices.add(question.refusal, .info, at: .now)
      return command == .cancel ? .nothing : nil
    }
  }

  private func agreed(_ question: Question) -> Request {
    switch question {
    case .replacePlaylist(var save, _):
      save.mayReplace = true
      return .saveQueue(save)
    case .makeFolder(var save, _):
      save.mayMakeFolder = true
      return .saveQueue(save)
    case .deletePlaylist(let list):
      library?.delete(list)
      return .nothing
    }
  }
}
