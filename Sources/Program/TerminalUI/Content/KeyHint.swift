import Application
import Controls
import Percussion
import TerminalKit

/// A key and what it does, for the bottom line.
package struct KeyHint: Hashable, Sendable {
  /// The effect of a click on a key of the hint.
  package enum Action: Hashable, Sendable {
    case command(Command)
    case edit(PromptEdit)
  }

  /// The keys with blanks between them.
  package var keys: String
  package var text: String
  /// The actions of the keys, in their order; a click on the text performs the first.
  package var actions: [Action] = []

  package init(_ keys: String, _ text: String, _ actions: [Action] = []) {
    (self.keys, self.text, self.actions) = (keys, text, actions)
  }

  /// Creates the hint of a key that is pressed while text is typed.
  init(_ key: String, _ text: String, _ edit: PromptEdit) { self.init(key, text, [.edit(edit)]) }

  /// Commands with one hint, and its text.
  typealias Group = (commands: [Command], text: String)

  /// Returns commands with the text of the row of the first.
  static func group(_ commands: [Command]) -> Group { (commands, commands.first?.row.hint ?? "") }

  /// Returns the hints whose commands have keys.
  ///
  /// - Parameter screen: the screen that is open; nil if it has no keys of its own.
  static func hints(_ groups: [Group], _ map: KeyMap, on screen: ScreenName? = nil) -> [KeyHint] {
    groups.compactMap { commands, text in
      let bound = commands.compactMap { command in
        map.keys(for: command, on: screen).first.map { (command: command, key: map.label($0)) }
      }
      return bound.isEmpty
        ? nil : KeyHint(bound.map(\.key).joined(separator: " "), text, bound.map { .command($0.command) })
    }
  }
}

extension KeyChord {
  private static let labels: [Key: String] = [
    .up: "↑", .down: "↓", .left: "←", .right: "→", .pageUp: "PgUp", .pageDown: "PgDn", .home: "Home",
    .end: "End",
    .delete: "Del", .insert: "Ins", .enter: "Enter", .escape: "Esc", .tab: "Tab", .backTab: "shift+Tab",
    .backspace: "Backspace",
  ]

  /// The short name of the key on the screen.
  package var label: String {
    let short = if case .function(let number) = key { "F\(number)" } else { KeyChord.labels[key] ?? key.name }
    return prefix + short
  }

  /// The name of the key for a voice, which says `E` like `e`: `shift+E`, `alt+shift+Q`.
  var spokenLabel: String {
    guard case .character(let letter) = key, letter.isUppercase else { return label }
    return "\(prefix)\(leader == nil ? "" : " ")shift+\(letter)"
  }
}

/// The hints of the line of keys. The most important come first, since a narrow screen drops the last ones.
extension KeyHint {
  package struct Context: Hashable, Sendable {
    /// The effect of `activate`; nil if it has none.
    package var activate: String? = "play"
    package var isRecording = false
    /// Whether the list shows what a filter has found.
    package var isFiltered = false
    /// Whether the layout has no pads, so that a recording of hits is less important.
    package var isListening = false
    /// The commands of playlists for what the library has selected.
    package var playlist: [Command] = []
    /// Whether the library shows linked lists.
    package var hasLinkedLists = false
  }

  /// Returns the hints while the queue has the focus.
  package static func list(_ map: KeyMap, _ context: Context = Context()) -> [KeyHint] {
    let groups: [([Command], String)] = [
      ([.program(.nextPanel)], "library"), ([.search(.find)], "filter"),
      ([.playback(.playPause)], "play, pause"), ([.library(.pick)], "find a song"),
      ([.playback(.next), .playback(.previous)], "next, previous"), ([.program(.palette)], "commands"),
      ([.seek(-5), .seek(5)], "seek"), ([.playback(.volumeUp), .playback(.volumeDown)], "volume"),
      ([.playback(.shuffle)], "shuffle"), ([.playback(.repeat)], "repeat"),
      ([.playback(.balanceToMusic), .playback(.balanceToPads)], "music, pads"), ([.list(.remove)], "remove"),
    ]
    return hints(first(context) + groups + last(context), map)
  }

  /// Returns the hints while the library has the focus.
  static func libraryList(_ map: KeyMap, _ context: Context = Context()) -> [KeyHint] {
    let groups: [([Command], String)] = [
      ([.library(.pick)], "find a song"), ([.playback(.playPause)], "play, pause"), ([.library(.up)], "up"),
      group(context.playlist),
      group(context.hasLinkedLists ? [.library(.listLeft), .library(.listRight)] : []),
      group(context.hasLinkedLists ? [.library(.jumpTo)] : []),
      ([.program(.nextPanel)], "queue"), ([.search(.find)], "filter"),
      ([.program(.palette)], "commands"), ([.library(.playList)], "play from here"),
      ([.library(.add), .library(.addNext)], "add, play next"), ([.list(.mark)], "mark"),
      ([.library(.rate)], "rate"), ([.library(.sortColumn), .library(.sortDirection)], "sort"),
      ([.list(.info)], "tags"), ([.list(.selectPlaying)], "playing track"), ([.library(.scan)], "scan"),
    ]
    let screen: ScreenName = context.hasLinkedLists ? .linkedLists : .library
    return hints(first(context) + groups + last(context), map, on: screen)
  }

  /// Returns the hints while the user is asked for a music folder.
  static func beginning(_ map: KeyMap, _ context: Context = Context()) -> [KeyHint] {
    let groups: [([Command], String)] = [
      ([.program(.nextPanel)], "queue"), ([.playback(.playPause)], "play, pause"), (pads, "drum"),
      ([.playback(.volumeUp), .playback(.volumeDown)], "volume"),
    ]
    return hints(first(context) + groups + last(context), map, on: .library)
  }

  /// Returns what ends a recording, then help, quit, Enter, what ends a filter, and with pads what starts a recording.
  private static func first(_ context: Context) -> [([Command], String)] {
    let end: [([Command], String)] =
      context.isRecording ? [([.take(.record)], "ends the recording")] : []
    let general: [([Command], String)] = [([.program(.help)], "help"), ([.program(.quit)], "quit")]
    let activate = context.activate.map { [([Command.list(.activate)], $0)] } ?? []
    let filter: [([Command], String)] = context.isFiltered ? [([.program(.cancel)], "all again")] : []
    return end + general + activate + filter + (context.isListening ? [] : record(context))
  }

  private static func last(_ context: Context) -> [([Command], String)] {
    context.isListening ? record(context) : []
  }

  private static func record(_ context: Context) -> [([Command], String)] {
    context.isRecording ? [] : [([.take(.record)], "record")]
  }

  static var pads: [Command] { (1...PadBank.size).map { Command.pad($0, .plain) } }

  /// Returns the hints of the pads-only mode.
  static func locked(_ map: KeyMap) -> [KeyHint] {
    hints(
      [([.program(.lockPads)], "all keys again"), ([.playback(.playPause)], "play, pause"), (pads, "drum")],
      map)
  }

  static func question(_ map: KeyMap) -> [KeyHint] {
    hints([([.list(.activate)], "yes"), ([.program(.cancel)], "no")], map)
  }
}
