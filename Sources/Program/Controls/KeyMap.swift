import Application
import Synchronization
import TerminalKit

/// A line `bind KEY COMMAND` or `unbind KEY` of the configuration, perhaps with the name of a screen in front of the key.
package struct KeyBinding: Hashable, Sendable {
  let chord: KeyChord
  /// The command that the key gets; nil if it loses the one that it has.
  let command: Command?
  /// The screen on which the key acts; nil: the only one that has the command, or else all.
  let screen: ScreenName?

  package init(_ chord: KeyChord, to command: Command?, on screen: ScreenName? = nil) {
    (self.chord, self.command, self.screen) = (chord, command, screen)
  }

  package init(
    _ key: String, to command: String? = nil, on screen: ScreenName? = nil
  ) throws(BindingError) {
    guard let chord = KeyChord(name: key) else { throw .unknownKey(key) }
    let found = command.flatMap { Command(name: $0) }
    if let command, found == nil { throw .unknownCommand(command) }
    self.init(chord, to: found, on: screen)
  }

  package var line: String {
    let key = [screen?.rawValue, chord.name].compactMap(\.self).joined(separator: " ")
    return command.map { "bind \(key) \($0.name)" } ?? "unbind \(key)"
  }
}

/// The commands of the keys.
///
/// A value: the terminal thread has a copy and receives another one when the bindings change.
package struct KeyMap: Hashable, Sendable {
  /// The keys of one screen, or of all screens.
  private struct Table: Hashable {
    var commands: [KeyChord: Command] = [:]
    /// The keys of each command in the order of binding, because every drawing names keys.
    var keys: [Command: [KeyChord]] = [:]

    /// Creates an empty table with room for the keys of this many commands, so that it is not copied as it grows.
    init(commands count: Int = 0) {
      commands.reserveCapacity(count * 3 / 2)
      keys.reserveCapacity(count)
    }

    mutating func set(_ chord: KeyChord, _ command: Command) {
      commands[chord] = command
      keys[command, default: []].append(chord)
    }
  }

  /// The keys of all screens (nil), and those of each screen, which act there before the others, except pads.
  private var tables: [ScreenName?: Table] = [:]
  /// The keys that begin a sequence of two keys.
  private var leaders: Set<Character> = []
  /// The keys that later bindings gave to another command.
  package private(set) var conflicts: [Conflict] = []

  /// Whether lines name a capital letter as `shift+E`, since a voice says it like the small one.
  package var saysShift = false

  /// A key that was bound to one command and then to another.
  package struct Conflict: Hashable, Sendable {
    package let key: KeyChord
    package let lost: Command
    package let gained: Command
    /// The screen on which the key acts; nil: all screens.
    var screen: ScreenName?
  }

  /// Creates the default keys, with the pads on these keys and what they displace elsewhere. Without keys of pads,
  /// their letters are commands.
  package init(padKeys: PadKeys? = .qwerty, layout: KeyLayout = .usual) {
    let pads = (layout == .usual ? padKeys?.bindings : padKeys?.digitBindings) ?? []
    let more = padKeys == nil && layout == .usual ? DefaultKeys.listening : []
    self.init(pads: pads, layout, isListening: padKeys == nil, more)
  }

  /// Creates the keys of the pads-only mode: the rows of pads, and the default keys that they leave.
  init(locked padKeys: PadKeys, layout: KeyLayout) { self.init(pads: padKeys.lockedBindings, layout) }

  /// Creates the keys of pads and the default keys that they leave. `isListening`: whether no key plays. Moves have
  /// only their keys with Alt then, so that none is held by mistake. `more`: keys that commands have besides their own.
  private init(
    pads: [(KeyChord, Command)], _ layout: KeyLayout, isListening: Bool = false,
    _ more: [(command: Command, key: String)] = []
  ) {
    tables[nil] = Table(commands: Command.listed.count)
    for (chord, command) in pads where owner(of: chord) == nil { set(chord, command) }
    bindFree(DefaultKeys.keys(of: layout))
    for binding in DefaultKeys.bindings {
      if isListening, case .mixer(let mixer) = binding.command, mixer.move != nil {
        bindDefault(binding, binding.replacements, replacements: [])
      } else {
        bindDefault(binding, binding.keys, replacements: binding.replacements)
      }
    }
    bindFree(more)
    for binding in DefaultKeys.bindings {
      for other in binding.row.sameKeys { bindFree(binding.command, like: other, on: binding.row.screen) }
    }
    for (screen, command, other) in DefaultKeys.onScreens { bindFree(command, like: other, on: screen) }
  }

  /// A map without keys.
  package static var empty: KeyMap {
    var map = KeyMap()
    (map.tables, map.leaders) = ([:], [])
    return map
  }

  /// Returns the command of a key event; nil if the key is not bound or was released.
  ///
  /// A key that is not bound is replaced by the key of a US keyboard in the same place, if the terminal reports it, so
  /// that pads work with Cyrillic and Greek layouts. A key that is held down repeats some commands, but no pads.
  /// `screen`: the screen that is open; nil if it has no keys of its own.
  package func command(for event: KeyEvent, on screen: ScreenName? = nil) -> Command? {
    guard event.kind != .release, let command = boundCommand(event, on: screen) else { return nil }
    return event.kind == .press || command.row.traits.contains(.repeats) ? command : nil
  }

  private func boundCommand(_ event: KeyEvent, on screen: ScreenName?) -> Command? {
    command(of: event.chord, on: screen) ?? event.chordByPosition.flatMap { command(of: $0, on: screen) }
  }

  private func command(of chord: KeyChord, on screen: ScreenName?) -> Command? {
    let usual = owner(of: chord)
    guard let screen else { return usual }
    if case .pad? = usual { return usual }
    return owner(of: chord, on: screen) ?? usual
  }

  /// Returns the command of the second key of a sequence; nil if there is none.
  func command(for event: KeyEvent, after leader: Character, on screen: ScreenName?) -> Command? {
    event.kind == .press
      ? command(of: KeyChord(event.key, event.modifiers, after: leader), on: screen) : nil
  }

  /// Returns the character of a key that begins sequences and has no command of its own; nil for other keys.
  func leader(_ event: KeyEvent) -> Character? {
    guard event.kind == .press, event.modifiers.subtracting(.shift).isEmpty,
      case .character(let character) = event.chord.key, leaders.contains(character)
    else { return nil }
    return character
  }

  /// Returns whether a key has a command, even if the command is not repeated.
  func isBound(_ event: KeyEvent, on screen: ScreenName?) -> Bool { boundCommand(event, on: screen) != nil }

  /// Returns the command that a key is bound to, on a screen or (nil) on all screens.
  package func owner(of chord: KeyChord, on screen: ScreenName? = nil) -> Command? {
    tables[screen]?.commands[chord]
  }

  /// Returns the keys of a command in the order of binding. On a screen, those that act only there are first.
  package func keys(for command: Command, on screen: ScreenName? = nil) -> [KeyChord] {
    let usual = tables[nil]?.keys[command] ?? []
    guard let screen = screen ?? command.row.screen, let table = tables[screen] else { return usual }
    return (table.keys[command] ?? []) + usual.filter { table.commands[$0] == nil }
  }

  /// Binds a key, or removes what it is bound to.
  package mutating func apply(_ binding: KeyBinding) {
    let (chord, screen) = (binding.chord, binding.screen)
    if let command = binding.command { return bind(chord, to: command, on: screen ?? command.row.screen) }
    for table in screen == nil ? Array(tables.keys) : [screen] { remove(chord, from: table) }
  }

  private mutating func bind(_ chord: KeyChord, to command: Command, on screen: ScreenName?) {
    let lost =
      conflicts.first { $0.key == chord && $0.screen == screen }?.lost ?? owner(of: chord, on: screen)
    conflicts.removeAll { $0.key == chord && $0.screen == screen }
    if let lost, lost != command {
      conflicts.append(Conflict(key: chord, lost: lost, gained: command, screen: screen))
    }
    remove(chord, from: screen)
    removeWhatHides(chord, command, on: screen)
    set(chord, command, on: screen)
  }

  /// Removes the command of a key that begins the bound sequence, or the sequences that the bound key begins.
  private mutating func removeWhatHides(_ chord: KeyChord, _ command: Command, on screen: ScreenName?) {
    let hidden: [(KeyChord, ScreenName?)]
    if let leader = chord.leader {
      hidden = [(KeyChord(.character(leader)), nil), (KeyChord(.character(leader)), screen)]
    } else if case .character(let character) = chord.key, chord.modifiers.isEmpty, leaders.contains(character)
    {
      let sequences = tables[screen]?.commands.keys.filter { $0.leader == character }
      hidden = sequences?.map { ($0, screen) } ?? []
    } else {
      return
    }
    for (other, screen) in hidden {
      guard let lost = owner(of: other, on: screen) else { continue }
      remove(other, from: screen)
      conflicts.append(Conflict(key: other, lost: lost, gained: command, screen: screen))
    }
  }

  private mutating func remove(_ chord: KeyChord, from screen: ScreenName?) {
    guard let command = tables[screen]?.commands.removeValue(forKey: chord) else { return }
    tables[screen]?.keys[command]?.removeAll { $0 == chord }
    if chord.leader != nil { leaders = Set(tables.values.flatMap { $0.commands.keys.compactMap(\.leader) }) }
  }

  private mutating func set(_ chord: KeyChord, _ command: Command, on screen: ScreenName? = nil) {
    tables[screen, default: Table()].set(chord, command)
    if let leader = chord.leader { leaders.insert(leader) }
  }

  private mutating func bindFree(_ list: [(command: Command, key: String)]) {
    for (command, key) in list {
      if let chord = KeyChord(name: key), owner(of: chord) == nil { set(chord, command) }
    }
  }

  private mutating func bindFree(_ command: Command, like other: Command, on screen: ScreenName?) {
    for chord in keys(for: other) where !isTaken(chord, on: screen) { set(chord, command, on: screen) }
  }

  private mutating func bindDefault(
    _ binding: DefaultKeys.Binding, _ keys: [KeyChord], replacements: [KeyChord]
  ) {
    guard let first = keys.first else { return }
    let (command, screen) = (binding.command, binding.row.screen)
    if isTaken(first, on: screen), let free = replacements.first(where: { !isTaken($0, on: screen) }) {
      set(free, command, on: screen)
    }
    for chord in keys where !isTaken(chord, on: screen) { set(chord, command, on: screen) }
  }

  /// Returns whether a key has another command. Keys of one screen give way to pads alone, not to those of all screens.
  private func isTaken(_ chord: KeyChord, on screen: ScreenName?) -> Bool {
    if chord.leader == nil, case .character(let character) = chord.key, chord.modifiers.isEmpty,
      leaders.contains(character)
    {
      return true
    }
    if case .pad? = owner(of: chord) { return true }
    return owner(of: chord, on: screen) != nil
  }
}

