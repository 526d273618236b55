import AudioBase
import Glibc
import Synchronization
import SystemBase

/// Reads samples on one thread for each processor, to shorten the start of the program.
struct SampleBatch: Sendable {
  typealias Outcome = Result<PCMBuffer, FileError>

  /// The state that the threads share.
  private final class Work: Sendable {
    let next = Atomic<Int>(0)
    let outcomes: Mutex<[Int: Outcome]> = Mutex([:])
  }

  let paths: [FilePath]
  let read: @Sendable (FilePath) throws(FileError) -> PCMBuffer

  /// Reads all samples; the calling thread is one of the workers.
  ///
  /// - Returns: the outcome of each path, in the order of the paths.
  func run() -> [Outcome] {
    let work = Work()
    let helpers = (1..<threadCount).map { _ in
      WorkerThread(name: "samples") { [self] in process(work) }
    }
    process(work)
    for helper in helpers { helper.join() }
    return work.outcomes.withLock { outcomes in
      paths.indices.compactMap { outcomes[$0] }
    }
  }

  /// The number of threads, at least 1.
  private var threadCount: Int {
    max(1, min(paths.count, sysconf(Int32(_SC_NPROCESSORS_ONLN)), 8))
  }

  private func process(_ work: Work) {
    while true {
      let index = work.next.wrappingAdd(1, ordering: .relaxed).oldValue
      if index >= paths.count { return }
      let outcome = Outcome { () throws(FileError) in try read(paths[index]) }
      work.outcomes.withLock { $0[index] = outcome }
    }
  }
}
