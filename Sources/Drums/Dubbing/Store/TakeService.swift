import AudioBase
import MixEngine
import Synchronization
import SystemBase

/// Finds and saves takes on its own thread, so that neither the screen nor a recording waits for the disk.
package final class TakeService: Sendable {
  package enum Event: Sendable {
    /// The takes of a track, the oldest first, and its song. Without a key, its file could not be read.
    case found(TrackLocation, TrackKey?, [Take], song: Song, problems: [FileError])
    /// The song of a track that has no file of its own, which another file of the recording has.
    case foundSong(TrackLocation, TrackKey, Song)
    /// The takes that belong to no track, the oldest first.
    case foundFree([Take], problems: [FileError])
    /// The takes whose tracks were not found, oldest first.
    case foundLost([Take])
    /// Recordings that were cut off, completed by their journals.
    case recovered([Take], problems: [FileError])
    /// A take could not be saved; it is kept in memory and tried again every two seconds.
    case notSaved(UnsavedTake)
    case saved(Take)
    /// A take was saved in the folder that the user has named, instead of the folder of takes.
    case savedElsewhere(Take, FilePath)
    /// The take could not be saved in the other folder either.
    case notSavedElsewhere(FileError)
    case songNotSaved(FileError)
    /// Another program has changed the take; both versions are kept.
    case keptBeside(Take, name: String)
    /// Hits of patterns or plans of layers that were requested are computed.
    case copiesReady
    /// A sequence that was requested is made.
    case planned(HitSequence, number: Int)
  }

  enum Job: Sendable {
    case recover
    case find(TrackLocation)
    /// The track that was asked for has its name, or cannot be read.
    case named(TrackLocation, Result<TrackKey, FileError>)
    case findLost
    case delete(Take.ID)
    case restore(Take)
    case discardJournal(FilePath)
    case saveElsewhere(FilePath)
    case signed(TrackKey, TrackSignature)
    case foundSong(TrackLocation, TrackKey, Song)

    func deletes(_ take: Take) -> Bool { if case .delete(take.id) = self { true } else { false } }
  }

  struct Mailbox {
    var jobs: [Job] = []
    /// The changes of songs to save.
    var songs: [TrackKey: SongChange] = [:]
    /// Whether free takes are to be found, which has the lowest priority.
    var wantsFree = false
    /// The latest version of each take to save, in order.
    var unsaved: [Take] = []
    /// The journals that are removed when their takes are saved.
    var ended: [Take.ID: [FilePath]] = [:]
    /// The takes that the thread saves at this moment.
    var inProgress: [Take] = []
    /// Called when the takes to save were tried.
    var waiters: [@Sendable () -> Void] = []
    var isStopping = false
    /// The takes that could not be saved when the thread ended; nil before.
    var lost: [UnsavedTake]?
  }

  static let retry: Int32 = 2000
  static let pause: Int32 = 200

  let store: TakeStore
  /// The folder of songs; nil: none are read or saved.
  let songs: SongStore?
  /// Finds songs by the sound of their tracks; nil where tracks cannot be compared.
  let songSearch: SongSearch?
  let key: @Sendable (FilePath) throws(FileError) -> TrackKey
  /// Makes the signatures of tracks; nil where takes are saved without them.
  let signer: (any TrackSigning)?
  /// Whether the takes of tracks are read, and those that belong to none; without them, takes are only saved.
  let readsTakes: Bool
  package let copies: PatternCopies
  package let plans: LongPlans
  private let report: @Sendable (Event) -> Void
  let mailbox = Mutex(Mailbox())
  let signal = WakeSignal()
  private let thread = Mutex<WorkerThread?>(nil)

  /// Creates a service of the takes in a folder and of songs, which are only saved without `readsTakes`. `report` is called
  /// on its thread; `key`, `decoders`, and `signer`, once a take is saved, on a new one for each track, so that a file that
  /// hangs does not delay saving.
  package init(
    store: TakeStore, songs: SongStore? = nil, readsTakes: Bool = true,
    key: @escaping @Sendable (FilePath) throws(FileError) -> TrackKey,
    signer: (any TrackSigning)? = nil, decoders: (any DecoderOpening)? = nil,
    report: @escaping @Sendable (Event) -> Void
  ) {
    (self.store, self.songs) = (store, songs)
    songSearch =
      if let songs, let signer, let decoders {
        SongSearch(songs, signer: signer, decoders: decoders)
      } else {
        nil
      }
    self.readsTakes = readsTakes
    self.key = key
    self.signer = signer
    self.report = report
    copies = PatternCopies { report(.copiesReady) }
    plans = LongPlans { report(.copiesReady) }
    let worker = WorkerThread(name: "takes") { [self] in run(report) }
    thread.withLock { $0 = worker }
  }

  /// Makes a sequence on another thread, and reports it with its number.
  package func plan(_ number: Int, _ make: @escaping @Sendable () -> HitSequence) {
    plans.run { [report] in report(.planned(make(), number: number)) }
  }

  /// Restores interrupted recordings from their journals.
  package func recover() { if readsTakes { post { $0.jobs.append(.recover) } } }

  package func find(_ track: TrackLocation) { post { $0.jobs.append(.find(track)) } }

  package func findFree() { if readsTakes { post { $0.wantsFree = true } } }

  /// Finds takes whose tracks were not found. Other orders come first.
  package func findLost() { post { $0.jobs.append(.findLost) } }

  package func delete(_ id: Take.ID) {
    post { box in
      box.unsaved.removeAll { $0.id == id }
      box.jobs.append(.delete(id))
    }
  }

  package func restore(_ take: Take) { post { $0.jobs.append(.restore(take)) } }

  package func discard(journal: FilePath) { post { $0.jobs.append(.discardJournal(journal)) } }

  /// Saves a take; of several waiting states, the last one. The journal of an ended recording is not needed then.
  package func save(_ take: Take, ended journal: FilePath? = nil) {
    post { box in
      if let journal { box.ended[take.id, default: []].append(journal) }
      box.unsaved.removeAll { $0.id == take.id }
      box.unsaved.append(take)
    }
  }

  /// Saves changes of the song of a track.
  ///
  /// - Parameter track: nil if the format of the track is not known.
  package func save(_ edits: [SongEdit], of key: TrackKey, _ track: TrackReference?) {
    post { $0.songs[key, default: SongChange()].add(edits, track) }
  }

  /// Returns whether one of these takes waits to be saved.
  package func isSaving(_ ids: Set<Take.ID>) -> Bool {
    mailbox.withLock { box in (box.inProgress + box.unsaved).contains { ids.contains($0.id) } }
  }

  /// Calls a function on the thread of the service when the takes that wait are saved or cannot be saved.
  package func whenSaved(_ body: @escaping @Sendable () -> Void) { post { $0.waiters.append(body) } }

  /// Saves takes in another folder, now and later, if they cannot be saved in the folder of takes.
  package func saveElsewhere(_ folder: FilePath) { post { $0.jobs.append(.saveElsewhere(folder)) } }

  /// Ends the thread after what can be saved is saved.
  package func stop() {
    copies.stop()
    plans.stop()
    post { $0.isStopping = true }
    thread.withLock { $0.take() }?.join()
  }

  /// Returns the takes that could not be saved, or still wait for the disk. The journal of `recording` has not ended.
  package func unsavedAtEnd(recording: Take? = nil) -> [UnsavedTake] {
    var unsaved = mailbox.withLock { box in
      if let lost = box.lost { return lost }
      var takes = box.inProgress.filter { take in !box.unsaved.contains { $0.id == take.id } }
      takes += box.unsaved
      return takes.map { UnsavedTake($0, noAnswer, isOnDisk: box.ended[$0.id]?.isEmpty == false) }
    }
    if let recording, !unsaved.contains(where: { $0.id == recording.id }) {
      unsaved.append(UnsavedTake(recording, noAnswer, isOnDisk: false))
    }
    return unsaved
  }

  private var noAnswer: FileError { FileError(.noAnswer, store.folder.shown) }

  func post(_ change: (inout Mailbox) -> Void) {
    mailbox.withLock { change(&$0) }
    signal.wake()
  }
}
