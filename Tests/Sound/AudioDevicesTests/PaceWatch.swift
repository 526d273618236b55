import Glibc
import Synchronization
import SystemBase

/// Watches whether the machine keeps time: whether a thread that sleeps and then computes for a short time, as a device and
/// its server do, is done when it should be.
///
/// What a device promises about time holds only on such a machine. Other programs may keep the processors busy.
final class PaceWatch: Sendable {
  /// By which the thread may be late, in seconds: half of the shortest buffers.
  private static let tolerance = 0.01

  /// How long the thread computes at a time, in nanoseconds of the processor.
  private static let work: UInt64 = 500_000

  private let isEnded = Atomic<Bool>(false)
  private let latest = Mutex(0.0)

  /// Repeats a run with a promise about time until the promise is kept.
  ///
  /// - Returns: false if it was broken in each of many runs, and the machine kept time in half of them.
  static func holds(_ run: () throws -> Bool) rethrows -> Bool {
    var kept = 0
    for _ in 1...20 {
      let watch = PaceWatch()
      let thread = WorkerThread(name: "pace") { watch.watch() }
      defer {
        watch.isEnded.store(true, ordering: .relaxed)
        _ = thread.join(until: HostTime.now.advanced(bySeconds: 60))
      }
      if try run() { return true }
      if watch.latest.withLock({ $0 }) < PaceWatch.tolerance { kept += 1 }
    }
    return kept < 10
  }

  private func watch() {
    while !isEnded.load(ordering: .relaxed) {
      let due = HostTime.now.advanced(bySeconds: 0.005)
      usleep(4_500)
      let start = PaceWatch.processorTime
      while PaceWatch.processorTime < start + PaceWatch.work {}
      let late = HostTime.now.seconds(since: due)
      latest.withLock { $0 = max($0, late) }
    }
  }

  /// The time in nanoseconds for which processors have run this thread.
  private static var processorTime: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
