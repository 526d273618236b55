import Synchronization
import SystemBase

/// The jobs that wait for a lane, first come, first served.
final class TagJobQueue: Sendable {
  /// By which a lane without work is woken.
  final class Sleeper: Sendable {
    fileprivate let signal = WakeSignal()
  }

  enum Added {
    case taken
    /// Whoever added it starts a lane.
    case needsLane
    /// Nothing is taken any more.
    case refused
  }

  private struct State {
    var waiting: [TagJob] = []
    var idle: [Sleeper] = []
    var lanes = 0
    var isStopped = false
  }

  private let state = Mutex(State())
  private let mostLanes: Int
  private let idleMilliseconds: Int32

  init(mostLanes: Int, idleSeconds: Double) {
    self.mostLanes = mostLanes
    idleMilliseconds = Int32(idleSeconds * 1_000)
  }

  func add(_ job: TagJob) -> Added {
    state.withLock { state in
      if state.isStopped { return .refused }
      state.waiting.append(job)
      if let sleeper = state.idle.popLast() {
        sleeper.signal.wake()
        return .taken
      }
      guard state.lanes < mostLanes else { return .taken }
      state.lanes += 1
      return .needsLane
    }
  }

  /// Makes room for a lane without a job. - Returns: whether whoever asks is to start one.
  func reserveLane() -> Bool {
    state.withLock { state in
      guard !state.isStopped, state.lanes < mostLanes else { return false }
      state.lanes += 1
      return true
    }
  }

  /// The next job for a lane.
  ///
  /// - Returns: nil where there is none; to a lane that may wait this says that it is to end.
  func next(_ sleeper: Sleeper, mayWait: Bool) -> TagJob? {
    var hasSlept = false
    while true {
      let (job, isOver) = state.withLock { state -> (TagJob?, Bool) in
        let wasCalled = !state.idle.contains { $0 === sleeper }
        state.idle.removeAll { $0 === sleeper }
        if !state.waiting.isEmpty { return (state.waiting.removeFirst(), true) }
        if !mayWait { return (nil, true) }
        if state.isStopped || (hasSlept && !wasCalled) {
          state.lanes -= 1
          return (nil, true)
        }
        state.idle.append(sleeper)
        return (nil, false)
      }
      if isOver { return job }
      sleeper.signal.wait(milliseconds: idleMilliseconds)
      hasSlept = true
    }
  }

  /// - Returns: the jobs that nobody has begun.
  func stop() -> [TagJob] {
    state.withLock { state in
      state.isStopped = true
      state.idle.forEach { $0.signal.wake() }
      state.idle = []
      defer { state.waiting = [] }
      return state.waiting
    }
  }
}

/// Files of which the same is asked, and who is told.
struct TagJob: Sendable {
  var subject: TagRequest.Subject
  var paths: [FilePath]
  /// Called once, on the thread of a worker's lane, with an answer for each path, in their order.
  var deliver: @Sendable ([TagAnswer]) -> Void
}
