import AudioBase
import Player
import SystemBase

/// Restores the last session and saves the current one, with the undo of the queue in a file of its own. The saver of the
/// files tries a session again that cannot be saved.
@MainActor
package final class SessionController {
  package enum Outcome {
    case restored([QueueItem.ID])
    /// The saved queue of this many tracks was left, and undo brings it back.
    case left(count: Int)
    /// There is no saved session.
    case firstTime
    case nothing
  }

  private struct QueuesFile {
    var isRead = false
    /// Whether it may be written; false if it could not be read.
    var mayBeWritten = true
    /// The number of changes of the queues that is in it.
    var changes = 0
  }

  private static let interval = 10.0

  private let model: PlayerModel
  private let file: SavedFile
  /// The file of the undo of the queue and of the queues that were left; nil if they are not saved.
  private let queues: SavedFile?
  /// The place of the session among those of several players; nil if there is only one.
  private let place: SessionPlace?
  /// Returns the options that clients have set, which are saved with the session.
  package var options: () -> ClientOptions = { ClientOptions() }
  /// The screen as text: its layout, its panes, and what is selected in the linked lists; nil for the usual ones.
  package typealias Screen = (layout: String?, panes: String?, linkedLists: String?)
  /// Returns the screen, which is saved with the session.
  package var screen: () -> Screen = { (nil, nil, nil) }
  /// The screen of the last session.
  package private(set) var savedScreen: Screen = (nil, nil, nil)
  /// Returns the loop of the current track in seconds, which is saved with the session.
  package var loop: () -> ClosedRange<Double>? = { nil }
  /// The track that was current in the last session, and its loop; nil without one.
  package private(set) var savedLoop: (track: TrackLocation, seconds: ClosedRange<Double>)?
  /// The options that clients have set in the last session.
  package private(set) var savedOptions = ClientOptions()
  /// Whether the user is asked about the end of the terminal; saved with the session.
  package private(set) var hangup: HangupOffer?
  /// The mixer, which has a file of its own.
  package var mixer: SavedMixer?
  /// The folder that relative paths start from: the working directory, which may be removed while the program runs.
  private let folder: FilePath
  private let main: MainThread
  private let report: @Sendable (Notice) -> Void
  /// What was saved last, when the session was last saved or compared with that, and whether it may have changed since. It
  /// is not compared after each event, since a queue may be long.
  private var saved: (session: SessionSnapshot?, time: HostTime, mayDiffer: Bool) = (nil, .now, true)
  /// Whether the file may be written; false if it could not be read, so that it is not overwritten.
  private var mayWrite = true
  /// The tracks of the session that was restored or left, until the queues were read.
  private var tracks: [(id: QueueItem.ID, location: TrackLocation)] = []
  private var queuesFile = QueuesFile()
  /// The reason why the place could not be taken, which is reported once.
  private var placeFailure: FileError?

  package init(
    model: PlayerModel, file: SavedFile, queues: SavedFile? = nil, place: SessionPlace? = nil,
    current: FilePath, main: MainThread, report: @escaping @Sendable (Notice) -> Void
  ) {
    (self.model, self.file, self.folder) = (model, file, current)
    (self.queues, self.place) = (queues, place)
    (self.main, self.report) = (main, report)
  }

  /// The reason why the last session is not on the disk; nil if it is.
  package var failure: FileError? { (mayWrite ? place?.failure : nil) ?? file.failure ?? queues?.failure }

  /// Whether another player has the session of the first one, and its process.
  package var other: (isRunning: Bool, process: Int32?) { ((place?.number ?? 1) > 1, place?.firstProcess) }

  package func restore(_ resume: ResumeMode) -> Outcome {
    let session: SavedSession
    switch read() {
    case .none:
      readQueues([], of: SavedSession())
      return restoreModesOfFirst() ? .nothing : .firstTime
    case .some(.none): return .nothing
    case .some(.some(let found)): session = found
    }
    if resume == .no { return leaveQueue(of: session) }
    let added = model.restore(session, playing: resume == .play)
    saved.session = current
    readQueues(added, of: session)
    return .restored(added)
  }

  /// Restores only volume and modes, for a queue from the command line. Undo brings the saved queue back.
  @discardableResult
  package func restoreModes() -> Outcome {
    if case .some(.some(let session)) = read() { return leaveQueue(of: session) }
    readQueues([], of: SavedSession())
    _ = restoreModesOfFirst()
    return .nothing
  }

  private func leaveQueue(of session: SavedSession) -> Outcome {
    readQueues(model.leaveQueue(of: session), of: session)
    return session.entries.isEmpty ? .nothing : .left(count: session.entries.count)
  }

  /// Restores the volume and the modes of the first player, for one that has no session yet. Returns whether there is
  /// another player.
  private func restoreModesOfFirst() -> Bool {
    guard let first = place?.firstFile(SessionController.fileName) else { return false }
    if let session = try? parsed(first) { model.restoreModes(session) }
    return true
  }

  /// Lets the next start ask whether music is to play on when its terminal is closed, unless one has asked.
  package func musicStoppedByHangup() { if hangup == nil { hangup = .due } }

  /// Returns whether the user is to be asked now, which is once.
  package func takeHangupOffer() -> Bool {
    guard hangup == .due else { return false }
    hangup = .made
    return true
  }

  /// Keeps the saved session as it is: nothing is saved from now on.
  package func keepSaved() { mayWrite = false }

  private var current: SessionSnapshot {
    var session = model.snapshot
    (session.modes.layout, session.modes.panes, session.modes.linkedLists) = screen()
    session.modes.loop = loop()
    session.modes.hangup = hangup
    let options = options()
    (session.modes.crossfade, session.modes.replayGain) = (options.crossfade, options.replayGain)
    (session.modes.radio, session.modes.lanes) = (options.radio, options.lanes)
    return session
  }

  /// Returns whether the saved session is this one, which then replaces it: it shares the memory of the queue.
  private func isSaved(_ session: SessionSnapshot) -> Bool {
    guard let former = saved.session, former.isSaved(as: session) else { return false }
    saved.session = session
    return true
  }

  /// The time at which the session is to be saved next if it has changed; nil if it has not.
  package var nextSave: HostTime? { mayWrite && saved.mayDiffer || mixer?.isChanged == true ? dueTime : nil }

  private var dueTime: HostTime { saved.time.advanced(bySeconds: SessionController.interval) }

  /// Saves what has changed some seconds after it was last saved or compared. Called after the events of a turn.
  package func saveWhenDue() {
    saved.mayDiffer = true
    guard HostTime.now >= dueTime else { return }
    saved.mayDiffer = model.phase.isPlaying || queuesAreChanged || !isSaved(current)
    if mayWrite && saved.mayDiffer || mixer?.isChanged == true { saveChanges() }
    saved.time = .now
  }

  private func saveMixer() { if place?.failure == nil { mixer?.save() } }

  package func saveChanges() {
    saveMixer()
    if mayWrite { save() }
  }

  /// Saves the session now. `done` is called on another thread when it is on the disk or cannot be saved.
  package func save(done: @escaping @Sendable () -> Void) {
    saveMixer()
    if mayWrite { save(always: true, done: done) } else { done() }
  }

  private func save(always: Bool = false, done: (@Sendable () -> Void)? = nil) {
    saved.time = .now
    guard mayHold() else {
      done?()
      return
    }
    // First, so that a queue that was left is nowhere missing.
    saveQueues()
    let session = current
    if !always, isSaved(session) { return }
    saved.session = session
    let completion: FileSaver.Completion? = if let done { { _ in done() } } else { nil }
    file.replace(completion: completion) { [folder] in session.bytes(inside: folder) }
  }

  /// Returns whether the files are those of this player alone, and reports once if they are not.
  private func mayHold() -> Bool {
    guard let place, !place.hold() else { return true }
    if let failure = place.failure, failure != placeFailure {
      placeFailure = failure
      report(.storedFile(.notSaved(failure)))
    }
    return false
  }

  // MARK: The undo of the queue

  /// Reads the queues on another thread, because the history of a long queue is large.
  private func readQueues(_ ids: [QueueItem.ID], of session: SavedSession) {
    tracks = zip(ids, session.entries).map { ($0, $1.location) }
    guard let path = queues?.path else { return }
    main.run("queues", { SessionController.queues(at: path) }) { [weak self] in self?.receive($0) }
  }

  /// Returns the saved queues; none if there is no file.
  private nonisolated static func queues(at path: FilePath) -> Result<SavedQueues, FileError> {
    do throws(FileError) {
      let bytes = try FileBytes.read(path, limit: 1 << 28)
      return .success(try SavedQueues(bytes: bytes, subject: path.shown))
    } catch {
      return error.code == .notFound ? .success(SavedQueues()) : .failure(error)
    }
  }

  /// Receives the queues that were read. A file that could not be read is not overwritten.
  private func receive(_ result: Result<SavedQueues, FileError>) {
    if queuesFile.isRead { return }
    queuesFile.isRead = true
    switch result {
    case .success(let queues): model.restore(queues, of: tracks)
    case .failure(let error):
      queuesFile.mayBeWritten = false
      report(.file(error))
    }
    tracks = []
  }

  private var queuesAreChanged: Bool { queues != nil && model.queueChanges != queuesFile.changes }

  private func saveQueues() {
    guard let queues, queuesAreChanged else { return }
    if !queuesFile.isRead { receive(SessionController.queues(at: queues.path)) }
    queuesFile.changes = model.queueChanges
    guard queuesFile.mayBeWritten else { return }
    queues.replace { [folder, collect = model.queuesToSave] in collect().inside(folder).bytes() }
  }

  // MARK: Reading

  /// The name of the file in the first place.
  package static let fileName = "session.json"

  private func parsed(_ path: FilePath) throws(FileError) -> SavedSession {
    let bytes = try FileBytes.read(path, limit: 1 << 28)
    let session = try SavedSession(bytes: bytes, subject: path.shown)
    savedScreen = (session.layout, session.panes, session.linkedLists)
    savedLoop = session.loop.flatMap { loop in
      session.current.map { (session.entries[$0].location, loop) }
    }
    savedOptions = ClientOptions(
      crossfade: session.crossfade, replayGain: session.replayGain, radio: session.radio,
      lanes: session.lanes)
    return session
  }

  /// Returns nil if there is no file, and an inner nil if it cannot be read.
  private func read() -> SavedSession?? {
    do throws(FileError) {
      let session = try parsed(file.path)
      hangup = session.hangup
      return session
    } catch {
      if error.code == .notFound { return .none }
      mayWrite = false
      report(.file(error))
      return .some(nil)
    }
  }
}

/// The use of the saved queue at a start without arguments: restore it paused, not at all, or playing.
package enum ResumeMode: String, CaseIterable, Sendable { case yes, no, play }
