import Dubbing
import MusicLibrary
import SystemBase
import TakeExchange

/// A question before something is replaced, created or deleted. `activate` agrees, `cancel` refuses.
package enum Question: Hashable, Sendable {
  /// A playlist of that name exists.
  case replacePlaylist(QueueSave, name: String)
  case makeFolder(QueueSave, FilePath)
  case deletePlaylist(PlaylistName)
  /// The key has another command.
  case moveKey(key: String, from: Command, to: Command)
  case defaultKeys
  /// Music stopped since its terminal was closed: whether it is to play on the next time.
  case detachOnHangup
  /// The form for tags has changes that are not written.
  case discardTags
  /// The pad editor has changes that are not saved.
  case discardPads
  /// Whether to import a take to a track that is not certainly its own.
  case importTake(SharedTakeImport)
  /// Whether to add the notes of a MIDI file without drums for the kit as those of an instrument. `notes`: their numbers.
  case importNotes(MIDIFile, FilePath, kit: String, notes: [Int])
  /// Whether to play an imported take, whose kit is missing, on the most similar kit.
  case playOnKit(SharedTakeImport, String, SharedKitResult.Nearest)
}

extension Application {
  /// Asks the user a question. If one is open, it is asked after that.
  package func ask(_ question: Question) {
    if state.question == nil { state.question = question } else { state.laterQuestions.append(question) }
    changes.send(.state)
  }

  /// Whether the next command may answer a question, or confirm a request.
  package var awaitsConfirmation: Bool { state.question != nil || state.clearTime != nil }

  /// Answers the open question by a command. A command that does not answer it means no, unless it only changes the
  /// sound or the terminal. Returns nil if no question is open or the command has still to be performed.
  package func answer(_ command: Command) -> Outcome? {
    guard let question = state.question, !command.row.traits.contains(.keepsLayers) else { return nil }
    state.question = nil
    defer {
      if state.question == nil, !state.laterQuestions.isEmpty { ask(state.laterQuestions.removeFirst()) }
    }
    if command == .list(.activate) {
      agree(to: question)
      return .answered
    }
    decline(question)
    report(.refused(question))
    return command == .program(.cancel) ? .answered : nil
  }

  private func agree(to question: Question) {
    switch question {
    case .replacePlaylist(var save, _):
      save.mayReplace = true
      program.save(save)
    case .makeFolder(var save, _):
      save.mayMakeFolder = true
      program.save(save)
    case .deletePlaylist(let list): library?.delete(list)
    case .moveKey(let key, _, let command): keys.bind(key, to: command, for: self)
    case .defaultKeys: keys.restore(for: self)
    case .detachOnHangup: program.keep("on-hangup", "detach")
    case .discardTags: screen?.discardTags()
    case .discardPads: kits.discardEdits()
    case .importTake(let found): sharedTakes?.agree(toTrackOf: found)
    case .importNotes(let file, let path, _, _): takes?.list.addNotes(of: file, at: path)
    case .playOnKit(let found, _, let nearest): sharedTakes?.store(found, on: nearest.path)
    }
  }

  /// Performs the action of a negative answer.
  private func decline(_ question: Question) {
    switch question {
    case .importTake(let found): found.source.remove()
    case .playOnKit(let found, _, _): sharedTakes?.store(found, on: nil)
    default: break
    }
  }
}
