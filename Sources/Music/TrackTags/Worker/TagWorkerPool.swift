import AudioBase
import Glibc
import SystemBase

/// Reads tags in worker processes, so that a file that crashes, hangs or exhausts the memory of a worker only
/// loses its own tags.
///
/// Workers are started on demand, one for each job that would have to wait, and end when they were idle for a
/// while. Any thread.
package final class TagWorkerPool: Sendable {
  /// The number of files of a job. A job is one request; after a crash its files are read one by one.
  static let jobSize = 64

  private let command: WorkerCommand
  private let timeout: Double
  private let queue: TagJobQueue

  /// Creates a pool without processes.
  ///
  /// - Parameters:
  ///   - workers: the limit of workers; nil for one for each processor, up to four.
  ///   - timeout: the seconds that one file may take.
  ///   - idle: the seconds after which an idle worker ends.
  package init(
    _ command: WorkerCommand, workers: Int? = nil, timeout: Double = 10, idle: Double = 2
  ) {
    (self.command, self.timeout) = (command, timeout)
    let limit = workers ?? min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 4)
    queue = TagJobQueue(workerLimit: limit, idleSeconds: idle)
  }

  /// Reads the tags of a file; waits for the answer.
  package func read(_ path: FilePath) throws(FileError) -> TrackInfo {
    try ask(.track, path) { if case .track(let track) = $0 { track } else { nil } }
  }

  /// Returns the best picture in a file; waits for the answer. See `TagReader.picture`.
  package func picture(of path: FilePath) throws(FileError) -> PictureData? {
    try ask(.picture, path) { if case .picture(let picture) = $0 { .some(picture) } else { nil } }
  }

  /// Returns the lyrics in the tags of a file; waits for the answer. See `TagReader.lyrics`.
  package func lyrics(of path: FilePath) throws(FileError) -> String? {
    try ask(.lyrics, path) { if case .lyrics(let text) = $0 { .some(text) } else { nil } }
  }

  /// Returns the texts of the tags that can be changed; waits for the answer. See `TagEditor.texts`.
  package func texts(of path: FilePath) throws(FileError) -> TagTexts {
    try ask(.texts, path, TagWorkerPool.texts)
  }

  /// Returns the texts of the tags of several files, in order; waits for all answers.
  package func texts(of paths: [FilePath]) -> [Result<TagTexts, FileError>] {
    let jobs = TagWorkerPool.jobs(paths)
    let inbox = Mailbox<(job: Int, answers: [TagAnswer])>()
    for (index, job) in jobs.enumerated() {
      submit(TagJob(subject: .texts, paths: job) { inbox.post((index, $0)) })
    }
    var answers = [[TagAnswer]](repeating: [], count: jobs.count)
    var received = 0
    while received < jobs.count {
      for (job, found) in inbox.receive() {
        answers[job] = found
        received += 1
      }
    }
    return zip(paths, answers.joined()).map { TagWorkerPool.result($1, of: $0, TagWorkerPool.texts) }
  }

  /// Changes the tags of a file; waits for the answer, up to five minutes for a large file. See `TagEditor.apply`.
  package func edit(_ path: FilePath, _ edit: TagEdit) throws(FileError) -> TagEditResult {
    try ask(.edit(edit), path) { if case .edited(let result) = $0 { result } else { nil } }
  }

  /// Reads the tags of several files without waiting.
  ///
  /// - Parameters:
  ///   - paths: one of the lists that `jobs` returns.
  ///   - deliver: called once, on another thread or this one, with an answer for each path in order.
  package func read(_ paths: [FilePath], deliver: @escaping @Sendable ([TagAnswer]) -> Void) {
    submit(TagJob(subject: .track, paths: paths, deliver: deliver))
  }

  /// Splits a list into lists that are small enough for a job.
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

  /// Starts a worker in advance, because a process takes some milliseconds to start.
  package func warmUp() {
    if queue.reserveWorker() { startWorker() }
  }

  /// Stops the pool: answers waiting jobs with an error. Workers end after their current job.
  package func stop() { queue.stop().forEach(TagWorkerPool.refuse) }

  /// Returns the error for the answer of another version: the program was replaced while it runs.
  package static func mismatch(_ path: FilePath) -> FileError {
    FileError(.readFailed, path.shown, detail: "the helper is of another version; start drumdub again")
  }

  /// Sends a request about a file and waits for the answer.
  ///
  /// - Parameter value: returns what an answer to the request has; nil for another answer.
  private func ask<Value>(
    _ subject: TagRequest.Subject, _ path: FilePath, _ value: (TagAnswer) -> Value?
  ) throws(FileError) -> Value {
    let reply = Mailbox<TagAnswer>()
    submit(TagJob(subject: subject, paths: [path]) { answers in reply.post(answers[0]) })
    return try TagWorkerPool.result(reply.receive()[0], of: path, value).get()
  }

  private static func result<Value>(
    _ answer: TagAnswer, of path: FilePath, _ value: (TagAnswer) -> Value?
  ) -> Result<Value, FileError> {
    if case .failed(let error) = answer { return .failure(error) }
    return value(answer).map { .success($0) } ?? .failure(mismatch(path))
  }

  private static func texts(_ answer: TagAnswer) -> TagTexts? {
    if case .texts(let texts) = answer { texts } else { nil }
  }

  private func submit(_ job: TagJob) {
    // No path is as long (PATH_MAX), and two such requests do not fit into the buffer of the socket.
    guard job.paths.reduce(0, { $0 + $1.bytes.count }) <= TagRequest.mostBytes else {
      return TagWorkerPool.refuse(job)
    }
    switch queue.add(job) {
    case .refused: TagWorkerPool.refuse(job)
    case .accepted: break
    case .needsWorker: startWorker()
    }
  }

  private func startWorker() {
    let (queue, command, timeout) = (queue, command, timeout)
    _ = WorkerThread(name: "tag worker") {
      let idle = TagJobQueue.IdleWorker()
      var worker = TagWorkerConnection(command, timeout: timeout)
      worker.run { queue.next(idle, mayWait: $0) }
    }
  }

  private static func refuse(_ job: TagJob) {
    job.deliver(
      job.paths.map {
        .failed(FileError(.readFailed, $0.shown, detail: "the program ends before its tags are read"))
      })
  }
}
