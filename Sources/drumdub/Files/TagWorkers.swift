import AudioBase
import MusicLibrary

/// This program as a reader of tags, in other processes.
enum TagWorkers {
  static let option = "--tag-worker"

  /// The program that runs now, even when another one has been installed over it.
  static let command = TagWorkerCommand(program: FilePath("/proc/self/exe"), arguments: [option])

  /// - Parameter workers: at most; nil for one a processor, up to four.
  static func pool(workers: Int? = nil) -> TagWorkerPool { TagWorkerPool(command, workers: workers) }

  /// The worker's side. - Returns: the exit code.
  static func run() -> Int32 {
    var worker = TagWorker()
    return worker.run()
  }
}
