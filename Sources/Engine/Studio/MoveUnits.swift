import AudioBase
import Effects

/// A change of the sound for as long as a key is held.
package enum Move: String, Hashable, Sendable, CaseIterable {
  /// Sends what the pads play, or what was chosen, to an echo or another return.
  case `throw`
  /// Repeats the last beat of the music.
  case stutter
  /// Slows the music to a stop.
  case brake
  /// Has the echo of throws feed back until it oscillates.
  case feedback

  /// The strip whose sound it changes.
  var bus: MixGraph.Bus {
    switch self {
    case .throw, .feedback: .pads
    case .stutter, .brake: .music
    }
  }
}

/// A filter that is played: to the left a low-pass, to the right a high-pass.
package enum Sweep: String, Hashable, Sendable, CaseIterable {
  case music = "sweep"
  /// That of the return with the echo of throws.
  case echo = "sweep-echo"

  /// The strip whose lane mode it has.
  var bus: MixGraph.Bus {
    switch self {
    case .music: .music
    case .echo: .pads
    }
  }
}

/// The units of the moves and of the sweep.
///
/// They are in the chains of the player but not in its graph: a move is played like a pad. It changes neither the user's
/// mixer nor what can be undone. Takes store it in lanes. The units of the music are in the chains from the start, since a
/// stutter repeats what has sounded before it is held.
final class MoveUnits {
  /// The number of the return for throws, behind those that a graph can have.
  static let throwReturn = MixGraph.mostReturns + 1

  private let filter, echoFilter: any EffectUnit
  private let stutter, brake: any EffectUnit
  /// The echo of throws, if the mixer has none: that of the shipped mixer "dub".
  let echo: any EffectUnit
  private(set) var held: Set<Move> = []
  /// What a throw by hand sends: what was chosen last.
  private(set) var chosen = Throw.pads
  /// What was or may be thrown, so that chains have its sends.
  private(set) var prepared: Set<Throw> = []
  /// The positions of the filters, from −100 to 100; 0 if there is none.
  private var positions: [Sweep: Double] = [:]

  init(rate: SampleRate) {
    func unit(_ kind: EffectKind) -> any EffectUnit { kind.makeUnit(UnitSetup(rate: rate, values: [])) }
    (filter, stutter, brake, echo) = (unit(.sweep), unit(.stutter), unit(.brake), unit(.delay))
    echoFilter = unit(.sweep)
    for (name, value) in [("time", 0.75), ("feedback", 62), ("mix", 100)] { echo.set(name, to: value) }
    // A unit that is in no plan yet has faded in after a silent frame. Each throw sounds like the first one.
    var frame = Frame.zero
    for unit in all { _ = unit.unit.run(&frame, 1, isSilent: true) }
  }

  /// At the end of the effects of the music.
  var music: [any EffectUnit] { [filter, stutter, brake] }

  var all: [any EffectUnit] { music + [echo, echoFilter] }

  /// Returns what is at the end of the effects of a return: the filter of the echo if throws go there. It is there before its
  /// first move, since a unit that has not been heard does not glide to its value.
  func units(ofReturn number: Int, _ graph: MixGraph) -> [any EffectUnit] {
    number == graph.throwReturn ? [echoFilter] : []
  }

  func position(of sweep: Sweep) -> Double { positions[sweep] ?? 0 }

  /// Notes the position of a filter; `UnitRack` sets it.
  func sweep(_ sweep: Sweep, to position: Double) {
    positions[sweep] = min(max(position, -100), 100)
  }

  func unit(of sweep: Sweep) -> any EffectUnit {
    switch sweep {
    case .music: filter
    case .echo: echoFilter
    }
  }

  /// Notes whether a move is held; `UnitRack` sets what it moves.
  func hold(_ move: Move, _ isHeld: Bool) {
    if isHeld { held.insert(move) } else { held.remove(move) }
    if move == .throw && isHeld { prepared.insert(chosen) }
  }

  /// Notes what a throw by hand sends from now on. None is held.
  func choose(_ thrown: Throw) { chosen = thrown }

  /// Has the next chains have a send of throws, also to `throwReturn`.
  func prepare(_ bus: MixGraph.Bus, to number: Int) {
    prepared.insert(Throw(bus, to: number))
  }

  /// Whether chains have the echo of throws.
  var needsEcho: Bool { prepared.contains { $0.target == nil || $0.target == MoveUnits.throwReturn } }

  /// What is thrown by hand; nil if nothing is.
  var thrown: Throw? { held.contains(.throw) ? chosen : nil }

  /// Returns the unit of the music that a move holds; nil for a throw, which moves sends, and for the feedback of an echo.
  func unit(of move: Move) -> (any EffectUnit)? {
    switch move {
    case .throw, .feedback: nil
    case .stutter: stutter
    case .brake: brake
    }
  }
}

extension EffectUnit {
  /// Moves the parameter of a name; does nothing if the effect has none of that name.
  func set(_ name: String, to value: Double) {
    if let index = parameters.firstIndex(where: { $0.name == name }) { set(index, to: value) }
  }
}

extension MixGraph {
  /// The first return with an echo that is heard; nil if there is none.
  var echoReturn: Int? { (1...MixGraph.mostReturns).first { echo(ofReturn: $0) != nil } }

  /// The echo to which throws are sent; nil if it belongs to no mixer.
  var echo: Insert? { echoReturn.flatMap(echo) }

  private func echo(ofReturn number: Int) -> Insert? {
    self[.returns(number)].inserts.first { $0.unit == EffectKind.delay.rawValue && !$0.isBypassed }
  }
}
