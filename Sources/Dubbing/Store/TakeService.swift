import AudioBase
import Synchronization
import SystemBase

/// Finds and saves takes on a thread of its own: neither the screen nor a recording waits for a disk.
package final class TakeService: Sendable {
  package enum Report: Sendable {
    /// The takes of a track, the oldest first. The key is nil where the file could not be read.
    case found(FilePath, TrackSection?, TrackKey?, [Take], problems: [FileError])
    /// The takes that belong to no track, the oldest first.
    case foundFree([Take], problems: [FileError])
    /// The takes whose track's file is not where it was, the oldest first.
    case foundLost([Take])
    /// Recordings that were cut off, completed by their journals.
    case recovered([Take], problems: [FileError])
    /// It is kept in memory, and tried again every two seconds.
    case notSaved(UnsavedTake)
    case saved(Take)
    /// It could not be saved in the folder of takes, but in the one that the user has named.
    case savedElsewhere(Take, FilePath)
    /// Nor in that.
    case notSavedElsewhere(FileError)
    /// Another program has changed the take meanwhile: both are kept.
    case keptBeside(Take, name: String)
  }

  enum Job: Sendable {
    case recover
    case find(FilePath, TrackSection?)
    /// The track that was asked for has its name, or cannot be read.
    case named(FilePath, TrackSection?, Result<TrackKey, FileError>)
    case findLost
    case delete(Take.ID)
    case restore(Take)
    case discardJournal(FilePath)
    case saveElsewhere(FilePath)

    func deletes(_ take: Take) -> Bool { if case .delete(take.id) = self { true } else { false } }
  }

  struct Mailbox {
    var jobs: [Job] = []
    /// Free takes are looked for when nothing else has been asked for a while: no music waits for them.
    var wantsFree = false
    /// The latest of each take, in the order in which they were first asked for.
    var unsaved: [Take] = []
    /// The journals that may go once their takes are saved.
    var ended: [Take.ID: [FilePath]] = [:]
    var isStopping = false
    /// What could not be saved when the thread ended.
    var lost: [UnsavedTake] = []
  }

  static let retry: Int32 = 2000
  static let pause: Int32 = 200

  let store: TakeStore
  let key: @Sendable (FilePath) throws(FileError) -> TrackKey
  let mailbox = Mutex(Mailbox())
  let signal = WakeSignal()
  private let thread = Mutex<WorkerThread?>(nil)

  /// - Parameters:
  ///   - key: names a track by its sound; asked on a thread of its own for each: a file that hangs holds up no saving.
  ///   - report: called on the keeper's thread.
  package init(
    store: TakeStore, key: @escaping @Sendable (FilePath) throws(FileError) -> TrackKey,
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

  /// Looks through the folder for takes whose track's file is not where it was. Other orders come first.
  package func findLost() { post { $0.jobs.append(.findLost) } }

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

  /// Saves what cannot be saved in the folder of takes in another folder, now and from now on.
  package func saveElsewhere(_ folder: FilePath) { post { $0.jobs.append(.saveElsewhere(folder)) } }

  /// Ends the thread after what can be saved is saved.
  ///
  /// - Returns: the takes that could not be saved.
  @discardableResult
  package func stop() -> [UnsavedTake] {
    post { $0.isStopping = true }
    thread.withLock { $0.take() }?.join()
    return unsavedAtEnd
  }

  /// The takes that could not be saved when the thread ended.
  package var unsavedAtEnd: [UnsavedTake] { mailbox.withLock { $0.lost } }

  func post(_ change: (inout Mailbox) -> Void) {
    mailbox.withLock { change(&$0) }
    signal.wake()
  }
}
