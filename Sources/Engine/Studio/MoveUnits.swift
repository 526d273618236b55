import AudioBase
import Effects

/// A change of the sound for as long as a key is held.
package enum Move: String, Hashable, Sendable, CaseIterable {
  /// Sends what the pads play to an echo.
  case `throw`
  /// Repeats the last beat of the music.
  case stutter
  /// Slows the music to a stop.
  case brake
}

/// The units of the moves and of the sweep.
///
/// They are in the chains of the player but not in its graph: a move is played like a pad. It changes neither the user's
/// mixer nor what can be undone, and takes and exports do not store it. The units of the music are in the chains from the
/// start, since a stutter repeats what has sounded before it is held.
final class MoveUnits {
  /// The number of the return for throws, behind those that a graph can have.
  static let throwReturn = MixGraph.mostReturns + 1

  private let filter, stutter, brake: any EffectUnit
  /// The echo of throws, if the mixer has none: that of the shipped mixer "dub".
  let echo: any EffectUnit
  private(set) var held: Set<Move> = []
  /// Whether something was thrown, so that chains have the sends of throws.
  private(set) var hasThrown = false

  init(rate: SampleRate) {
    func unit(_ kind: EffectKind) -> any EffectUnit { kind.makeUnit(UnitSetup(rate: rate, values: [])) }
    (filter, stutter, brake, echo) = (unit(.sweep), unit(.stutter), unit(.brake), unit(.delay))
    for (name, value) in [("time", 0.75), ("feedback", 62), ("mix", 100)] { echo.set(name, to: value) }
  }

  /// At the end of the effects of the music.
  var music: [any EffectUnit] { [filter, stutter, brake] }

  var all: [any EffectUnit] { music + [echo] }

  func hold(_ move: Move, _ isHeld: Bool) {
    if isHeld { held.insert(move) } else { held.remove(move) }
    switch move {
    case .throw: hasThrown = hasThrown || isHeld
    case .stutter: stutter.set("hold", to: isHeld ? 1 : 0)
    case .brake: brake.set("hold", to: isHeld ? 1 : 0)
    }
  }

  /// Turns the filter of the music, from −100 to 100.
  func sweep(to position: Double) { filter.set("position", to: position) }
}

extension EffectUnit {
  /// Moves the parameter of a name; does nothing if the effect has none of that name.
  func set(_ name: String, to value: Double) {
    if let index = parameters.firstIndex(where: { $0.name == name }) { set(index, to: value) }
  }
}

extension MixGraph {
  /// The first return with an echo that is heard; nil if there is none.
  var echoReturn: Int? {
    (1...MixGraph.mostReturns).first { number in
      self[.returns(number)].inserts.contains { $0.unit == EffectKind.delay.rawValue && !$0.isBypassed }
    }
  }
}
