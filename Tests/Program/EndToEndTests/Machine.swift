import SystemBase
import Testing

/// Shares the machine among these tests: those that measure time run apart from the others.
actor Machine {
  static let shared = Machine()

  private var running: [MachineShare: Int] = [:]
  private var waiting: [MachineShare: [CheckedContinuation<Void, Never>]] = [:]

  func enter(_ share: MachineShare) async {
    await withCheckedContinuation { turn in
      waiting[share, default: []].append(turn)
      startTests()
    }
  }

  func leave(_ share: MachineShare) {
    running[share, default: 0] -= 1
    startTests()
  }

  private func startTests() {
    if running[.quiet, default: 0] == 0 {
      for share in MachineShare.beside { start(share) }
    }
    if MachineShare.beside.allSatisfy({ running[$0, default: 0] == 0 }) { start(.quiet) }
  }

  private func start(_ share: MachineShare) {
    while running[share, default: 0] < share.places, let turn = waiting[share]?.first {
      waiting[share]?.removeFirst()
      running[share, default: 0] += 1
      turn.resume()
    }
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

/// Which other tests may run beside those of a suite.
struct MachineShare: SuiteTrait, TestTrait, TestScoping, Hashable {
  /// The number of tests of this kind that run at a time.
  fileprivate let places: Int
  fileprivate let name: String
  /// Those whose tests run beside each other.
  fileprivate static let beside: [Self] = [.waiting, .jack, .together]
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
    await Machine.shared.leave(self)
    try result.get()
  }
}

extension Trait where Self == MachineShare {
  /// Beside others. These tests wait about half of the time: for screens that are drawn, programs that end.
  static var together: Self { MachineShare(places: 6, name: "together") }
  /// Beside others too, for tests that wait for many seconds and compute little: the others do not wait for them.
  static var waiting: Self { MachineShare(places: 3, name: "waiting") }
  /// Beside others, one at a time: each JACK server deletes a database that all servers and clients of a user share when
  /// it ends.
  static var jack: Self { MachineShare(places: 1, name: "jack") }
  /// Apart from all others, for tests that measure time.
  static var quiet: Self { MachineShare(places: 1, name: "quiet") }
}
