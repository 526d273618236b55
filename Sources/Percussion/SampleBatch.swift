import AudioBase
import Glibc
import Synchronization
import SystemBase

/// Reads samples on as many threads as the machine has processors: the first screen waits for them.
struct SampleBatch: Sendable {
  typealias Outcome = Result<PCMBuffer, FileError>

  /// What the threads share.
  private final class Work: Sendable {
    let next = Atomic<Int>(0)
    let outcomes: Mutex<[Int: Outcome]> = Mutex([:])
  }

  let paths: [FilePath]
  let read: @Sendable (FilePath) throws(FileError) -> PCMBuffer

  /// Reads all of them; the calling thread does its share.
  ///
  /// - Returns: what came of each path, in their order.
  func run() -> [Outcome] {
    let work = Work()
    let helpers = (1..<threadCount).map { _ in
      WorkerThread(name: "samples") { [self] in take(from: work) }
    }
    take(from: work)
    for helper in helpers { helper.join() }
    return work.outcomes.withLock { outcomes in
      paths.indices.compactMap { outcomes[$0] }
    }
  }

  /// At least 1.
  private var threadCount: Int {
    max(1, min(paths.count, sysconf(Int32(_SC_NPROCESSORS_ONLN)), 8))
  }

  private func take(from work: Work) {
    while true {
      let index = work.next.wrappingAdd(1, ordering: .relaxed).oldValue
      if index >= paths.count { return }
      let outcome = Outcome { () throws(FileError) in try read(paths[index]) }
      work.outcomes.withLock { $0[index] = outcome }
    }
  }
}
