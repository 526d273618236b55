import Player
import SystemBase

/// A request to save the queue as a playlist.
package struct QueueSave: Hashable, Sendable {
  /// As it was typed.
  package var name: String
  /// Whether a playlist of that name may be replaced.
  package var mayReplace = false
  /// Whether a missing folder may be made.
  package var mayMakeFolder = false

  package init(_ name: String) { self.name = name }
}

/// What the user is asked before something is lost or made: `activate` agrees, `cancel` keeps all as it is.
package enum Question: Hashable, Sendable {
  /// A playlist of that name is there.
  case replacePlaylist(QueueSave, name: String)
  case makeFolder(QueueSave, FilePath)
  case deletePlaylist(PlaylistName)
}

extension Application {
  /// Asks the user; a question that is open already is dropped.
  package func ask(_ question: Question) {
    state.question = question
    changes.send(.state)
  }

  /// Answers the open question by a command. One that does more than change the sound drops the question, and nothing
  /// is lost.
  ///
  /// - Returns: nil where nothing is asked, or the command is no answer.
  func answer(_ command: Command) -> Response? {
    guard let question = state.question, !command.isBackground else { return nil }
    state.question = nil
    if command == .activate {
      agree(to: question)
      return .done
    }
    note(.refused(question))
    return command == .cancel ? .done : nil
  }

  private func agree(to question: Question) {
    switch question {
    case .replacePlaylist(var save, _):
      save.mayReplace = true
      services.saveQueue(save)
    case .makeFolder(var save, _):
      save.mayMakeFolder = true
      services.saveQueue(save)
    case .deletePlaylist(let list): library?.delete(list)
    }
  }
}

extension Command {
  /// Whether it changes the sound or the terminal, and leaves what is open or asked as it is.
  var isBackground: Bool {
    let commands: Set<Command> = [.playPause, .volumeUp, .volumeDown, .mute, .redraw, .suspend]
    return commands.contains(self)
  }
}
