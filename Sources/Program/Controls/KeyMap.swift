import Application
import TerminalKit

/// The commands of the keys.
///
/// A value: the terminal thread has a copy and receives another one when the bindings change.
package struct KeyMap: Hashable, Sendable {
  private var commands: [KeyChord: Command] = [:]
  /// The commands of the keys that act only while the timeline is open. There they act before the others, except pads.
  private var timeline: [KeyChord: Command] = [:]
  /// Whether the layout may have no lists, so that what is in focus may be the take.
  package var isWithoutLists = false
  /// The keys that begin a sequence of two keys.
  private var leaders: Set<Character> = []
  /// The keys of each command in the order of binding, because every drawing names keys.
  private var keys: [Command: [KeyChord]] = [:]
  /// The keys that later bindings gave to another command.
  package private(set) var conflicts: [Conflict] = []

  /// A key that was bound to one command and then to another.
  package struct Conflict: Hashable, Sendable {
    package let key: KeyChord
    package let lost: Command
    package let gained: Command
  }

  /// Creates the default keys, with the pads on these keys and what they displace elsewhere. Without keys of pads,
  /// their letters are commands.
  package init(padKeys: PadKeys? = .qwerty, layout: KeyLayout = .usual) {
    let pads = (layout == .usual ? padKeys?.bindings : padKeys?.digitBindings) ?? []
    self.init(pads: pads, layout, isListening: padKeys == nil)
    if padKeys == nil, layout == .usual { bindFree(DefaultKeys.listening) }
  }

  /// Creates the keys of the pads-only mode: the rows of pads, and the default keys that they leave.
  init(locked padKeys: PadKeys, layout: KeyLayout) { self.init(pads: padKeys.lockedBindings, layout) }

  /// Creates the keys of pads and the default keys that they leave.
  ///
  /// - Parameter isListening: whether no key plays. Moves have only their keys with Alt then, so that none is held by
  ///   mistake.
  private init(pads: [(KeyChord, Command)], _ layout: KeyLayout, isListening: Bool = false) {
    for (chord, command) in pads where commands[chord] == nil { set(chord, command) }
    bindFree(DefaultKeys.keys(of: layout))
    for binding in DefaultKeys.bindings {
      if isListening, case .mixer(let mixer) = binding.command, mixer.move != nil {
        bindDefault(binding.command, binding.replacements, replacements: [])
      } else {
        bindDefault(binding.command, binding.keys, replacements: binding.replacements)
      }
    }
  }

  /// Returns a map without keys.
  package static var empty: KeyMap {
    var map = KeyMap()
    map.commands = [:]
    map.timeline = [:]
    map.keys = [:]
    map.leaders = []
    return map
  }

  /// Returns the command of a key event; nil if the key is not bound or was released.
  ///
  /// A key that is not bound is replaced by the key of a US keyboard in the same place, if the terminal reports it, so
  /// that pads work with Cyrillic and Greek layouts. A key that is held down repeats some commands, but no pads.
  ///
  /// - Parameter inTimeline: whether the timeline is open, which has keys of its own.
  package func command(for event: KeyEvent, inTimeline: Bool = false) -> Command? {
    guard event.kind != .release else { return nil }
    let own = inTimeline ? timelineCommand(event.chord) : nil
    guard let command = own ?? commands[event.chord] ?? commandByPosition(event) else { return nil }
    return event.kind == .press || command.row.traits.contains(.repeats) ? command : nil
  }

  private func timelineCommand(_ chord: KeyChord) -> Command? {
    if case .pad? = commands[chord] { nil } else { timeline[chord] }
  }

  /// Returns the command of the second key of a sequence; nil if there is none.
  func command(for event: KeyEvent, after leader: Character) -> Command? {
    event.kind == .press ? commands[KeyChord(event.key, event.modifiers, after: leader)] : nil
  }

  /// Returns the character of a key that begins sequences and has no command of its own; nil for other keys.
  func leader(_ event: KeyEvent) -> Character? {
    guard event.kind == .press, event.modifiers.subtracting(.shift).isEmpty,
      case .character(let character) = event.chord.key, leaders.contains(character)
    else { return nil }
    return character
  }

  /// Returns whether a key has a command, even if the command is not repeated.
  func isBound(_ event: KeyEvent) -> Bool { commands[event.chord] != nil || commandByPosition(event) != nil }

  /// Returns the command that a key is bound to.
  ///
  /// - Parameter inTimeline: whether the keys are meant that act only while the timeline is open.
  package func owner(of chord: KeyChord, inTimeline: Bool = false) -> Command? {
    inTimeline ? timeline[chord] : commands[chord]
  }

  /// Returns the keys of a command in the order of binding.
  package func keys(for command: Command) -> [KeyChord] { keys[command] ?? [] }

  /// Binds a key to a command, as a line `bind KEY COMMAND` does.
  package mutating func bind(_ key: String, to command: String) throws(BindingError) {
    bind(try KeyMap.chord(key), to: try KeyMap.command(command))
  }

  /// Returns the key that a line of the configuration names.
  static func chord(_ name: String) throws(BindingError) -> KeyChord {
    guard let chord = KeyChord(name: name) else { throw .unknownKey(name) }
    return chord
  }

  /// Returns the command that a line of the configuration names.
  static func command(_ name: String) throws(BindingError) -> Command {
    guard let command = Command(name: name) else { throw .unknownCommand(name) }
    return command
  }

  package mutating func bind(_ chord: KeyChord, to command: Command) {
    let table = command.isOfTimeline ? timeline : commands
    let lost =
      conflicts.first { $0.key == chord && $0.gained.isOfTimeline == command.isOfTimeline }?.lost
      ?? table[chord]
    conflicts.removeAll { $0.key == chord && $0.gained.isOfTimeline == command.isOfTimeline }
    if let lost, lost != command { conflicts.append(Conflict(key: chord, lost: lost, gained: command)) }
    if let former = table[chord] { remove(chord, from: former) }
    removeWhatHides(chord, command)
    set(chord, command)
  }

  /// Removes the command of a key that begins the bound sequence, or the sequences that the bound key begins.
  private mutating func removeWhatHides(_ chord: KeyChord, _ command: Command) {
    let hidden: [KeyChord]
    if let leader = chord.leader {
      hidden = [KeyChord(.character(leader))]
    } else if case .character(let character) = chord.key, chord.modifiers.isEmpty, leaders.contains(character)
    {
      hidden = commands.keys.filter { $0.leader == character }
    } else {
      return
    }
    for other in hidden {
      guard let lost = commands[other] else { continue }
      remove(other, from: lost)
      conflicts.append(Conflict(key: other, lost: lost, gained: command))
    }
  }

  /// Removes the binding of a key, as a line `unbind KEY` does.
  package mutating func unbind(_ key: String) throws(BindingError) { unbind(try KeyMap.chord(key)) }

  package mutating func unbind(_ chord: KeyChord) {
    for command in [commands[chord], timeline[chord]].compactMap(\.self) { remove(chord, from: command) }
  }

  private mutating func remove(_ chord: KeyChord, from command: Command) {
    if command.isOfTimeline { timeline[chord] = nil } else { commands[chord] = nil }
    keys[command]?.removeAll { $0 == chord }
    if chord.leader != nil { leaders = Set(commands.keys.compactMap(\.leader)) }
  }

  private mutating func set(_ chord: KeyChord, _ command: Command) {
    if command.isOfTimeline { timeline[chord] = command } else { commands[chord] = command }
    keys[command, default: []].append(chord)
    if let leader = chord.leader { leaders.insert(leader) }
  }

  private mutating func bindFree(_ list: [(command: Command, key: String)]) {
    for (command, key) in list {
      if let chord = KeyChord(name: key), commands[chord] == nil { set(chord, command) }
    }
  }

  private mutating func bindDefault(_ command: Command, _ keys: [KeyChord], replacements: [KeyChord]) {
    guard let first = keys.first else { return }
    if isTaken(first, for: command), let free = replacements.first(where: { !isTaken($0, for: command) }) {
      set(free, command)
    }
    for chord in keys where !isTaken(chord, for: command) { set(chord, command) }
  }

  /// Returns whether a key has another command where a command would act. Keys of the timeline give way to pads alone.
  private func isTaken(_ chord: KeyChord, for command: Command) -> Bool {
    if case .character(let character) = chord.key, chord.modifiers.isEmpty, leaders.contains(character) {
      return true
    }
    guard command.isOfTimeline else { return commands[chord] != nil }
    if case .pad? = commands[chord] { return true }
    return timeline[chord] != nil
  }

  private func commandByPosition(_ event: KeyEvent) -> Command? {
    guard let position = event.position, case .character(let character) = event.key else { return nil }
    let wasShifted = event.modifiers.contains(.shift) || character.isUppercase
    let key = wasShifted ? USKeyboard.shifted(position) : position
    return commands[KeyChord(.character(key), event.modifiers.subtracting(.shift))]
  }
}

extension Command {
  /// Whether its keys act only while the timeline is open.
  package var isOfTimeline: Bool { if case .timeline(let command) = self { command != .open } else { false } }
}
