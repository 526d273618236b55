/// The moves and the sweeps, which are played like pads: they are no changes of the mixer.
extension MixOwner {
  /// The moves that are held.
  package var held: Set<Move> { moves.held }

  /// Returns the position of a filter, from −100 (low-pass) over 0 (dry) to 100 (high-pass).
  package func position(of sweep: Sweep) -> Double { moves.position(of: sweep) }

  /// Holds a move, or releases it; heard within 10 ms.
  package func hold(_ move: Move, _ isHeld: Bool) {
    moves.hold(move, isHeld)
    let address = move == .throw ? moves.chosen.address : MixGraph.Address(move)
    update([(address, isHeld ? 1 : 0)], after: graph)
  }

  /// What a throw by hand sends: what was chosen last.
  package var chosenThrow: Throw { moves.chosen }

  /// Chooses what is thrown and holds it, after releasing another throw by hand; or releases it.
  package func hold(_ thrown: Throw, _ isHeld: Bool) {
    if thrown != moves.chosen {
      if !isHeld { return }
      if moves.held.contains(.throw) { hold(Move.throw, false) }
      moves.choose(thrown)
    }
    hold(Move.throw, isHeld)
  }

  /// Turns a filter, from −100 to 100; heard within 20 ms.
  package func sweep(_ sweep: Sweep = .music, to position: Double) {
    moves.sweep(sweep, to: position)
    update([(MixGraph.Address(sweep), moves.position(of: sweep))], after: graph)
  }
}
