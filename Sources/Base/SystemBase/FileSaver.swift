import Glibc
import Synchronization

/// Saves small files on its own thread, because a slow disk must not delay the main thread.
///
/// A file that could not be saved waits: it is tried again after a few seconds and when the saver is stopped. Any
/// thread.
package final class FileSaver: Sendable {
  package enum Event: Hashable, Sendable {
    /// A file could not be saved; reported once for each reason, and to each caller that awaits the completion.
    case failed(FileError)
    /// The file of this error has been saved since.
    case saved(after: FileError)
  }

  /// Changes the content of a file; an empty array stands for a missing file.
  package typealias Edit = @Sendable (inout [UInt8]) -> Void
  /// Called on the saver's thread when the content is on the disk, with nil, or when the first try has failed.
  package typealias Completion = @Sendable (FileError?) -> Void

  fileprivate struct Job: Sendable {
    let path: FilePath
    var permissions: mode_t
    /// Whether the file is tried again only after failures that end when the disk has more space.
    var waitsForSpace = false
    /// Whether the former content is not needed.
    var isWhole: Bool
    var replaces = true
    var edits: [Edit]
    var completions: [Completion]
    var failure: FileError?

    /// Adds a later job of the same file, which completes or replaces this one.
    mutating func add(_ later: Job) {
      (permissions, waitsForSpace, replaces) = (later.permissions, later.waitsForSpace, later.replaces)
      completions += later.completions
      if later.isWhole { (edits, isWhole) = (later.edits, true) } else { edits += later.edits }
    }
  }

  /// A file has one job at most, besides the one that the thread is saving.
  fileprivate struct State {
    /// The jobs that are saved next, in order.
    var jobs: [Job] = []
    /// The jobs that have failed since the thread began to look through `jobs`.
    var failed: [Job] = []
    /// The number of failures in a row.
    var failures = 0
    var isRetrying = false
    /// Whether the thread is saving a job.
    var isSaving = false
  }

  /// Seconds before the next tries; the last value is repeated.
  package static let pauses = [2.0, 4, 8, 10]
  /// Bytes.
  private static let largestFile = 1 << 28

  private let worker: SerialWorker
  private let pauses: [Double]
  private let state = Mutex(State())
  /// The file that the worker is writing.
  private let written = Mutex<AtomicFile?>(nil)
  /// Syncs a file descriptor as fsync(2) does.
  private let sync: @Sendable (Int32) -> Int32
  private let report: @Sendable (Event) -> Void

  /// Creates a saver.
  ///
  /// - Parameters:
  ///   - name: the name of the thread, at most 15 bytes.
  ///   - report: called on the saver's thread.
  package init(
    name: String, pauses: [Double] = FileSaver.pauses,
    sync: @escaping @Sendable (Int32) -> Int32 = { fsync($0) },
    report: @escaping @Sendable (Event) -> Void
  ) {
    worker = SerialWorker(name: name)
    (self.pauses, self.sync, self.report) = (pauses, sync, report)
  }

  /// Replaces a file, whose folder is created. Of several contents that wait, only the last one is saved.
  ///
  /// - Parameters:
  ///   - permissions: the mode bits of a new file, which the user's umask reduces.
  ///   - waitsForSpace: whether the file is tried again only after failures that end when the disk has more space. After
  ///     others, the user chooses another path.
  ///   - replaces: whether an existing file is replaced; otherwise the completion receives `exists`.
  ///   - content: makes the content, on the saver's thread.
  package func replace(
    _ path: FilePath, permissions: mode_t = 0o600, waitsForSpace: Bool = false, replaces: Bool = true,
    completion: Completion? = nil, with content: @escaping @Sendable () -> [UInt8]
  ) {
    let job = Job(
      path: path, permissions: permissions, waitsForSpace: waitsForSpace, isWhole: true, replaces: replaces,
      edits: [{ $0 = content() }], completions: completion.map { [$0] } ?? [])
    add(job)
  }

  /// Changes the present content of a file, which is created with its folder if it is missing. A file that cannot be read
  /// is not changed. No other player changes it between the reading and the writing.
  package func edit(
    _ path: FilePath, permissions: mode_t = 0o600, completion: Completion? = nil, _ edit: @escaping Edit
  ) {
    let job = Job(
      path: path, permissions: permissions, isWhole: false, edits: [edit],
      completions: completion.map { [$0] } ?? [])
    add(job)
  }

  /// Returns the reason why a file is not on the disk; nil if it is, or if it was not tried yet.
  package func failure(of path: FilePath) -> FileError? {
    state.withLock { state in (state.failed + state.jobs).first { $0.path == path }?.failure }
  }

  /// The reason why files are not on the disk.
  package var failures: [FileError] { state.withLock { ($0.failed + $0.jobs).compactMap(\.failure) } }

  /// Whether a file is being saved, or waits for its first try.
  package var isSaving: Bool { state.withLock { $0.isSaving || !$0.jobs.isEmpty } }

  /// Ends the thread after all files are on the disk or were tried once more. If the disk needs longer than a deadline,
  /// the files are replaced before the disk has stored them; a power failure in that moment would lose them.
  package func stop(syncingUntil deadline: HostTime) {
    // A save that has just failed has no other try before it.
    worker.run { [self] in saveAll(sync: sync) }
    if worker.stop(until: deadline) { return }
    guard let file = written.withLock({ $0 }), (try? file.publish()) == true else {
      return worker.stop()
    }
    // Others may have been queued while the disk was syncing.
    saveAll(sync: nil)
  }

  /// Ends the thread after all files are on the disk or were tried once more.
  package func stop() {
    worker.run { [self] in saveAll(sync: sync) }
    worker.stop()
  }

  // MARK: Saving

  private func add(_ job: Job) {
    state.withLock { $0.add(job) }
    worker.run { [self] in saveAll(sync: sync) }
  }

  /// Saves the jobs.
  ///
  /// - Parameter sync: nil does not wait for the disk, nor for another writer of the folder, which may be the worker itself.
  private func saveAll(sync: ((Int32) -> Int32)?) {
    while let job = state.withLock({ $0.next() }) {
      do throws(FileError) {
        try save(job, sync: sync)
        state.withLock { $0.failures = 0 }
        if let failure = job.failure { report(.saved(after: failure)) }
        job.completions.forEach { $0(nil) }
      } catch {
        receive(error, of: job)
      }
    }
    if state.withLock({ $0.restoreFailed() }) { tryAgain() }
  }

  /// Keeps a job that has failed, and reports it.
  private func receive(_ error: FileError, of job: Job) {
    if !job.waitsForSpace || error.code == .noSpace {
      var waiting = job
      (waiting.failure, waiting.completions) = (error, [])
      state.withLock { $0.keep(waiting) }
    }
    if job.failure != error || !job.completions.isEmpty { report(.failed(error)) }
    job.completions.forEach { $0(error) }
  }

  private func save(_ job: Job, sync: ((Int32) -> Int32)?) throws(FileError) {
    let folder = job.path.directory
    try FileBytes.makeFolder(folder, permissions: 0o700)
    if job.isWhole { return try write([], job, sync ?? { _ in 0 }) }
    guard let sync else { return try write(present(job.path), job) { _ in 0 } }
    try FolderLock.hold(folder) { () throws(FileError) in try write(present(job.path), job, sync) }
  }

  private func write(_ former: [UInt8], _ job: Job, _ sync: (Int32) -> Int32) throws(FileError) {
    var bytes = former
    for edit in job.edits { edit(&bytes) }
    let file = try AtomicFile(job.path, replaces: job.replaces, permissions: job.permissions)
    written.withLock { $0 = file }
    defer { written.withLock { if $0 === file { $0 = nil } } }
    try file.write(bytes, sync: sync)
  }

  private func present(_ path: FilePath) throws(FileError) -> [UInt8] {
    do throws(FileError) {
      return try FileBytes.read(path, limit: FileSaver.largestFile)
    } catch {
      if error.code == .notFound { return [] }
      throw error
    }
  }

  private func tryAgain() {
    let pause: Double? = state.withLock { state in
      guard !state.isRetrying else { return nil }
      state.isRetrying = true
      state.failures += 1
      return pauses[min(state.failures, pauses.count) - 1]
    }
    guard let pause else { return }
    worker.run(afterSeconds: pause) { [self] in
      state.withLock { $0.isRetrying = false }
      saveAll(sync: sync)
    }
  }
}

