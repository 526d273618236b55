import MixEngine

/// Lanes of takes for the chains of a rack.
extension UnitRack {
  /// Compiles lanes for the engine.
  ///
  /// - Parameters:
  ///   - graph: the mixer of the chains.
  ///   - compiled: what was compiled before, which is used again where nothing has changed.
  ///   - build: makes the chains, with the faders and sends that the lanes move; with whether the present chains lack any.
  /// - Returns: the courses, and the addresses that the mixer does not have.
  package func courses(
    of lanes: [MixLane], graph: MixGraph, levelGain: @escaping LevelGain,
    reusing compiled: CompiledLanes = CompiledLanes(), build: (Bool) -> Void
  ) -> (courses: [AutomationCourse], unknown: [MixGraph.Address]) {
    let compiler = LaneCompiler(graph: graph, levelGain: levelGain, compiled: compiled)
    let (courses, unknown) = compiler.compile(lanes)
    build(prepare(for: courses.map(\.target), graph))
    return (courses.compactMap(course), unknown)
  }

  /// Returns a compiled lane with its target; nil if the chains do not have it, or it cannot be set at a frame.
  private func course(_ course: LaneCompiler.Course) -> AutomationCourse? {
    automationTarget(course.target).map {
      AutomationCourse($0.target, frames: course.frames, bits: course.bits, owner: $0.owner)
    }
  }

  /// Sets moves before the first chains are built, so that they have them from the first frame.
  package func begin(with values: [(address: MixGraph.Address, value: Double)]) {
    guard let moves else { return }
    for (address, value) in values where value.isFinite {
      switch address.part {
      case .move(let move): moves.hold(move, value >= 0.5)
      case .throw:
        guard value >= 0.5, let thrown = Throw(address) else { break }
        moves.choose(thrown)
        moves.hold(.throw, true)
      case .sweep(let sweep): moves.sweep(sweep, to: value)
      case .gain, .pan, .mute, .solo, .send, .parameter, .song: break
      }
    }
  }
}

extension MixGraph {
  /// Sets values within the ranges of their parameters. Those that the mixer does not have, and moves, are left out.
  package mutating func set(_ values: [(address: Address, value: Double)]) {
    for (address, value) in values where value.isFinite {
      guard let parameter = parameter(at: address) else { continue }
      let value = parameter.clamped(value)
      if let (insert, index) = insert(at: address), let index {
        set(value, parameter: index, ofInsert: insert.id)
      } else {
        set(value, at: address)
      }
    }
  }
}

extension MixGraph.Address {
  /// Whether it is a move or a sweep, which are in no mixer and in each one.
  package var isMove: Bool {
    switch part {
    case .move, .throw, .sweep: true
    case .gain, .pan, .mute, .solo, .send, .parameter, .song: false
    }
  }
}
