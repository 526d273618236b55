import Glibc
import SystemBase

/// A worker process and the thread that communicates with it. Two requests are sent ahead, so that the worker
/// does not wait. If a file ends the worker, the files of the request are read one by one to find it.
struct TagWorkerConnection: ~Copyable {
  private static let pipelined = 2
  /// The seconds without an answer after which files are requested one by one.
  private static let suspicion = 2.0

  private struct Running {
    var job: TagJob
    var answers: [TagAnswer] = []

    var rest: ArraySlice<FilePath> { job.paths[answers.count...] }
  }

  private let command: WorkerCommand
  /// The seconds that one file may take.
  private let timeout: Double
  private var worker: WorkerProcess?
  private var running: [Running] = []

  init(_ command: WorkerCommand, timeout: Double) { (self.command, self.timeout) = (command, timeout) }

  /// Processes jobs until `next` returns nil.
  ///
  /// - Parameter next: returns the next job; its argument is whether it may wait for one.
  mutating func run(_ next: (_ mayWait: Bool) -> TagJob?) {
    // If the worker cannot be started, the first job reports the error.
    worker = try? WorkerProcess(command)
    while true {
      while running.count < TagWorkerConnection.pipelined, let job = next(running.isEmpty) { start(job) }
      if running.isEmpty { return }
      if !receive() { recover() }
    }
  }

  private mutating func start(_ job: TagJob) {
    running.append(Running(job: job))
    // If sending fails, `receive` notices it.
    _ = send(job.subject, job.paths[...])
  }

  private mutating func send(_ subject: TagRequest.Subject, _ paths: ArraySlice<FilePath>) -> FileError? {
    do throws(FileError) {
      if worker == nil { worker = try WorkerProcess(command) }
    } catch {
      return error
    }
    var writer = ByteWriter()
    TagRequest(subject: subject, paths: Array(paths)).write(to: &writer)
    _ = worker?.send(writer.bytes)
    return nil
  }

  /// Receives answers of the first job. Returns false if the worker does not answer or has ended.
  private mutating func receive() -> Bool {
    let limit = isEditing ? TagWorker.editTimeout : min(TagWorkerConnection.suspicion, timeout)
    guard case .frame(let bytes)? = worker?.receive(milliseconds: Int32(limit * 1_000)) else { return false }
    // An empty message counts as no answer.
    if bytes.isEmpty { return false }
    var reader = ByteReader(bytes)
    while !reader.isAtEnd {
      guard let job = running.first?.job, let path = running.first?.rest.first,
        let answer = TagWorkerConnection.answer(from: &reader, job.subject, path)
      else { return false }
      running[0].answers.append(answer)
      finish()
    }
    return true
  }

  /// Delivers the answers of the first job if it is complete.
  private mutating func finish() {
    guard let first = running.first, first.rest.isEmpty else { return }
    running.removeFirst()
    first.job.deliver(first.answers)
  }

  /// Whether the first job changes a file.
  private var isEditing: Bool { running.first?.job.subject.isEdit ?? false }

  /// Sends the rest of the first job to a new worker one by one, then sends the following jobs again. A job that changes
  /// a file is not sent again: it fails.
  private mutating func recover() {
    let signal = isEditing ? worker?.endingSignal() : nil
    worker = nil
    if isEditing, let path = running.first?.rest.first { failEdit(of: path, signal) }
    while let path = running.first?.rest.first, let subject = running.first?.job.subject {
      let answer = ask(subject, path)
      running[0].answers.append(answer)
      if running[0].rest.isEmpty { break }
    }
    finish()
    for job in running { _ = send(job.job.subject, job.rest) }
  }

  /// Answers an edit whose worker has ended or hangs, and removes what it has left.
  private mutating func failEdit(of path: FilePath, _ signal: Int32?) {
    FileCopy.removeLeftovers(in: path.directory.isEmpty ? FilePath(".") : path.directory)
    let error = FileError(.writeFailed, path.shown, detail: TagWorkerConnection.detail(signal))
    running[0].answers.append(.failed(error))
  }

  private mutating func ask(_ subject: TagRequest.Subject, _ path: FilePath) -> TagAnswer {
    if let error = send(subject, [path]) { return .failed(error) }
    switch worker?.receive(milliseconds: Int32(timeout * 1_000)) {
    case .frame(let bytes):
      var reader = ByteReader(bytes)
      if let answer = TagWorkerConnection.answer(from: &reader, subject, path), reader.isAtEnd {
        return answer
      }
      worker = nil
      return .failed(FileError(.damaged, path.shown, detail: "the tag reader sent an invalid answer"))
    case .silent:
      worker = nil
      return .failed(FileError(.damaged, path.shown, detail: "reading its tags takes too long"))
    case .ended, nil:
      let signal = worker?.endingSignal()
      worker = nil
      return .failed(FileError(.damaged, path.shown, detail: TagWorkerConnection.detail(signal)))
    }
  }

  /// Decodes an answer. Returns nil for an invalid answer; impossible numbers are removed.
  private static func answer(
    from reader: inout ByteReader, _ subject: TagRequest.Subject, _ path: FilePath
  ) -> TagAnswer? {
    guard let answer = try? TagAnswer(from: &reader, subject, path: path) else { return nil }
    guard case .track(var track) = answer else { return answer }
    track.dropImplausible()
    return .track(track)
  }

  private static func detail(_ signal: Int32?) -> String {
    guard let signal, let name = strsignal(signal) else { return "the tag reader ended" }
    return "the tag reader crashed: \(String(cString: name))"
  }
}
