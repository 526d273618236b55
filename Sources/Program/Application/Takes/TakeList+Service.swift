import AudioBase
import Dubbing
import SystemBase

/// Storing takes, and the reports of the service that does.
extension TakeList {
  func save(_ group: TakeGroup, _ take: Take, ended journal: FilePath? = nil) {
    var take = take
    hitMarks = nil
    take.modified = Timestamp.now
    if case .track(let played) = group { take.track?.path = played.inside(parts.folder).path }
    tracks[group]?.replace(take)
    parts.service.save(take, ended: journal)
  }

  package func receive(_ event: TakeService.Event) {
    switch event {
    case .found(let track, let key, let takes, let song, let problems):
      found(track, key, takes, song, problems)
    case .foundSong(let track, let key, let song): owner.songs.found(song, of: track, elsewhere: key)
    case .foundFree(let takes, let problems):
      tracks[.free, default: TrackTakes()].isFound = true
      tracks[.free]?.add(takes)
      // Problems of free takes are reported once, not with each track.
      problems.forEach { owner.notify(.unreadable($0)) }
    case .foundLost(let takes): foundLost(takes)
    case .recovered(let takes, let problems):
      if !takes.isEmpty { owner.notify(.recovered(names: takes.map(\.name))) }
      problems.forEach { owner.notify(.unreadable($0)) }
    case .notSaved(let unsaved): receive(unsaved)
    case .saved(let take):
      // What has not changed is not drawn again.
      if notSaved[take.id] != nil {
        notSaved[take.id] = nil
        owner.notify(.storage(.savedLater))
      }
      releaseTakes()
    case .savedElsewhere(let take, let path):
      notSaved[take.id] = nil
      owner.notify(.storage(.savedElsewhere(take: take.name, folder: path.directory)))
    case .notSavedElsewhere(let error): owner.notify(.storage(.notSavedElsewhere(error)))
    case .songNotSaved(let error): owner.notify(.storage(.songNotSaved(error)))
    case .copiesReady: owner.playback.copiesAreReady()
    case .planned(let sequence, let number): owner.free.replace(with: sequence, number)
    case .keptBeside(let take, let name): owner.notify(.storage(.savedBeside(take: take.name, name: name)))
    }
  }

  private func receive(_ unsaved: UnsavedTake) {
    // The take may have been deleted in the meantime.
    guard tracks.values.contains(where: { $0.takes.contains { $0.id == unsaved.id } }) else { return }
    let known = notSaved.updateValue(unsaved, forKey: unsaved.id)
    if known?.isOnDisk != unsaved.isOnDisk { owner.notify(.notSaved(unsaved)) }
  }

  private func found(
    _ played: TrackLocation, _ key: TrackKey?, _ takes: [Take], _ song: Song, _ problems: [FileError]
  ) {
    let group = TakeGroup.track(played)
    tracks[group, default: TrackTakes()].key = key
    owner.songs.found(song, of: played)
    tracks[group]?.isFound = true
    tracks[group]?.problem = problems.first
    tracks[group]?.add(takes)
    if let choice = choices.removeValue(forKey: group) { tracks[group]?.current = choice }
    for take in takes { tracks[.lost]?.remove(take.id) }
    if key != nil { problems.forEach { owner.notify(.unreadable($0)) } }
    owner.playback.sendSequences()
    owner.recording.beginNext()
    releaseTakes()
    if played != owner.playedTrack { return }
    checkKit()
    owner.recording.resumeWaiting()
  }

  private func foundLost(_ takes: [Take]) {
    let others = tracks.filter { $0.key != .lost }.values.flatMap { $0.takes.map(\.id) }
    let known = Dictionary((tracks[.lost]?.takes ?? []).map { ($0.id, $0) }) { $1 }
    var lost = TrackTakes(isFound: true)
    // Takes in memory are newer. A deleted take must not come back.
    let deleted = deletions.undoSteps.map(\.take.id)
    lost.takes = takes.filter { !others.contains($0.id) && !deleted.contains($0.id) }.map {
      known[$0.id] ?? $0
    }
    lost.current = tracks[.lost]?.current
    tracks[.lost] = lost
  }

  // MARK: Unsaved takes

  /// The takes that are not saved, sorted by name, with the take whose journal cannot be written.
  package var unsaved: [UnsavedTake] {
    var takes = notSaved
    if let journalFailure = owner.recording.journalFailure, let take = owner.recording.recordedTake {
      takes[take.id] = UnsavedTake(take, journalFailure, isOnDisk: false)
    }
    return takes.values.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }

  /// Saves the unsaved takes in another folder, a recording up to now. Takes that cannot be saved later are saved there
  /// too.
  package func saveElsewhere(_ folder: FilePath) {
    if owner.recording.journalFailure != nil, let take = owner.recording.recordedTake {
      parts.service.save(take)
    }
    parts.service.saveElsewhere(folder)
  }

  /// Reports what quitting now would end or lose.
  func warnOfQuitting() {
    let unsaved = unsaved
    owner.notify(unsaved.isEmpty ? .quitWhileRecording : .quitWhileUnsaved(unsaved))
  }
}
