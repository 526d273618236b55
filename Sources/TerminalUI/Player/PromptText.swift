import Application
import MusicLibrary
import SystemBase

/// What stands around a prompt.
enum PromptText {
  /// What stands before what is typed.
  static func name(_ purpose: Prompt.Purpose) -> String {
    switch purpose {
    case .filterQueue: "filter"
    case .searchHelp: "search"
    case .saveQueue: "save as"
    case .takeName, .playlistName: "name"
    case .filterLibrary: "filter"
    case .scanFolder: "folder to scan"
    case .takeFolder: "folder for the take"
    case .pick: "song"
    }
  }

  /// What the keys do meanwhile.
  static func hints(_ purpose: Prompt.Purpose) -> [KeyHint] {
    switch purpose {
    case .filterQueue:
      [
        KeyHint("Enter", "play"), KeyHint("Esc", "all again"), KeyHint("↑ ↓", "choose"),
        KeyHint("Ins Del", "mark, remove"),
      ]
    case .filterLibrary: [KeyHint("Enter", "keep"), KeyHint("Esc", "all again"), KeyHint("↑ ↓", "choose")]
    case .pick:
      [
        KeyHint("Enter", "play"), KeyHint("Esc", "leave"), KeyHint("↑ ↓", "choose"),
        KeyHint("Tab", "mark several"),
      ]
    case .searchHelp: [KeyHint("Enter", "keep"), KeyHint("Esc", "leave")]
    case .saveQueue: [KeyHint("Enter", "save"), KeyHint("Esc", "leave")]
    case .takeName, .playlistName: [KeyHint("Enter", "rename"), KeyHint("Esc", "leave")]
    case .takeFolder: [KeyHint("Enter", "save"), KeyHint("Tab", "complete"), KeyHint("Esc", "leave")]
    case .scanFolder: [KeyHint("Enter", "scan"), KeyHint("Tab", "complete"), KeyHint("Esc", "leave")]
    }
  }

  /// What there is to choose from, or why what is typed is no query yet, and where.
  static func note(_ prompt: Prompt) -> String? {
    if !prompt.choices.isEmpty { return prompt.choices.map { FilePath($0).shown }.joined(separator: "  ") }
    guard prompt.purpose == .filterLibrary || prompt.purpose == .pick else { return nil }
    do throws(QueryError) {
      _ = try SearchQuery(parsing: prompt.text)
      return nil
    } catch {
      return "at \(error.place + 1): \(ErrorText.sentence(error))"
    }
  }
}
