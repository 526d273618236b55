import Application
import TerminalKit

/// The commands of the keys in all layouts of the screen.
package struct KeyMaps: Hashable, Sendable {
  /// The keys while pads have letters.
  package private(set) var drumming: KeyMap
  /// The keys while letters are commands.
  package private(set) var listening: KeyMap

  /// The default keys.
  package init(padKeys: PadKeys = .qwerty, layout: KeyLayout = .usual) {
    drumming = KeyMap(padKeys: padKeys, layout: layout)
    listening = KeyMap(padKeys: nil, layout: layout)
  }

  /// Returns the keys of a layout.
  package subscript(layout: ScreenLayout) -> KeyMap { layout == .listen ? listening : drumming }

  /// Binds a key to a command, as a line `bind KEY COMMAND` does.
  package mutating func bind(_ key: String, to command: String) throws(BindingError) {
    try drumming.bind(key, to: command)
    try listening.bind(key, to: command)
  }

  /// Removes the binding of a key, as a line `unbind KEY` does.
  package mutating func unbind(_ key: String) throws(BindingError) {
    try drumming.unbind(key)
    try listening.unbind(key)
  }

  package mutating func bind(_ chord: KeyChord, to command: Command) {
    drumming.bind(chord, to: command)
    listening.bind(chord, to: command)
  }

  mutating func unbind(_ chord: KeyChord) {
    drumming.unbind(chord)
    listening.unbind(chord)
  }

  /// Returns another command that a key has in some layout, first in this one; nil if there is none.
  func owner(of chord: KeyChord, otherThan command: Command, in layout: ScreenLayout) -> Command? {
    [self[layout], drumming, listening].compactMap {
      $0.owner(of: chord, inTimeline: command.isOfTimeline)
    }.first { $0 != command }
  }
}
