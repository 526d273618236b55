import AudioBase
import Synchronization

/// Finds and saves takes on a thread of its own: neither the screen nor a recording waits for a disk.
package final class TakeKeeper: Sendable {
  package enum Report: Sendable {
    /// The takes of a track, the oldest first. The key is nil where the file could not be read.
    case found(FilePath, TrackSection?, TrackKey?, [Take], problems: [AudioError])
    /// The takes that belong to no track, the oldest first.
    case foundFree([Take], problems: [AudioError])
    /// Recordings that were cut off, completed by their journals.
    case recovered([Take], problems: [AudioError])
    /// It is kept in memory, and tried again.
    case notSaved(Take, AudioError)
    /// After it could not be for a while.
    case savedAfterAll(Take)
    /// Another program has changed the take meanwhile: both are kept.
    case keptBeside(Take, name: String)
  }

  private enum Job: Sendable {
    case recover
    case find(FilePath, TrackSection?)
    /// The track that was asked for has its name, or cannot be read.
    case named(FilePath, TrackSection?, Result<TrackKey, AudioError>)
    case delete(Take.ID)
    case restore(Take)
    case discardJournal(FilePath)
  }

  private struct Mailbox {
    var jobs: [Job] = []
    /// Free takes are looked for when nothing else has been asked for a while: no music waits for them.
    var wantsFree = false
    /// The latest of each take, in the order in which they were first asked for.
    var unsaved: [Take] = []
    /// The journals that may go once their takes are saved.
    var ended: [Take.ID: [FilePath]] = [:]
    var isStopping = false
  }

  private static let retry: Int32 = 2000
  private static let pause: Int32 = 200

  private let store: TakeStore
  private let key: @Sendable (FilePath) throws(AudioError) -> TrackKey
  private let mailbox = Mutex(Mailbox())
  private let signal = WakeSignal()
  private let thread = Mutex<WorkerThread?>(nil)

  /// - Parameters:
  ///   - key: names a track by its sound; asked on a thread of its own for each: a file that hangs holds up no saving.
  ///   - report: called on the keeper's thread.
  package init(
    store: TakeStore, key: @escaping @Sendable (FilePath) throws(AudioError) -> TrackKey,
    report: @escaping @Sendable (Report) -> Void
  ) {
    self.store = store
    self.key = key
    let worker = WorkerThread(name: "takes") { [self] in run(report) }
    thread.withLock { $0 = worker }
  }

  /// Completes what was cut off.
  package func recover() { post { $0.jobs.append(.recover) } }

  /// Looks for the takes of a track.
  package func find(_ path: FilePath, _ section: TrackSection? = nil) {
    post { $0.jobs.append(.find(path, section)) }
  }

  /// Looks for the takes that belong to no track.
  package func findFree() { post { $0.wantsFree = true } }

  /// Takes a take out of the folder.
  package func delete(_ id: Take.ID) {
    post { box in
      box.unsaved.removeAll { $0.id == id }
      box.jobs.append(.delete(id))
    }
  }

  /// Brings back a take that was deleted.
  package func restore(_ take: Take) { post { $0.jobs.append(.restore(take)) } }

  /// Nothing was recorded.
  package func discard(journal: FilePath) { post { $0.jobs.append(.discardJournal(journal)) } }

  /// Saves a take; of several states that wait, the last one.
  ///
  /// - Parameter journal: of a recording that is over: not needed once the take is saved.
  package func save(_ take: Take, ended journal: FilePath? = nil) {
    post { box in
      if let journal { box.ended[take.id, default: []].append(journal) }
      box.unsaved.removeAll { $0.id == take.id }
      box.unsaved.append(take)
    }
  }

  /// Ends the thread after what can be saved is saved.
  package func stop() {
    post { $0.isStopping = true }
    thread.withLock { $0.take() }?.join()
  }

  private func post(_ change: (inout Mailbox) -> Void) {
    mailbox.withLock { change(&$0) }
    signal.wake()
  }

  // MARK: The thread

  private func run(_ report: (Report) -> Void) {
    var failing: Set<Take.ID> = []
    var shared = SharedTakes(store)
    while true {
      let (jobs, unsaved, isStopping) = mailbox.withLock { box in
        defer { (box.jobs, box.unsaved) = ([], []) }
        return (box.jobs, box.unsaved, box.isStopping)
      }
      for job in jobs { carryOut(job, &shared, report) }
      for take in unsaved { save(take, &shared, &failing, report) }
      if isStopping { return }
      let (isIdle, wantsFree) = mailbox.withLock { ($0.jobs.isEmpty && !$0.isStopping, $0.wantsFree) }
      if !isIdle { continue }
      if !wantsFree {
        signal.wait(milliseconds: failing.isEmpty ? nil : TakeKeeper.retry)
      } else if !signal.wait(milliseconds: TakeKeeper.pause) {
        findFree(&shared, report)
      }
    }
  }

  private func findFree(_ shared: inout SharedTakes, _ report: (Report) -> Void) {
    mailbox.withLock { $0.wantsFree = false }
    let found = shared.takes(of: nil)
    report(.foundFree(found.takes.map(\.take), problems: found.problems))
  }

  private func carryOut(_ job: Job, _ shared: inout SharedTakes, _ report: (Report) -> Void) {
    switch job {
    // A take that was never saved has no file.
    case .delete(let id): try? shared.delete(id)
    case .restore(let take):
      do throws(AudioError) {
        try shared.restore(take)
      } catch {
        report(.notSaved(take, error))
      }
    case .discardJournal(let path): FileBytes.remove(path)
    case .recover:
      let recovered = store.recover()
      if recovered.takes.isEmpty && recovered.problems.isEmpty { return }
      report(.recovered(recovered.takes, problems: recovered.problems))
    case .find(let path, let section):
      _ = WorkerThread(name: "track key") { [self] in
        let key = Result { () throws(AudioError) in try self.key(path).of(section) }
        post { $0.jobs.append(.named(path, section, key)) }
      }
    case .named(let path, let section, .success(let key)):
      let found = shared.takes(of: key)
      report(.found(path, section, key, found.takes.map(\.take), problems: found.problems))
    case .named(let path, let section, .failure(let error)):
      report(.found(path, section, nil, [], problems: [error]))
    }
  }

  private func save(
    _ take: Take, _ shared: inout SharedTakes, _ failing: inout Set<Take.ID>, _ report: (Report) -> Void
  ) {
    do throws(AudioError) {
      if case .beside(let name) = try shared.save(take) { report(.keptBeside(take, name: name)) }
      let journals = mailbox.withLock { box in
        box.unsaved.contains { $0.id == take.id } ? nil : box.ended.removeValue(forKey: take.id)
      }
      journals?.forEach(FileBytes.remove)
      if failing.remove(take.id) != nil { report(.savedAfterAll(take)) }
    } catch {
      mailbox.withLock { box in
        if !box.unsaved.contains(where: { $0.id == take.id }) { box.unsaved.append(take) }
      }
      if failing.insert(take.id).inserted { report(.notSaved(take, error)) }
    }
  }
}
