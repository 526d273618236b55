import Application
import MusicLibrary
import SystemBase

/// The texts around a prompt.
enum PromptText {
  /// The name in front of the text.
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
    case .command: "command"
    case .addToPlaylist: "playlist"
    case .saveQuery: "save the query as"
    case .tempo: "tempo in BPM"
    case .timeSignature: "time signature"
    case .sleep: "minutes to the pause, 0 for none"
    case .tag: "new text"
    case .filterKits: "filter"
    case .padValue: "value"
    case .padSample: "sound file"
    case .kitName: "save the kit as"
    case .export: "export"
    }
  }

  /// The keys while the prompt is open.
  static func hints(_ purpose: Prompt.Purpose) -> [KeyHint] {
    switch purpose {
    case .filterQueue:
      [
        enter("play"), leave("all again"), choose,
        KeyHint("Ins Del", "mark, remove", [.input(.mark), .input(.remove)]),
      ]
    case .filterKits: [enter("keep"), leave("all again"), choose]
    case .padValue: [enter("set"), leave("leave")]
    case .padSample: [enter("use"), KeyHint("Tab", "complete", .complete), leave("leave")]
    case .kitName: [enter("save"), leave("leave")]
    case .filterLibrary: [enter("keep"), leave("all again"), choose]
    case .pick: [enter("play"), leave("leave"), choose, KeyHint("Tab", "mark several", .complete)]
    case .searchHelp:
      [
        KeyHint("Esc", "close", .cancel), enter("new key"), KeyHint("Del", "remove key", .remove),
        KeyHint("Ins", "default keys", .mark), choose,
      ]
    case .command: [enter("run"), leave("leave"), choose, KeyHint("Tab", "complete", .complete)]
    case .saveQueue, .saveQuery: [enter("save"), leave("leave")]
    case .addToPlaylist: [enter("add"), leave("leave")]
    case .takeName, .playlistName: [enter("rename"), leave("leave")]
    case .takeFolder: [enter("save"), KeyHint("Tab", "complete", .complete), leave("leave")]
    case .scanFolder: [enter("scan"), KeyHint("Tab", "complete", .complete), leave("leave")]
    case .tempo, .timeSignature, .sleep: [enter("set"), leave("leave")]
    case .export: [enter("export"), leave("leave"), choose]
    case .tag:
      [
        enter("save"), leave("leave"), choose, KeyHint("Ins", "as in the file", .mark),
        KeyHint("Del", "remove", .remove),
      ]
    }
  }

  private static func enter(_ text: String) -> KeyHint { KeyHint("Enter", text, .accept) }
  private static func leave(_ text: String) -> KeyHint { KeyHint("Esc", text, .cancel) }
  private static let choose = KeyHint("↑ ↓", "choose", [.input(.move(.up)), .input(.move(.down))])

  /// The completions of the text, or the error in a query with its position.
  static func note(_ prompt: Prompt) -> String? {
    if let error = prompt.error { return CommandText.sentence(error) }
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
