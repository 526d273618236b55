import SystemBase
import AudioBase
import Dubbing

/// The reports of the journal and of the service.
extension TakeController {
  // MARK: Journal

  package func receive(_ report: JournalReport) {
    switch report {
    case .failed(let error): journalFailed(error)
    case .inputFailed(let error): notify(.sound(.inputFailed(error)))
    case .inputNeedsSpeed: notify(.sound(.inputNeedsSpeed))
    case .recovered:
      journalFailure = nil
      notify(.storage(.savedLater))
    case .recorded(let outputs): receive(outputs)
    }
  }

  private func journalFailed(_ error: FileError) {
    journalFailure = error
    if let take = recordedTake { notify(.notSaved(UnsavedTake(take, error, isOnDisk: false))) }
  }

  private func receive(_ outputs: [TakeRecorder.Output]) {
    guard let recorded else { return }
    let group = TakeGroup(recorded.track)
    guard let knowsSamples = tracks[group]?.take.map(knowsSamples) else { return }
    let heard = tracks[group]?.record(outputs, knowsSamples: knowsSamples) ?? []
    if group == hitMarks?.group { heard.forEach { hitMarks?.add($0) } }
    for case .origin(let frame) in outputs {
      freeRecording?.origin = frame
      alignTake(to: frame)
    }
    sendSequences()
    if outputs.contains(.ended), let take = tracks[group]?.take { finish(group, take) }
  }

  private func finish(_ group: TakeGroup, _ take: Take) {
    let (journal, sound) = (recorded?.journal, recordedSound(take))
    let isUnchanged = take.nextLayerID == recorded?.firstLayer
    let failure = journalFailure
    (recorded, journalFailure) = (nil, nil)
    if waiting.isEmpty, phase != .waitingForTrack { phase = .idle }
    defer {
      sendSequences()
      beginWaiting()
    }
    if isUnchanged {
      if take.hitCount == 0 && take.history.edits.undoSteps.isEmpty { tracks[group]?.remove(take.id) }
      if let journal { parts.service.discard(journal: journal) }
      return reportRecordingEnd(saved: nil)
    }
    save(group, take, ended: journal)
    if let failure {
      notSaved[take.id] = UnsavedTake(take, failure, isOnDisk: false)
    } else {
      let seconds = sound.map { FrameCount($0.frames).seconds(at: $0.sampleRate) }
      reportRecordingEnd(saved: TakeNotice.SavedTake(name: take.name, hits: take.hitCount, seconds: seconds))
    }
  }

  /// Reports that a recording was stored, and whether it continues with another track.
  ///
  /// - Parameter saved: nil if nothing was recorded.
  private func reportRecordingEnd(saved: TakeNotice.SavedTake?) {
    if let next = waiting.first, next.isContinuation, let track = next.track {
      let title = model.nowPlaying.flatMap { $0.location == track ? $0.title : nil }
      notify(.recordingContinues(track: title ?? track.path.lastComponent.shown, saved: saved))
    } else if let stopReason, let saved {
      notify(.recordingStopped(stopReason, saved: saved))
    } else {
      notify(saved.map { .recordingEnded($0) } ?? .nothingRecorded)
    }
  }

  /// Returns the sound of the last layer of the recording that has some.
  private func recordedSound(_ take: Take) -> AudioClip? {
    guard let recorded else { return nil }
    return take.layers.last { $0.id >= recorded.firstLayer && $0.audio != nil }?.audio
  }

  func save(_ group: TakeGroup, _ take: Take, ended journal: FilePath? = nil) {
    var take = take
    hitMarks = nil
    take.modified = Timestamp.now
    if case .track(let played) = group { take.track?.path = parts.folder.appending(played.path) }
    tracks[group]?.replace(take)
    parts.service.save(take, ended: journal)
  }

  // MARK: Service

  package func receive(_ event: TakeService.Event) {
    switch event {
    case .found(let track, let key, let takes, let tempo, let problems):
      found(track, key, takes, tempo, problems)
    case .foundFree(let takes, let problems):
      tracks[.free, default: TrackTakes()].isFound = true
      tracks[.free]?.add(takes)
      // Problems of free takes are reported once, not with each track.
      problems.forEach { notify(.unreadable($0)) }
    case .foundLost(let takes): foundLost(takes)
    case .recovered(let takes, let problems):
      if !takes.isEmpty { notify(.recovered(names: takes.map(\.name))) }
      problems.forEach { notify(.unreadable($0)) }
    case .notSaved(let unsaved): receive(unsaved)
    case .saved(let take):
      if notSaved.removeValue(forKey: take.id) != nil { notify(.storage(.savedLater)) }
      releaseTakes()
    case .savedElsewhere(let take, let path):
      notSaved[take.id] = nil
      notify(.storage(.savedElsewhere(take: take.name, folder: path.directory)))
    case .notSavedElsewhere(let error): notify(.storage(.notSavedElsewhere(error)))
    case .tempoNotSaved(let error): notify(.storage(.tempoNotSaved(error)))
    case .copiesReady: sequencesChanged()
    case .keptBeside(let take, let name): notify(.storage(.savedBeside(take: take.name, name: name)))
    }
  }

  private func receive(_ unsaved: UnsavedTake) {
    // The take may have been deleted in the meantime.
    guard tracks.values.contains(where: { $0.takes.contains { $0.id == unsaved.id } }) else { return }
    let known = notSaved.updateValue(unsaved, forKey: unsaved.id)
    if known?.isOnDisk != unsaved.isOnDisk { notify(.notSaved(unsaved)) }
  }

  private func found(
    _ played: TrackLocation, _ key: TrackKey?, _ takes: [Take], _ tempo: TempoMap?, _ problems: [FileError]
  ) {
    let group = TakeGroup.track(played)
    tracks[group, default: TrackTakes()].key = key
    if let tapped = tracks[group]?.tempo {
      // It was tapped before the key of the track was known.
      if let key, tapped != tempo { parts.service.save(tapped, of: key) }
    } else {
      tracks[group]?.tempo = tempo
    }
    tracks[group]?.isFound = true
    tracks[group]?.problem = problems.first
    tracks[group]?.add(takes)
    if let choice = choices.removeValue(forKey: group) { tracks[group]?.current = choice }
    for take in takes { tracks[.lost]?.remove(take.id) }
    if key != nil { problems.forEach { notify(.unreadable($0)) } }
    sendSequences()
    beginWaiting()
    releaseTakes()
    if played != playedTrack { return }
    checkKit()
    resumeWaiting()
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

  /// Starts a recording that waits for its track. The format of the track may be reported after its takes.
  package func resumeWaiting() {
    beginWaiting()
    guard phase == .waitingForTrack, track.isFound, track.key == nil || format != nil else { return }
    phase = unwantedPhase
    record()
  }
}
