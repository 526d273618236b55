import AudioBase
import Glibc
import SystemBase

extension TakeService {
  struct State {
    var files: ConcurrentTakeStore
    /// The last reports about takes that wait to be saved.
    var failing: [Take.ID: UnsavedTake] = [:]
    /// The other folder for takes that cannot be saved in the folder of takes; nil if there is none.
    var elsewhere: TakeStore?
    /// The versions that were saved there.
    var copies: [Take.ID: Take] = [:]
    var search: LostTakeSearch?
    var signatures = SignatureTable()
    /// The tracks whose songs were searched for by their sound.
    var searchedSongs: Set<TrackKey> = []
    /// The last reports about songs that could not be saved.
    var failingSongs: [TrackKey: FileError] = [:]

    mutating func forget(_ id: Take.ID) { (failing[id], copies[id]) = (nil, nil) }
  }

  func run(_ report: (Event) -> Void) {
    var state = State(files: ConcurrentTakeStore(store))
    while true {
      let (songs, jobs, unsaved, waiters, isStopping) = mailbox.withLock { box in
        defer { (box.songs, box.jobs, box.unsaved, box.waiters) = ([:], [], [], []) }
        box.inProgress = box.unsaved
        return (box.songs, box.jobs, box.unsaved, box.waiters, box.isStopping)
      }
      save(songs, &state, report)
      for job in jobs { carryOut(job, &state, report) }
      for take in unsaved {
        save(take, &state, report)
        mailbox.withLock { $0.inProgress.removeAll { $0.id == take.id } }
      }
      waiters.forEach { $0() }
      if isStopping {
        let lost = state.failing.values.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
        return mailbox.withLock { $0.lost = lost }
      }
      let (isIdle, wantsFree) = mailbox.withLock {
        ($0.jobs.isEmpty && $0.songs.isEmpty && !$0.isStopping, $0.wantsFree)
      }
      if !isIdle || continueSearch(&state, report) { continue }
      if !wantsFree {
        let isWaiting = !state.failing.isEmpty || !state.copies.isEmpty
        signal.wait(milliseconds: isWaiting ? TakeService.retry : nil)
      } else if !signal.wait(milliseconds: TakeService.pause) {
        mailbox.withLock { $0.wantsFree = false }
        let found = state.files.takes(of: nil)
        report(.foundFree(found.takes.map(\.take), problems: found.problems))
      }
    }
  }

  /// Examines the next file of the search for takes. Returns whether there was something to be looked at.
  private func continueSearch(_ state: inout State, _ report: (Event) -> Void) -> Bool {
    guard var search = state.search else { return false }
    state.search = nil
    if search.readNextFiles(&state.files) { report(.foundLost(search.found)) } else { state.search = search }
    return true
  }

  private func carryOut(_ job: Job, _ state: inout State, _ report: (Event) -> Void) {
    switch job {
    case .delete(let id): delete(id, &state)
    case .restore(let take):
      do throws(FileError) {
        let saved = try state.files.restore(state.signatures.signed(take))
        if case .beside(let name) = saved { report(.keptBeside(take, name: name)) }
        report(.saved(take))
      } catch {
        save(take, &state, report)
      }
    case .discardJournal(let path): FileBytes.remove(path)
    // Waiting takes are tried again at once.
    case .saveElsewhere(let folder): state.elsewhere = TakeStore(folder: folder)
    case .signed(let key, let signature): store(signature, of: key, &state)
    case .foundSong(let track, let key, let song): report(.foundSong(track, key, song))
    case .recover:
      let recovered = store.recover()
      if recovered.takes.isEmpty && recovered.problems.isEmpty { return }
      report(.recovered(recovered.takes, problems: recovered.problems))
    case .findLost: state.search = LostTakeSearch(store)
    case .find(let track): findKey(of: track)
    case .named(let track, .success(let key)) where !readsTakes:
      report(.found(track, key, [], song: Song(), problems: []))
    case .named(let track, .success(let key)):
      let found = state.files.takes(of: key)
      let takes = newest(found.takes.map(\.take), of: key)
      let (song, problem) = song(of: key)
      let problems = found.problems + (problem.map { [$0] } ?? [])
      report(.found(track, key, takes, song: song ?? Song(), problems: problems))
      if song == nil, problem == nil { findSong(of: track, key, &state) }
    case .named(let track, .failure(let error)):
      report(.found(track, nil, [], song: Song(), problems: [error]))
    }
  }

