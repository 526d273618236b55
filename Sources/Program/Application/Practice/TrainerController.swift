import MixEngine
import Observation
import Player

/// Where the trainer is in its plan.
package enum TrainerProgress: Hashable, Sendable {
  /// The repetition that plays, from 1, of those at this speed.
  case round(Int, of: Int)
  /// The speed stays.
  case goal
}

/// Increases the speed of the music with the repetitions of a loop, by a plan. Main thread.
///
/// A repetition ends where a loop or a repeated track returns to its start. It counts if all of it was played while the
/// trainer was on. When the music stops or another track begins, the plan starts again.
@MainActor @Observable
package final class TrainerController: TakePart {
  /// The tolerance for consecutive segments, in frames of the track.
  private static let tolerance = 2_000.0

  @ObservationIgnored var onNotice: (PracticeNotice) -> Void = { _ in }
  /// The active plan and the speed before it; nil while the trainer is off.
  private var running: (plan: TrainerPlan, formerSpeed: Double)?
  /// The repetitions since the last change of the speed.
  private var rounds = 0
  @ObservationIgnored private var last: MusicSegment?
  /// The frame of the track from which the music has played without a jump; nil if it is not known.
  @ObservationIgnored private var playedFrom: Int?

  /// Nil while the trainer is off.
  package var progress: TrainerProgress? {
    running.map { running in
      running.plan.isAtGoal(model.speed) && !running.plan.repeats
        ? .goal : .round(rounds + 1, of: running.plan.rounds)
    }
  }

  /// The active plan; nil while the trainer is off.
  package var plan: TrainerPlan? { running?.plan }

  /// Starts a plan; nil ends the trainer and restores the former speed.
  package func use(_ plan: TrainerPlan?) {
    if let plan {
      running = (plan, running?.formerSpeed ?? model.speed)
      playedFrom = owner.ranges.heardFrame()
      begin()
      let hasLoop = owner.ranges.loopEnd != nil || model.queue.repeatMode == .one
      return onNotice(.trainer(plan, hasLoop: hasLoop))
    }
    guard let running else { return onNotice(.trainerIsOff) }
    self.running = nil
    model.setSpeed(running.formerSpeed)
    onNotice(.trainerEnded(speed: model.speed))
  }

  private func begin() {
    guard let running else { return }
    rounds = 0
    model.setSpeed(running.plan.start)
  }

  func receive(_ event: PlayerEvent) {
    switch event {
    case .item: begin()
    case .state(.stopped):
      last = nil
      begin()
    default: break
    }
  }

  package func receive(_ segment: MusicSegment) {
    defer { last = segment }
    guard let last, isSameTrack(last, segment) else { return playedFrom = segment.trackFrame }
    let expected = Double(last.trackFrame) + Double(segment.outputFrame - last.outputFrame) * last.ratio
    let jump = Double(segment.trackFrame) - expected
    if segment.generation != last.generation {
      // A loop that is set and a queue that changes load the track again where it plays.
      if abs(jump) > TrainerController.tolerance { playedFrom = segment.trackFrame }
    } else if jump < -TrainerController.tolerance {
      roundEnded(at: segment.trackFrame)
    }
  }

  /// Counts a round if all of it was played. `start` is the frame of the track at which the next round starts.
  private func roundEnded(at start: Int) {
    let isWhole = playedFrom.map { Double($0) <= Double(start) + TrainerController.tolerance }
    playedFrom = start
    guard let running, isWhole == true else { return }
    rounds += 1
    guard rounds >= running.plan.rounds else { return }
    rounds = 0
    model.setSpeed(running.plan.speed(after: model.speed))
  }

  private func isSameTrack(_ last: MusicSegment, _ next: MusicSegment) -> Bool {
    guard let track = owner.playback.track(of: next.stream) else { return false }
    return track == owner.playback.track(of: last.stream)
  }
}

/// A plan that increases the speed with the repetitions of a loop. A speed is a factor of the original speed.
package struct TrainerPlan: Hashable, Sendable {
  package static let roundCounts = 1...100

  package let start: Double
  package let step: Double
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

  /// Returns whether no higher speed follows.
  func isAtGoal(_ speed: Double) -> Bool { speed >= goal - 0.001 }
}
