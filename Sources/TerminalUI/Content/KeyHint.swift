import Application
import Controls
import TerminalKit

/// A key and what it does, for the line at the bottom.
package struct KeyHint: Hashable, Sendable {
  package var keys: String
  package var text: String

  package init(_ keys: String, _ text: String) {
    self.keys = keys
    self.text = text
  }

  /// The hints that matter most, those in front first to stay on a narrow screen.
  package static func list(_ map: KeyMap) -> [KeyHint] {
    let groups: [([Command], String)] = [
      ([.help], "help"), ([.quit], "quit"), ([.playPause], "play, pause"), ([.nextPanel], "library"),
      ([.library(.pick)], "find a song"), ([.find], "filter"), ([.next, .previous], "next, previous"),
      ([.seek(-5), .seek(5)], "seek"), ([.volumeUp, .volumeDown], "volume"), ([.shuffle], "shuffle"),
      ([.repeat], "repeat"), ([.balanceToMusic, .balanceToPads], "music, pads"), ([.remove], "remove"),
    ]
    return hints(groups, map)
  }

  /// While the keys are locked to the pads.
  static func locked(_ map: KeyMap) -> [KeyHint] {
    let pads = (1...Command.padCount).map { Command.pad($0, accent: false) }
    return hints([([.lockPads], "all keys again"), ([.playPause], "play, pause"), (pads, "drum")], map)
  }

  /// While something lies over the screen; nil where it tells its keys itself.
  static func overlay(_ overlay: ScreenContent.Overlay?, _ map: KeyMap) -> [KeyHint]? {
    switch overlay {
    case .help(let help) where help.rebinding != nil: [KeyHint("Esc", "as it was")]
    case .help:
      hints(
        [
          ([.cancel], "leave"), ([.activate], "new key"), ([.find], "search"),
          ([.moveUp, .moveDown], "choose"),
        ], map)
    case .notices: hints([([.cancel], "leave"), ([.moveUp, .moveDown], "scroll")], map)
    case .takes, .picker, nil: nil
    }
  }

  /// Where the user is asked for a folder: all that a newcomer needs.
  static func beginning(_ map: KeyMap) -> [KeyHint] {
    let pads = (1...Command.padCount).map { Command.pad($0, accent: false) }
    return hints(
      [
        ([.help], "help"), ([.quit], "quit"), ([.activate], "choose"), ([.playPause], "play, pause"),
        (pads, "drum"),
        ([.nextPanel], "queue"), ([.volumeUp, .volumeDown], "volume"),
      ], map)
  }

  /// Those that have a key.
  static func hints(_ groups: [([Command], String)], _ map: KeyMap) -> [KeyHint] {
    groups.compactMap { commands, text in
      let keys = commands.compactMap { map.keys(for: $0).first?.label }
      return keys.isEmpty ? nil : KeyHint(keys.joined(separator: " "), text)
    }
  }
}

extension KeyChord {
  /// The key's name as the screen writes it, short.
  package var label: String {
    let labels: [Key: String] = [
      .up: "↑", .down: "↓", .left: "←", .right: "→", .pageUp: "PgUp", .pageDown: "PgDn", .home: "Home",
      .end: "End",
      .delete: "Del", .insert: "Ins", .enter: "Enter", .escape: "Esc", .tab: "Tab", .backspace: "Backspace",
    ]
    let prefix = name.dropLast(key.name.count)
    if case .function(let number) = key { return "\(prefix)F\(number)" }
    return prefix + (labels[key] ?? key.name)
  }
}