  /// Replaces takes by their versions that wait to be saved, and adds those that were never saved.
  private func newest(_ takes: [Take], of key: TrackKey) -> [Take] {
    let waiting = mailbox.withLock { $0.inProgress + $0.unsaved }.filter { $0.track?.key == key }
    if waiting.isEmpty { return takes }
    return Dictionary((takes + waiting).map { ($0.id, $0) }) { $1 }.values.sorted {
      ($0.created, $0.id) < ($1.created, $1.id)
    }
  }

  /// Computes a track's key on its own thread, so that a slow file delays no save.
  private func findKey(of track: TrackLocation) {
    _ = WorkerThread(name: "track key") { [self] in
      let key = Result { () throws(FileError) in try self.key(track.path).of(track.section) }
      post { $0.jobs.append(.named(track, key)) }
    }
  }

  private func delete(_ id: Take.ID, _ state: inout State) {
    // A take that was never saved has no file, but may have journals.
    try? state.files.delete(id)
    state.forget(id)
    mailbox.withLock { $0.ended.removeValue(forKey: id) }?.forEach(FileBytes.remove)
  }

  private func save(_ take: Take, _ state: inout State, _ report: (Event) -> Void) {
    let take = state.signatures.signed(take)
    do throws(FileError) {
      if case .beside(let name) = try state.files.save(take) { report(.keptBeside(take, name: name)) }
      let journals = mailbox.withLock { box in
        box.unsaved.contains { $0.id == take.id } ? nil : box.ended.removeValue(forKey: take.id)
      }
      journals?.forEach(FileBytes.remove)
      state.forget(take.id)
      report(.saved(take))
      if let track = take.track { sign(track, &state) }
    } catch {
      let journals = mailbox.withLock { box in
        let isSuperseded = box.unsaved.contains { $0.id == take.id } || box.jobs.contains { $0.deletes(take) }
        if !isSuperseded { box.unsaved.append(take) }
        return box.ended[take.id] ?? []
      }
      if saveElsewhere(take, &state, report) { return }
      let unsaved = UnsavedTake(take, error, isOnDisk: store.holdsHits(of: take, journals: journals))
      if state.failing.updateValue(unsaved, forKey: take.id) != unsaved { report(.notSaved(unsaved)) }
    }
  }

  /// Saves a take in the folder that the user has named. Returns whether this version is there.
  private func saveElsewhere(_ take: Take, _ state: inout State, _ report: (Event) -> Void) -> Bool {
    // Saved takes stay in their folder, even if later takes go to another one.
    if state.copies[take.id] == take { return true }
    guard let elsewhere = state.elsewhere else { return false }
    do throws(FileError) {
      let path = try elsewhere.save(take)
      state.failing[take.id] = nil
      state.copies[take.id] = take
      report(.savedElsewhere(take, path))
      return true
    } catch {
      state.elsewhere = nil
      state.copies[take.id] = nil
      report(.notSavedElsewhere(error))
      return false
    }
  }
}

/// Finds takes whose track does not exist at its path, a few files at a time.
struct LostTakeSearch {
  private static let step = 16

  /// The takes that were found, the oldest first.
  private(set) var found: [Take] = []
  private var names: ArraySlice<String>

  init(_ store: TakeStore) { names = store.names(ending: ".dub")[...] }

  /// Reads the next files, except those that cannot be read. Returns whether all files were read.
  mutating func readNextFiles(_ files: inout ConcurrentTakeStore) -> Bool {
    for name in names.prefix(LostTakeSearch.step) {
      guard let take = try? files.readTake(named: name), let path = take.track?.path else { continue }
      if path.address == nil, !path.exists { found.append(take) }
    }
    names = names.dropFirst(LostTakeSearch.step)
    if names.isEmpty { found.sort { ($0.created, $0.id) < ($1.created, $1.id) } }
    return names.isEmpty
  }
}
