import Application
import TerminalKit

/// Where each of the terminal's events goes: the focus and the bindings, as a value of the input thread's.
///
/// The focus switches in the order of the bytes: letters typed after `/` never strike, even where all came at once.
package struct KeyRouter: Sendable {
  package enum Action: Hashable, Sendable {
    /// A pad, from 1, to be struck at once.
    case strike(pad: Int, velocity: Int)
    /// The key that struck a pad came up.
    case release(pad: Int)
    case command(Command)
    /// A key or a paste for what is being typed.
    case typed(InputEvent)
    /// The key that was waited for, to be bound.
    case captured(KeyChord)
    case mouse(MouseEvent)
    case focus(Bool)
    case reply(TerminalReply)
  }

  private enum Focus { case pads, text, capture }

  /// MIDI velocities of a plain and of an accented strike.
  package static let plainVelocity = 100
  package static let accentVelocity = 127

  package var keys: KeyMap
  package var pads = PadTargets()
  private var heldKeys: HeldKeyFilter
  private var focus = Focus.pads
  /// The pad that the mouse holds down.
  private var pointedPad: Int?
  /// Whether only pads, play and the lock itself act.
  private var isLocked = false

  package init(keys: KeyMap, heldKeys: HeldKeyFilter) {
    self.keys = keys
    self.heldKeys = heldKeys
  }

  /// The next key does nothing but be told.
  package mutating func captureNext() { focus = .capture }

  /// What is pressed from now on is text, until Enter or Escape.
  package mutating func takeText() { focus = .text }

  /// - Parameter nanoseconds: when the event was read.
  package mutating func route(_ event: InputEvent, at nanoseconds: Int64) -> Action? {
    switch event {
    case .key(let key) where key.kind == .release: release(key)
    case .key(let key):
      switch focus {
      case .pads: press(key, at: nanoseconds)
      case .text: type(key)
      case .capture: capture(key)
      }
    // What is pasted never strikes.
    case .paste: focus == .text ? .typed(event) : nil
    case .mouse(let mouse): point(mouse)
    case .focus(let isOurs): .focus(isOurs)
    case .reply(let reply): .reply(reply)
    }
  }

  private mutating func type(_ key: KeyEvent) -> Action? {
    // Ctrl-C ends the program wherever it is pressed.
    if key.modifiers.contains(.ctrl), keys.command(for: key) == .quit { return .command(.quit) }
    if key.key == .enter || key.key == .escape { focus = .pads }
    return .typed(.key(key))
  }

  private mutating func capture(_ key: KeyEvent) -> Action? {
    if key.kind != .press { return nil }
    focus = .pads
    return .captured(key.chord)
  }

  /// Whatever has the focus by now: what was struck is let go.
  private func release(_ key: KeyEvent) -> Action? {
    var key = key
    key.kind = .press
    guard case .pad(let number, _)? = keys.command(for: key) else { return nil }
    return .release(pad: number)
  }

  private mutating func press(_ key: KeyEvent, at nanoseconds: Int64) -> Action? {
    switch keys.command(for: key) {
    case .pad(let number, let accent):
      guard heldKeys.passes(key.chord, at: nanoseconds) else { return nil }
      return .strike(
        pad: number, velocity: accent ? KeyRouter.accentVelocity : KeyRouter.plainVelocity)
    case .lockPads:
      isLocked.toggle()
      return .command(.lockPads)
    case let command? where isLocked && command != .playPause: return nil
    case let command? where command.takesText:
      focus = .text
      return .command(command)
    case let command?: return .command(command)
    case nil: return nil
    }
  }

  private mutating func point(_ mouse: MouseEvent) -> Action? {
    if mouse.kind == .release, let pad = pointedPad {
      pointedPad = nil
      return .release(pad: pad)
    }
    if mouse.kind == .press, mouse.button == .left, let strike = pads.strike(at: mouse.point) {
      pointedPad = strike.pad
      return .strike(pad: strike.pad, velocity: strike.velocity)
    }
    return isLocked ? nil : .mouse(mouse)
  }
}
