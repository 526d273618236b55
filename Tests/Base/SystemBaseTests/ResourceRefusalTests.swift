import Glibc
import Synchronization
import SystemBase
import Testing

/// What the system refuses is reported, and the work goes on. Limits apply to a process, so each test has one of its own.
@Suite struct ResourceRefusalTests {
  private final class Counter: Sendable {
    private let value = Atomic<Int>(0)
    var count: Int { value.load(ordering: .sequentiallyConsistent) }
    func add() { value.wrappingAdd(1, ordering: .sequentiallyConsistent) }
  }

  private static func setLimit(_ kind: Int32, to value: rlim_t) {
    var limit = rlimit()
    let kind = __rlimit_resource_t(UInt32(kind))
    getrlimit(kind, &limit)
    limit.rlim_cur = min(value, limit.rlim_max)
    setrlimit(kind, &limit)
  }

  private static let descriptors = Int32(RLIMIT_NOFILE.rawValue)
  private static let addresses = Int32(RLIMIT_AS.rawValue)

  @Test func aSignalWithoutADescriptorCountsAsSet() async {
    await #expect(processExitsWith: .success) {
      let refusals = Counter()
      ResourceRefusal.handle { refusal in if refusal.resource == .descriptors(1) { refusals.add() } }
      ResourceRefusalTests.setLimit(ResourceRefusalTests.descriptors, to: 3)
      let signals = [SignalBox(), SignalBox()]
      let areSet = signals.allSatisfy { $0.signal.wait(milliseconds: nil) && $0.signal.wait(milliseconds: 0) }
      exit(areSet && refusals.count == 2 ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  @Test func refusalWithoutAHandlerEndsTheProcessWithAMessage() async throws {
    let result = await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
      ResourceRefusalTests.setLimit(ResourceRefusalTests.descriptors, to: 3)
      _ = WakeSignal()
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("eventfd: "))
  }

  @Test func refusedThreadsRunLaterOrInTheJoiningThread() async {
    await #expect(processExitsWith: .success) {
      let (refusals, runs, isOver) = (Counter(), Counter(), Counter())
      ResourceRefusal.handle { _ in refusals.add() }
      ResourceRefusalTests.setLimit(
        ResourceRefusalTests.addresses, to: ResourceRefusalTests.usedAddresses + 1 << 20)
      // Stacks of threads that have ended are used again.
      var threads: [WorkerThread] = []
      while refusals.count < 2, threads.count < 100 {
        threads.append(
          WorkerThread(name: "test") {
            runs.add()
            while isOver.count == 0 { usleep(1_000) }
          })
      }
      let started = threads.count - 2
      WorkerThread.startWaiting()
      let stillWaits = WorkerThread.hasWaiting
      isOver.add()
      threads.removeLast().join()
      let isRunHere = stillWaits && refusals.count == 2
      ResourceRefusalTests.setLimit(ResourceRefusalTests.addresses, to: .max)
      WorkerThread.startWaiting()
      let areStarted = !WorkerThread.hasWaiting
      for thread in threads { thread.join() }
      exit(isRunHere && areStarted && runs.count == started + 2 ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  /// The size of the address space of this process in bytes (proc(5), statm).
  private static var usedAddresses: rlim_t {
    let bytes = (try? FileBytes.read(FilePath("/proc/self/statm"), limit: 1 << 10)) ?? []
    let pages = String(decoding: bytes, as: UTF8.self).split(separator: " ").first.flatMap { rlim_t($0) }
    return (pages ?? 0) * rlim_t(sysconf(Int32(_SC_PAGESIZE)))
  }

  @Test func checkOfProcessLimitsStatesTheMissingResource() async {
    await #expect(processExitsWith: .success) {
      func refused(_ descriptors: Int, _ addresses: Int) -> ResourceRefusal.Resource? {
        do throws(ResourceRefusal) {
          try ProcessLimits.check(descriptors: descriptors, addresses: addresses)
          return nil
        } catch {
          return error.resource
        }
      }
      ResourceRefusalTests.setLimit(ResourceRefusalTests.descriptors, to: 100)
      let isRight =
        refused(20, 1 << 20) == nil && refused(100, 1 << 20) == .descriptors(100)
        && refused(20, 1 << 50) == .memory(1 << 50) && refused(20, 1 << 20) == nil
      exit(isRight ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }
}

private final class SignalBox: Sendable {
  let signal = WakeSignal()
}
