import Effects

/// The courses that lanes were compiled to last, by what they were compiled from: what has not changed since is used again, with
/// the memory of its frames. Not for several threads at once.
package final class CompiledLanes {
  /// The values of an address, and what they were made of.
  private struct Values {
    let lanes: [MixLane]
    let parameter: EffectParameter
    let initial: Double
    let column: LaneCompiler.Column
  }

  /// A course, and the values that it was made of.
  private struct Target {
    let columns: [LaneCompiler.Column]
    let thrown: [Throw]
    let course: LaneCompiler.Course
  }

  private var values: [MixGraph.Address: Values] = [:]
  private var targets: [MixTarget: Target] = [:]
  /// What the compilation that runs has used.
  private var newValues: [MixGraph.Address: Values] = [:]
  private var newTargets: [MixTarget: Target] = [:]
  /// The targets whose courses the last compilation has made.
  private(set) var made: Set<MixTarget> = []

  package init() {}

  func begin() { made = [] }

  /// Forgets what the compilation has not used.
  func end() {
    (values, targets) = (newValues, newTargets)
    (newValues, newTargets) = ([:], [:])
  }

  /// Returns the values of the lanes of an address: those of before, or what `make` returns for the same lanes, parameter and
  /// initial value.
  func column(
    _ address: MixGraph.Address, _ lanes: [MixLane], _ parameter: EffectParameter, initial: Double,
    make: () -> LaneCompiler.Column
  ) -> LaneCompiler.Column {
    var known = values[address].flatMap { known in
      known.lanes == lanes && known.parameter == parameter && known.initial == initial ? known : nil
    }
    if known == nil { known = Values(lanes: lanes, parameter: parameter, initial: initial, column: make()) }
    newValues[address] = known
    return known?.column ?? make()
  }

  /// Returns the course of a target: that of before, or what `make` returns for the same values and throws.
  func course(
    of target: MixTarget, _ address: MixGraph.Address?, _ columns: [LaneCompiler.Column], _ thrown: [Throw],
    make: () -> LaneCompiler.Course
  ) -> LaneCompiler.Course {
    if let known = targets[target], known.columns == columns, known.thrown == thrown,
      known.course.address == address
    {
      newTargets[target] = known
      return known.course
    }
    let course = make()
    made.insert(target)
    newTargets[target] = Target(columns: columns, thrown: thrown, course: course)
    return course
  }
}

extension LaneCompiler {
  /// The values that an address has from frames on, and before them.
  struct Column: Equatable {
    var initial: Double
    private(set) var frames: [Int] = []
    private(set) var values: [Double] = []

    init(initial: Double) { self.initial = initial }

    /// Adds a value, or replaces that of the last frame. One of an earlier frame is left out.
    mutating func append(_ frame: Int, _ value: Double) {
      guard let last = frames.last, frame <= last else {
        frames.append(frame)
        return values.append(value)
      }
      if frame == last { values[values.count - 1] = value }
    }

    func mapped(_ transform: (Double) -> Double) -> Column {
      var copy = self
      copy.values = values.map(transform)
      return copy
    }

    /// Returns the points of both; on one frame that of the other column.
    func merged(with other: Column) -> Column {
      var result = Column(initial: initial)
      var (own, theirs) = (0, 0)
      while own < frames.count || theirs < other.frames.count {
        if theirs == other.frames.count || (own < frames.count && frames[own] <= other.frames[theirs]) {
          result.append(frames[own], values[own])
          own += 1
        } else {
          result.append(other.frames[theirs], other.values[theirs])
          theirs += 1
        }
      }
      return result
    }
  }
}
