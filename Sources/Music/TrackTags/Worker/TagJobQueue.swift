import Synchronization
import SystemBase

/// The queue of jobs for the threads that communicate with workers, first in, first out.
final class TagJobQueue: Sendable {
  /// Wakes a worker's thread that waits for a job.
  final class IdleWorker: Sendable {
    fileprivate let signal = WakeSignal()
  }

  enum Added {
    case accepted
    /// The caller must start a worker.
    case needsWorker
    /// The queue was stopped.
    case refused
  }

  private struct State {
    var waiting: [TagJob] = []
    var idle: [IdleWorker] = []
    var workers = 0
    var isStopped = false
  }

  private let state = Mutex(State())
  private let workerLimit: Int
  private let idleMilliseconds: Int32

  init(workerLimit: Int, idleSeconds: Double) {
    self.workerLimit = workerLimit
    idleMilliseconds = Int32(idleSeconds * 1_000)
  }

  func add(_ job: TagJob) -> Added {
    state.withLock { state in
      if state.isStopped { return .refused }
      state.waiting.append(job)
      if let worker = state.idle.popLast() {
        worker.signal.wake()
        return .accepted
      }
      guard state.workers < workerLimit else { return .accepted }
      state.workers += 1
      return .needsWorker
    }
  }

  /// Reserves a worker without a job. Returns whether the caller must start a worker.
  func reserveWorker() -> Bool {
    state.withLock { state in
      guard !state.isStopped, state.workers < workerLimit else { return false }
      state.workers += 1
      return true
    }
  }

  /// Returns the next job for a worker; nil if there is none. A worker that may wait must then end.
  func next(_ worker: IdleWorker, mayWait: Bool) -> TagJob? {
    var hasSlept = false
    while true {
      let (job, isOver) = state.withLock { state -> (TagJob?, Bool) in
        let wasCalled = !state.idle.contains { $0 === worker }
        state.idle.removeAll { $0 === worker }
        if !state.waiting.isEmpty { return (state.waiting.removeFirst(), true) }
        if !mayWait { return (nil, true) }
        if state.isStopped || (hasSlept && !wasCalled) {
          state.workers -= 1
          return (nil, true)
        }
        state.idle.append(worker)
        return (nil, false)
      }
      if isOver { return job }
      worker.signal.wait(milliseconds: idleMilliseconds)
      hasSlept = true
    }
  }

  /// Stops the queue. Returns the jobs that were not started.
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

/// A request for several files, and the function that receives the answers.
struct TagJob: Sendable {
  var subject: TagRequest.Subject
  var paths: [FilePath]
  /// Called once on the thread of a worker, with an answer for each path in order.
  var deliver: @Sendable ([TagAnswer]) -> Void
}
