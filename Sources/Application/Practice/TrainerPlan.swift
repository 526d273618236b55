import Player

/// A plan by which music becomes faster from round to round of a loop. Speeds are parts of the original one.
package struct TrainerPlan: Hashable, Sendable {
  package static let roundCounts = 1...100

  package let start: Double
  /// What is added after some rounds.
  package let step: Double
  /// The rounds at each speed.
  package let rounds: Int
  package let goal: Double
  /// Whether the plan begins again after the rounds at the goal, which is kept otherwise.
  package let repeats: Bool

  /// Reads `60% +5% each 2 to 100% again`, of which the last two parts may be left out; nil if the text is something
  /// else, or a speed that is not possible.
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

  /// Reads whole percent: `60%`.
  private static func part(_ text: String) -> Double? {
    text.last == "%" ? Int(text.dropLast()).map { Double($0) / 100 } : nil
  }

  /// The text that `init` reads as the same.
  package var text: String {
    func percent(_ part: Double) -> String { "\(Int((part * 100).rounded()))%" }
    return "\(percent(start)) +\(percent(step)) each \(rounds) to \(percent(goal))\(repeats ? " again" : "")"
  }

  /// Returns the speed after the rounds at another one, which may be one that the user has set.
  func speed(after speed: Double) -> Double {
    if speed >= goal - 0.001 { return repeats ? start : speed }
    return min(((speed + step) * 100).rounded() / 100, goal)
  }
}

/// What is done with the trainer.
package enum TrainerCommand: Hashable, Sendable {
  case start(TrainerPlan)
  /// Ends it, and restores the speed from before it.
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

  /// The text that `init` reads as the same.
  package var text: String {
    switch self {
    case .start(let plan): plan.text
    case .off: "off"
    }
  }
}
