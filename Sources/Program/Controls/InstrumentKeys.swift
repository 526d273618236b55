import Instruments
import TerminalKit

package struct StringPluck: Hashable, Sendable {
  /// From 0 for the lowest string.
  package let string: Int
  package let key: Int
  /// 1–127.
  package let velocity: Int
  /// Seconds after the key or the movement.
  package var delay = 0.0
}

/// The keys and the strings of the instrument's screen. A value of the terminal thread.
///
/// The digits choose a chord, the arrows up and down strum it, with Shift loudly, the lower row of letters plucks single
/// strings, Backspace damps all. The mouse plucks the strings that it is dragged across.
package struct InstrumentKeys: Hashable, Sendable {
  package var chord: GuitarChord
  /// The strings on the terminal, a row each, the highest one first; empty if there is no room.
  package let strings: Rect
  /// The keys of the chords, in their order.
  package let chordKeys: [Character]
  /// The keys of the strings, the lowest string first.
  package let stringKeys: [Character]
  /// The row below the pointer while its button is held down; −1 above the strings.
  private var row: Int?
  /// Nanoseconds.
  private var movedAt: Int64 = 0

  package init(_ pads: PadKeys, chord: GuitarChord, strings: Rect) {
    (self.chord, self.strings) = (chord, strings)
    chordKeys = pads.digits.plain + (pads == .azerty ? "çà" : "90")
    stringKeys = [pads == .azerty ? "w" : pads == .qwertz ? "y" : "z"] + "xcvbn"
  }

  // MARK: Keys

  /// Velocities and seconds from one string to the next, of a usual and of a loud strum.
  private static let usual = (velocity: 92, gap: 0.011)
  private static let loud = (velocity: 122, gap: 0.007)

  /// Decides what a key does; nil for another key.
  mutating func press(_ key: KeyEvent) -> KeyRouter.Action? {
    let action = action(of: key)
    // A key that is held down does not play again.
    return key.kind == .press || action == nil ? action : .pluck([])
  }

  private mutating func action(of key: KeyEvent) -> KeyRouter.Action? {
    let style = key.modifiers.contains(.shift) ? InstrumentKeys.loud : InstrumentKeys.usual
    guard key.modifiers.subtracting(.shift).isEmpty else { return nil }
    switch key.key {
    case .down: return .pluck(strum(0..<GuitarNeck.strings, style.velocity, style.gap))
    case .up: return .pluck(strum((0..<GuitarNeck.strings).reversed(), style.velocity, style.gap))
    case .backspace: return .damp
    case .character(let character):
      if let index = chordKeys.firstIndex(of: character) {
        if key.kind == .press { chord = GuitarChord.allCases[index] }
        return .chord(chord)
      }
      return stringKeys.firstIndex(of: character).map { .pluck([pluck($0, style.velocity)]) }
    default: return nil
    }
  }

  /// Returns the plucks of the strings of the chord, in an order.
  private func strum(_ strings: some Sequence<Int>, _ velocity: Int, _ gap: Double) -> [StringPluck] {
    strings.filter { chord.key(onString: $0) != nil }.enumerated().map { index, string in
      var pluck = pluck(string, velocity)
      pluck.delay = Double(index) * gap
      return pluck
    }
  }

  /// Returns the pluck of a string; of the open string if the chord does not have it.
  private func pluck(_ string: Int, _ velocity: Int) -> StringPluck {
    StringPluck(
      string: string, key: chord.key(onString: string) ?? GuitarNeck.openKey(string), velocity: velocity)
  }

  // MARK: The mouse

  /// Strings in a second at which a stroke is as loud as possible.
  private static let fastest = 120.0
  private static let softest = 50.0

  /// Plucks what the pointer crosses; nil if the movement does not concern the strings.
  mutating func point(_ mouse: MouseEvent, at nanoseconds: Int64) -> KeyRouter.Action? {
    switch mouse.kind {
    case .press where mouse.button == .left && strings.contains(mouse.point):
      let row = mouse.point.y - strings.y
      (self.row, movedAt) = (row, nanoseconds)
      return .pluck([pluck(string(row), InstrumentKeys.usual.velocity)])
    case .drag:
      guard let before = row else { return nil }
      let row = min(max(mouse.point.y - strings.y, -1), GuitarNeck.strings)
      defer { (self.row, movedAt) = (row, nanoseconds) }
      return .pluck(cross(from: before, to: row, in: Double(nanoseconds - movedAt) / 1e9))
    case .release:
      row = nil
      return nil
    case .press, .wheelUp, .wheelDown: return nil
    }
  }

  /// Returns the plucks of a movement across rows in some seconds: the strings in their order, louder the faster they
  /// are crossed.
  private func cross(from before: Int, to row: Int, in seconds: Double) -> [StringPluck] {
    let rows = row > before ? Array((before + 1)...row) : Array((row..<before).reversed())
    let speed = Double(rows.count) / max(seconds, 0.001)
    let share = min(speed / InstrumentKeys.fastest, 1)
    let velocity = Int(InstrumentKeys.softest + (127 - InstrumentKeys.softest) * share.squareRoot())
    let gap = min(seconds / Double(max(rows.count, 1)), 0.02)
    return strum(rows.filter((0..<GuitarNeck.strings).contains).map(string), velocity, gap)
  }

  /// Returns the string of a row.
  private func string(_ row: Int) -> Int { GuitarNeck.strings - 1 - row }
}