extension FileSaver.State {
  /// Removes and returns the next job.
  fileprivate mutating func next() -> FileSaver.Job? {
    isSaving = !jobs.isEmpty
    return isSaving ? jobs.removeFirst() : nil
  }

  /// Adds a job to that of the same file, if there is one.
  fileprivate mutating func add(_ job: FileSaver.Job) {
    if let index = failed.firstIndex(where: { $0.path == job.path }) {
      failed[index].add(job)
    } else if let index = jobs.firstIndex(where: { $0.path == job.path }) {
      jobs[index].add(job)
    } else {
      jobs.append(job)
    }
  }

  /// Keeps a job that has failed, before one that has come for the same file meanwhile.
  fileprivate mutating func keep(_ job: FileSaver.Job) {
    var job = job
    if let index = jobs.firstIndex(where: { $0.path == job.path }) { job.add(jobs.remove(at: index)) }
    failed.append(job)
  }

  /// Makes the jobs that have failed the next ones. Returns false if none has failed.
  fileprivate mutating func restoreFailed() -> Bool {
    if failed.isEmpty { return false }
    (jobs, failed) = (failed + jobs, [])
    return true
  }
}

package struct SavedFile: Sendable {
  package let path: FilePath
  private let saver: FileSaver

  package init(_ path: FilePath, by saver: FileSaver) { (self.path, self.saver) = (path, saver) }

  /// The reason why the file is not on the disk; nil if it is, or if it was not tried yet.
  package var failure: FileError? { saver.failure(of: path) }

  package func replace(
    completion: FileSaver.Completion? = nil, with content: @escaping @Sendable () -> [UInt8]
  ) {
    saver.replace(path, completion: completion, with: content)
  }

  package func edit(
    permissions: mode_t = 0o600, completion: FileSaver.Completion? = nil, _ edit: @escaping FileSaver.Edit
  ) {
    saver.edit(path, permissions: permissions, completion: completion, edit)
  }
}
