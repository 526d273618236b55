import SystemBase
import Testing

/// Shares the machine among these tests: those that measure time have it to themselves, after all others.
actor Machine {
  static let shared = Machine()
  /// The tests wait most of the time: for sound that is played, screens that are drawn, programs that end.
  static let places = 6

  private var running = 0
  private var isAlone = false
  private var together: [CheckedContinuation<Void, Never>] = []
  private var alone: [CheckedContinuation<Void, Never>] = []

  func enter(_ share: MachineShare) async {
    await withCheckedContinuation { turn in
      if share.isAlone { alone.append(turn) } else { together.append(turn) }
      startTests()
    }
  }

  func leave() {
    running -= 1
    isAlone = false
    startTests()
  }

  private func startTests() {
    guard !isAlone else { return }
    while running < Machine.places, !together.isEmpty {
      running += 1
      together.removeFirst().resume()
    }
    guard running == 0, !alone.isEmpty else { return }
    running = 1
    isAlone = true
    alone.removeFirst().resume()
  }
}

/// Runs each part of a test on a thread of its own. The threads that tests share otherwise are as many as the cores, and
/// a test that waits holds one.
private final class TestThreads: TaskExecutor {
  static let shared = TestThreads()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    _ = WorkerThread(name: "test") { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Whether other tests may run beside those of a suite.
struct MachineShare: SuiteTrait, TestTrait, TestScoping {
  fileprivate let isAlone: Bool
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Machine.shared.enter(self)
    let result: Result<Void, any Error>
    do {
      try await withTaskExecutorPreference(TestThreads.shared) {
        try await ScratchFolders.$current.withValue(ScratchFolders()) { try await function() }
      }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    await Machine.shared.leave()
    try result.get()
  }
}

extension Trait where Self == MachineShare {
  /// Beside others of the kind.
  static var together: Self { MachineShare(isAlone: false) }
  /// The test runs while no other test runs.
  static var alone: Self { MachineShare(isAlone: true) }
}
