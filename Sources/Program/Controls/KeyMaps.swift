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

  /// Binds a key to a command, as a line `bind KEY COMMAND` does, or `bind SCREEN KEY COMMAND`.
  package mutating func bind(
    _ key: String, to command: String, on screen: ScreenName? = nil
  ) throws(BindingError) {
    bind(try KeyMap.chord(key), to: try KeyMap.command(command), on: screen)
  }

  /// Removes the binding of a key, as a line `unbind KEY` does, or `unbind SCREEN KEY`.
  package mutating func unbind(_ key: String, on screen: ScreenName? = nil) throws(BindingError) {
    unbind(try KeyMap.chord(key), on: screen)
  }

  package mutating func bind(_ chord: KeyChord, to command: Command, on screen: ScreenName? = nil) {
    if !isPadOnlyWhileLocked(chord) && chord.leader == nil || command.row.traits.contains(.whileLocked) {
      locked.bind(chord, to: command, on: screen)
    }
    drumming.bind(chord, to: command, on: screen)
    listening.bind(chord, to: command, on: screen)
  }

  mutating func unbind(_ chord: KeyChord, on screen: ScreenName? = nil) {
    if !isPadOnlyWhileLocked(chord) { locked.unbind(chord, on: screen) }
    drumming.unbind(chord, on: screen)
    listening.unbind(chord, on: screen)
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
