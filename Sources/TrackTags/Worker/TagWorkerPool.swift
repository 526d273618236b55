import AudioBase
import Glibc
import Synchronization
import SystemBase

/// Reads tags in other processes: a file that crashes, hangs or eats memory costs its own tags and nothing else.
///
/// Workers are started when they are needed, one more for each job that would have to wait, and end when nothing has
/// been asked for a while. Any thread.
package final class TagWorkerPool: Sendable {
  /// Files of one job; a job is a request, and what is read again one by one after a crash.
  package static let jobSize = 64

  private let command: TagWorkerCommand
  private let patience: Double
  private let queue: TagJobQueue

  /// - Parameters:
  ///   - workers: at most; nil for one a processor, up to four.
  ///   - patience: seconds that one file may take.
  ///   - idle: seconds after which a worker that nobody needs ends.
  package init(
    _ command: TagWorkerCommand, workers: Int? = nil, patience: Double = 10, idle: Double = 2
  ) {
    self.command = command
    self.patience = patience
    let most = workers ?? min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 4)
    queue = TagJobQueue(mostLanes: most, idleSeconds: idle)
  }

  /// Reads one file's tags; waits for the answer.
  package func read(_ path: FilePath) throws(FileError) -> TrackInfo {
    switch ask(.track, path) {
    case .track(let track): return track
    case .failed(let error): throw error
    case .picture: throw TagWorkerPool.mismatch(path)
    }
  }

  /// The picture that stands for a file; waits for the answer. See `TagReader.picture`.
  package func picture(of path: FilePath) throws(FileError) -> PictureData? {
    switch ask(.picture, path) {
    case .picture(let picture): return picture
    case .failed(let error): throw error
    case .track: throw TagWorkerPool.mismatch(path)
    }
  }

  /// Has the tags of several files read.
  ///
  /// - Parameters:
  ///   - paths: one of the parts that `jobs` makes.
  ///   - deliver: called once, on another thread or on this one, with an answer for each path in their order.
  package func read(_ paths: [FilePath], deliver: @escaping @Sendable ([TagAnswer]) -> Void) {
    submit(TagJob(subject: .track, paths: paths, deliver: deliver))
  }

  /// Cuts a list into parts that one job may have.
  package static func jobs(_ paths: [FilePath]) -> [[FilePath]] {
    var jobs: [[FilePath]] = []
    var (start, bytes) = (0, 0)
    for (index, path) in paths.enumerated() {
      if index - start == jobSize || bytes + path.bytes.count > TagRequest.mostBytes, index > start {
        jobs.append(Array(paths[start..<index]))
        (start, bytes) = (index, 0)
      }
      bytes += path.bytes.count
    }
    if start < paths.count { jobs.append(Array(paths[start...])) }
    return jobs
  }

  /// Starts a worker before it is needed: a program takes some milliseconds to start.
  package func warmUp() {
    if queue.reserveLane() { startLane() }
  }

  /// Lets go of what has not begun: it is answered with an error. Workers end when they have finished.
  package func stop() { queue.stop().forEach(TagWorkerPool.refuse) }

  /// Of a worker of another version: the program has been replaced while it runs.
  package static func mismatch(_ path: FilePath) -> FileError {
    FileError(.readFailed, path.shown, detail: "the helper is of another version; start drumdub again")
  }

  private func ask(_ subject: TagRequest.Subject, _ path: FilePath) -> TagAnswer {
    let reply = TagReply()
    submit(TagJob(subject: subject, paths: [path]) { answers in reply.put(answers[0]) })
    return reply.wait()
  }

  private func submit(_ job: TagJob) {
    // No path is as long (PATH_MAX), and a pipe does not hold two that are.
    guard job.paths.reduce(0, { $0 + $1.bytes.count }) <= TagRequest.mostBytes else {
      return TagWorkerPool.refuse(job)
    }
    switch queue.add(job) {
    case .refused: TagWorkerPool.refuse(job)
    case .taken: break
    case .needsLane: startLane()
    }
  }

  private func startLane() {
    let (queue, command, patience) = (queue, command, patience)
    _ = WorkerThread(name: "tag lane") {
      let sleeper = TagJobQueue.Sleeper()
      var lane = TagWorkerConnection(command, patience: patience)
      lane.run { queue.next(sleeper, mayWait: $0) }
    }
  }

  private static func refuse(_ job: TagJob) {
    job.deliver(
      job.paths.map { .failed(FileError(.readFailed, $0.shown, detail: "it was not asked for in time")) })
  }
}
