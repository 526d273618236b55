import AudioBase
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
/// A repetition ends where a loop or a repeated track returns to its start. When the music stops or another track begins,
/// the plan starts again.
@MainActor @Observable
package final class TrainerController {
  /// The tolerance for consecutive segments, in frames of the track.
  private static let tolerance = 2_000.0

  @ObservationIgnored private let takes: TakeController
  @ObservationIgnored private let onNotice: (PracticeNotice) -> Void
  /// The active plan and the speed before it; nil while the trainer is off.
  private var running: (plan: TrainerPlan, formerSpeed: Double)?
  /// The repetitions since the last change of the speed.
  private var rounds = 0
  @ObservationIgnored private var last: MusicSegment?
  @ObservationIgnored private var subscription: EventStream<PlayerEvent>.Subscription?

  init(_ takes: TakeController, onNotice: @escaping (PracticeNotice) -> Void) {
    (self.takes, self.onNotice) = (takes, onNotice)
    subscription = takes.model.events.subscribe { [weak self] in self?.receive($0) }
  }

  /// Nil while the trainer is off.
  package var progress: TrainerProgress? {
    running.map { running in
      running.plan.isAtGoal(takes.model.speed) && !running.plan.repeats
        ? .goal : .round(rounds + 1, of: running.plan.rounds)
    }
  }

  /// The active plan; nil while the trainer is off.
  package var plan: TrainerPlan? { running?.plan }

  package func perform(_ command: TrainerCommand) {
    switch command {
    case .start(let plan):
      running = (plan, running?.formerSpeed ?? takes.model.speed)
      begin()
      let hasLoop = takes.loopEnd != nil || takes.model.queue.repeatMode == .one
      onNotice(.trainer(plan, hasLoop: hasLoop))
    case .off:
      guard let running else { return onNotice(.trainerIsOff) }
      self.running = nil
      takes.model.setSpeed(running.formerSpeed)
      onNotice(.trainerEnded(speed: takes.model.speed))
    }
  }

  private func begin() {
    guard let running else { return }
    rounds = 0
    takes.model.setSpeed(running.plan.start)
  }

  private func receive(_ event: PlayerEvent) {
    switch event {
    case .item, .state(.stopped): begin()
    case .state, .volume, .balance, .shuffle, .repeatMode, .consume, .speed, .seeked, .queue, .output,
      .notice:
      break
    }
  }

  /// Handles a segment of music that the engine has started.
  package func receive(_ segment: MusicSegment) {
    defer { last = segment }
    guard let running, let last, isRound(last, segment) else { return }
    rounds += 1
    guard rounds >= running.plan.rounds else { return }
    rounds = 0
    takes.model.setSpeed(running.plan.speed(after: takes.model.speed))
  }

  /// Returns whether the music jumps backwards in the same track without a seek.
  private func isRound(_ last: MusicSegment, _ next: MusicSegment) -> Bool {
    guard next.generation == last.generation, let track = takes.track(of: next.stream),
      track == takes.track(of: last.stream)
    else { return false }
    let expected = Double(last.trackFrame) + Double(next.outputFrame - last.outputFrame) * last.ratio
    return Double(next.trackFrame) < expected - TrainerController.tolerance
  }
}