extension KeyEvent {
  /// The key of a US keyboard in the same place; nil if it is not known.
  fileprivate var chordByPosition: KeyChord? {
    guard let position, case .character(let character) = key else { return nil }
    let wasShifted = modifiers.contains(.shift) || character.isUppercase
    let key = wasShifted ? USKeyboard.shifted(position) : position
    return KeyChord(.character(key), modifiers.subtracting(.shift))
  }
}

/// The commands of the keys in all layouts of the screen, and in the pads-only mode.
package struct KeyMaps: Hashable, Sendable {
  /// The keys while pads have letters.
  package private(set) var drumming: KeyMap
  private var others: OtherKeyMaps

  package init(padKeys: PadKeys = .qwerty, layout: KeyLayout = .usual) {
    drumming = KeyMap(padKeys: padKeys, layout: layout)
    others = OtherKeyMaps(padKeys: padKeys, layout: layout)
  }

  /// The keys while letters are commands.
  package var listening: KeyMap { others.maps.listening }
  /// The keys of the pads-only mode: two rows of pads in all key layouts.
  package var locked: KeyMap { others.maps.locked }

  package subscript(mode: ScreenMode) -> KeyMap {
    mode.isLocked ? locked : mode.layout == .listen ? listening : drumming
  }

  /// Binds a key, or removes what it is bound to.
  package mutating func apply(_ binding: KeyBinding) {
    let command = binding.command
    let isUsual = !isPadOnlyWhileLocked(binding.chord) && (command == nil || binding.chord.leader == nil)
    var maps = others.maps
    if isUsual || command?.row.traits.contains(.whileLocked) == true { maps.locked.apply(binding) }
    drumming.apply(binding)
    maps.listening.apply(binding)
    others = OtherKeyMaps(maps)
  }

  /// Returns whether a key has a command, and strikes a pad instead in the pads-only mode.
  private func isPadOnlyWhileLocked(_ chord: KeyChord) -> Bool {
    guard case .pad? = locked.owner(of: chord) else { return false }
    if case .pad? = drumming.owner(of: chord) { return false }
    return true
  }

  /// Returns another command that a key has in some layout, first in this one; nil if there is none.
  func owner(of chord: KeyChord, otherThan command: Command, in mode: ScreenMode) -> Command? {
    let screen = command.row.screen
    return [self[mode], drumming, listening].compactMap { $0.owner(of: chord, on: screen) }
      .first { $0 != command }
  }
}

/// The keys of the modes that a start does not need, made at their first use. Any thread.
private final class OtherKeyMaps: Hashable, Sendable {
  struct Maps: Hashable {
    var listening: KeyMap
    var locked: KeyMap
  }

  private let padKeys: PadKeys
  private let layout: KeyLayout
  private let made: Mutex<Maps?>

  init(padKeys: PadKeys, layout: KeyLayout) {
    (self.padKeys, self.layout) = (padKeys, layout)
    made = Mutex(nil)
  }

  init(_ maps: Maps) {
    (padKeys, layout) = (.qwerty, .usual)
    made = Mutex(maps)
  }

  var maps: Maps {
    made.withLock { made in
      if let made { return made }
      let new = Maps(
        listening: KeyMap(padKeys: nil, layout: layout), locked: KeyMap(locked: padKeys, layout: layout))
      made = new
      return new
    }
  }

  static func == (one: OtherKeyMaps, other: OtherKeyMaps) -> Bool { one === other || one.maps == other.maps }

  func hash(into hasher: inout Hasher) { hasher.combine(maps) }
}
