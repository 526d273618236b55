import Player

/// A plan that increases the speed with the repetitions of a loop. A speed is a factor of the original speed.
package struct TrainerPlan: Hashable, Sendable {
  package static let roundCounts = 1...100

  package let start: Double
  /// The increment of the speed.
  package let step: Double
  /// The number of repetitions at each speed.
  package let rounds: Int
  package let goal: Double
  /// Whether the plan starts again after the repetitions at the goal; else the speed stays at the goal.
  package let repeats: Bool

  /// Reads `60% +5% each 2 to 100% again`, in which `to 100%` and `again` are optional; nil if the text or a speed is not
  /// valid.
  package init?(_ text: String) {
    var words = text.split(separator: " ").map(String.init)[...]
    repeats = words.last == "again"
    if repeats { words.removeLast() }
    let list = Array(words)
    guard list.count == 4 || list.count == 6, list[1].first == "+", list[2] == "each",
      let start = TrainerPlan.part(list[0]), let step = TrainerPlan.part(String(list[1].dropFirst())),
      let rounds = Int(list[3]), TrainerPlan.roundCounts.contains(rounds)
    else { return nil }
    (self.start, self.step, self.rounds) = (start, step, rounds)
    guard list.count == 4 || list[4] == "to", let goal = list.count == 4 ? 1 : TrainerPlan.part(list[5]),
      PlayerModel.speedRange.contains(start), PlayerModel.speedRange.contains(goal), step > 0, start < goal
    else { return nil }
    self.goal = goal
  }

  /// Reads an integer percentage: `60%`.
  private static func part(_ text: String) -> Double? {
    text.last == "%" ? Int(text.dropLast()).map { Double($0) / 100 } : nil
  }

  /// The text from which `init(_:)` creates the same plan.
  package var text: String {
    func percent(_ part: Double) -> String { "\(Int((part * 100).rounded()))%" }
    return "\(percent(start)) +\(percent(step)) each \(rounds) to \(percent(goal))\(repeats ? " again" : "")"
  }

  /// Returns the speed that follows a speed, which the user may have changed.
  func speed(after speed: Double) -> Double {
    if isAtGoal(speed) { return repeats ? start : speed }
    return min(((speed + step) * 100).rounded() / 100, goal)
  }
}

extension TrainerPlan {
  /// Returns whether no higher speed follows.
  func isAtGoal(_ speed: Double) -> Bool { speed >= goal - 0.001 }
}

/// A command of the trainer.
package enum TrainerCommand: Hashable, Sendable {
  case start(TrainerPlan)
  /// Ends the trainer and restores the former speed.
  case off

  package init?(_ text: String) {
    if text == "off" {
      self = .off
    } else if let plan = TrainerPlan(text) {
      self = .start(plan)
    } else {
      return nil
    }
  }

  /// The text from which `init(_:)` creates the same command.
  package var text: String {
    switch self {
    case .start(let plan): plan.text
    case .off: "off"
    }
  }
}
