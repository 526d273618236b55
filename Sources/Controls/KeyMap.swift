import Application
import TerminalKit

/// Which key asks for which command.
///
/// A value: the input thread keeps one of its own and is sent another when the bindings change.
package struct KeyMap: Hashable, Sendable {
  private var commands: [KeyChord: Command] = [:]
  /// The bound keys, those bound first in front: the help shows them so.
  private var order: [KeyChord] = []
  /// What lost its key to a later binding.
  package private(set) var conflicts: [Conflict] = []

  /// A key that was bound to one command and then to another.
  package struct Conflict: Hashable, Sendable {
    package let key: KeyChord
    package let lost: Command
    package let gained: Command
  }

  package enum Layout: String, CaseIterable, Hashable, Sendable {
    case usual, vi
  }

  /// The default keys, with the pads on these keys and what they displace elsewhere.
  package init(padKeys: PadKeys = .qwerty, layout: Layout = .usual) {
    let pads = layout == .vi ? padKeys.digitBindings : padKeys.bindings
    for (chord, command) in pads where commands[chord] == nil { set(chord, command) }
    if layout == .vi {
      for (command, key) in DefaultKeys.vi { KeyChord(name: key).map { set($0, command) } }
    }
    for (command, keys) in DefaultKeys.list { bindDefault(command, keys) }
  }

  /// A map without any key.
  package static var empty: KeyMap {
    var map = KeyMap()
    map.commands = [:]
    map.order = []
    return map
  }

  /// The command that an event asks for; nil for a key that is not bound, and for one coming up.
  ///
  /// A key that says nothing here is taken by its place on a US keyboard, where the terminal tells that: so the keys
  /// strike on a Cyrillic or Greek layout too. A key held down repeats some commands, and pads never.
  package func command(for event: KeyEvent) -> Command? {
    guard event.kind != .release else { return nil }
    guard let command = commands[event.chord] ?? commandByPosition(event) else { return nil }
    return event.kind == .press || command.isRepeatable ? command : nil
  }

  /// The keys of a command, those bound first in front.
  package func keys(for command: Command) -> [KeyChord] { order.filter { commands[$0] == command } }

  /// Gives a key to a command, whatever it was for before: the words of a line `bind KEY COMMAND`.
  package mutating func bind(_ key: String, to command: String) throws(KeyMapError) {
    guard let chord = KeyChord(name: key) else { throw .unknownKey(key) }
    guard let command = Command(name: command) else { throw .unknownCommand(command) }
    bind(chord, to: command)
  }

  package mutating func bind(_ chord: KeyChord, to command: Command) {
    let lost = conflicts.first { $0.key == chord }?.lost ?? commands[chord]
    conflicts.removeAll { $0.key == chord }
    if let lost, lost != command { conflicts.append(Conflict(key: chord, lost: lost, gained: command)) }
    unbind(chord)
    set(chord, command)
  }

  /// Takes a key's command away: the words of a line `unbind KEY`.
  package mutating func unbind(_ key: String) throws(KeyMapError) {
    guard let chord = KeyChord(name: key) else { throw .unknownKey(key) }
    unbind(chord)
  }

  package mutating func unbind(_ chord: KeyChord) {
    guard commands.removeValue(forKey: chord) != nil else { return }
    order.removeAll { $0 == chord }
  }

  private mutating func set(_ chord: KeyChord, _ command: Command) {
    commands[chord] = command
    order.append(chord)
  }

  private mutating func bindDefault(_ command: Command, _ keys: String) {
    let lists = keys.split(separator: "|").map { list in
      list.split(separator: " ").compactMap { KeyChord(name: String($0)) }
    }
    guard let own = lists.first, let first = own.first else { return }
    let isDisplaced = commands[first] != nil
    if isDisplaced, let free = lists.dropFirst().joined().first(where: { commands[$0] == nil }) {
      set(free, command)
    }
    for chord in own where commands[chord] == nil { set(chord, command) }
  }

  private func commandByPosition(_ event: KeyEvent) -> Command? {
    guard let position = event.position, case .character(let character) = event.key else { return nil }
    let wasShifted = event.modifiers.contains(.shift) || character.isUppercase
    let key = wasShifted ? USKeyboard.shifted(position) : position
    return commands[KeyChord(.character(key), event.modifiers.subtracting(.shift))]
  }
}

/// Why a binding was refused.
package enum KeyMapError: Error, Hashable, Sendable {
  case unknownKey(String)
  case unknownCommand(String)
  /// The value of `pad-keys` is neither a preset nor eight different characters.
  case badPadKeys(String)
}
