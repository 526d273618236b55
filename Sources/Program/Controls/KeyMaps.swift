import Application
import TerminalKit

/// The commands of the keys in all layouts of the screen, and in the pads-only mode.
package struct KeyMaps: Hashable, Sendable {
  /// The keys while pads have letters.
  package private(set) var drumming: KeyMap
  /// The keys while letters are commands.
  package private(set) var listening: KeyMap
  /// The keys of the pads-only mode: two rows of pads in all key layouts.
  package private(set) var locked: KeyMap

  /// Creates the default keys.
  package init(padKeys: PadKeys = .qwerty, layout: KeyLayout = .usual) {
    drumming = KeyMap(padKeys: padKeys, layout: layout)
    listening = KeyMap(padKeys: nil, layout: layout)
    locked = KeyMap(locked: padKeys, layout: layout)
  }

  /// Returns the keys of a mode of the screen.
  package subscript(mode: ScreenMode) -> KeyMap {
    var map = mode.isLocked ? locked : mode.layout == .listen ? listening : drumming
    map.isWithoutLists = mode.shown == .drum
    return map
  }

  /// Binds a key, or removes what it is bound to.
  package mutating func apply(_ binding: KeyBinding) {
    let command = binding.command
    let isUsual = !isPadOnlyWhileLocked(binding.chord) && (command == nil || binding.chord.leader == nil)
    if isUsual || command?.row.traits.contains(.whileLocked) == true { locked.apply(binding) }
    drumming.apply(binding)
    listening.apply(binding)
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
