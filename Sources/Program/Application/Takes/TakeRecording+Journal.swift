import AudioBase
import Dubbing
import SystemBase

extension TakeRecording {
  package func receive(_ report: JournalReport) {
    switch report {
    case .failed(let error):
      journalFailure = error
      if let take = recordedTake { owner.notify(.notSaved(UnsavedTake(take, error, isOnDisk: false))) }
    case .inputFailed(let error): owner.notify(.sound(.inputFailed(error)))
    case .inputNeedsSpeed: owner.notify(.sound(.inputNeedsSpeed))
    case .recovered:
      journalFailure = nil
      owner.notify(.storage(.savedLater))
    case .recorded(let outputs):
      if outputs.contains(.ended) { owner.followEngine() }
      receive(outputs)
    }
  }

  private func receive(_ outputs: [TakeRecorder.Output]) {
    guard let recorded else { return }
    let group = TakeGroup(recorded.track)
    guard let knowsSamples = owner.list.tracks[group]?.take.map(owner.list.knowsSamples) else { return }
    let heard = owner.list.tracks[group]?.record(outputs, knowsSamples: knowsSamples) ?? []
    if group == owner.list.hitMarks?.group { heard.forEach { owner.list.hitMarks?.add($0) } }
    for case .origin(let frame) in outputs {
      freeRecording?.origin = frame
      owner.tempo.alignTake(to: frame)
    }
    owner.playback.sendSequences()
    if outputs.contains(.ended), let take = owner.list.tracks[group]?.take { finish(group, take) }
  }

  private func finish(_ group: TakeGroup, _ recordedTake: Take) {
    var take = recordedTake
    if let first = recorded?.firstLayer { take.endRecording(from: first) }
    let (journal, sound) = (recorded?.journal, recorded?.soundLayer(of: take)?.audio)
    let isUnchanged = take.nextLayerID == recorded?.firstLayer
    let failure = journalFailure
    journalFailure = nil
    apply(.stored)
    defer {
      owner.playback.sendSequences()
      beginNext()
    }
    if isUnchanged {
      if take.hitCount == 0 && take.history.edits.undoSteps.isEmpty {
        owner.list.tracks[group]?.remove(take.id)
      }
      if let journal { parts.service.discard(journal: journal) }
      return reportRecordingEnd(saved: nil)
    }
    owner.list.save(group, take, ended: journal)
    if let failure {
      owner.list.notSaved[take.id] = UnsavedTake(take, failure, isOnDisk: false)
    } else {
      let seconds = sound.map { FrameCount($0.frames).seconds(at: $0.sampleRate) }
      reportRecordingEnd(
        saved: TakeNotice.SavedTake(
          name: take.name, hits: take.hitCount, seconds: seconds, lanes: take.lanes.count))
    }
  }

  /// Reports that a recording was stored, and whether it continues with another track.
  ///
  /// - Parameter saved: nil if nothing was recorded.
  private func reportRecordingEnd(saved: TakeNotice.SavedTake?) {
    if let next = state.waiting.first, next.isContinuation, let track = next.track {
      let title = model.nowPlaying.flatMap { $0.location == track ? $0.title : nil }
      owner.notify(.recordingContinues(track: title ?? track.path.lastComponent.shown, saved: saved))
    } else if let stopReason = state.stopReason, let saved {
      owner.notify(.recordingStopped(stopReason, saved: saved))
    } else {
      owner.notify(saved.map { .recordingEnded($0) } ?? .nothingRecorded)
    }
  }
}
