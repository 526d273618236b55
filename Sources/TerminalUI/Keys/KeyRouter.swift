import TerminalKit

/// Where each of the terminal's events goes: the focus and the bindings, as a value of the input thread's.
///
/// The focus switches in the order of the bytes: letters typed after `/` never strike, even where all came at once.
package struct KeyRouter: Sendable {
  package enum Action: Hashable, Sendable {
    /// A pad, from 1, to be struck at once.
    case strike(pad: Int, velocity: Int)
    case command(UserCommand)
    /// A key or a paste for what is being typed.
    case typed(InputEvent)
    case reply(TerminalReply)
  }

  private enum Focus { case pads, text }

  /// MIDI velocities of a plain and of an accented strike.
  package static let plainVelocity = 100
  package static let accentVelocity = 127

  private let keys: KeyMap
  private var heldKeys: HeldKeyFilter
  private var focus = Focus.pads

  package init(keys: KeyMap, heldKeys: HeldKeyFilter) {
    self.keys = keys
    self.heldKeys = heldKeys
  }

  /// - Parameter nanoseconds: when the event was read.
  package mutating func route(_ event: InputEvent, at nanoseconds: Int64) -> Action? {
    switch event {
    case .key(let key): focus == .text ? type(key) : press(key, at: nanoseconds)
    // What is pasted never strikes.
    case .paste: focus == .text ? .typed(event) : nil
    case .reply(let reply): .reply(reply)
    case .focus: nil
    }
  }

  private mutating func type(_ key: KeyEvent) -> Action? {
    if key.kind == .release { return nil }
    // Ctrl-C ends the program wherever it is pressed.
    if key.modifiers.contains(.ctrl), keys.command(for: key) == .quit { return .command(.quit) }
    if key.key == .enter || key.key == .escape { focus = .pads }
    return .typed(.key(key))
  }

  private mutating func press(_ key: KeyEvent, at nanoseconds: Int64) -> Action? {
    switch keys.command(for: key) {
    case .pad(let number, let accent):
      guard heldKeys.passes(key.chord, at: nanoseconds) else { return nil }
      return .strike(
        pad: number, velocity: accent ? KeyRouter.accentVelocity : KeyRouter.plainVelocity)
    case .find:
      focus = .text
      return .command(.find)
    case .take(let command) where command.takesText:
      focus = .text
      return .command(.take(command))
    case let command?: return .command(command)
    case nil: return nil
    }
  }
}
