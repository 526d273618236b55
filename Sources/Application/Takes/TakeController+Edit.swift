import Player
import AudioBase
import Dubbing
import MixEngine
import SystemBase

extension TakeController {
  // MARK: Edits of the current take

  /// Changes the current take at hand, or another one, and saves it.
  package func edit(_ entry: Entry? = nil, _ change: (inout Take) -> Void) {
    guard let entry = entry ?? currentEntry, var take = take(entry) else { return }
    let before = take
    change(&take)
    if take == before { return }
    save(entry.group, take)
    sendPlans()
  }

  package func undo() {
    if let deleted, deleted.group == group || deleted.group == .free || deleted.group == .lost {
      return restore(deleted.group, deleted.take)
    }
    turn({ $0.undo() }, { .undone($0) }, otherwise: .nothingToUndo)
  }

  package func redo() { turn({ $0.redo() }, { .redone($0) }, otherwise: .nothingToRedo) }

  private func turn(
    _ step: (inout Take) -> TakeEdit?, _ notice: (String) -> TakeNotice, otherwise nothing: TakeNotice
  ) {
    guard var take = current, let edit = step(&take) else { return tell(nothing) }
    if isRecording { tools.journal.nextLayer(dropping: undoneLayer(edit, take)) }
    save(group, take)
    sendPlans()
    tell(notice(TakeController.words(edit, take)))
  }

  /// The layer that is gone now, and must not come back by the journal.
  private func undoneLayer(_ edit: TakeEdit, _ take: Take) -> Int? {
    guard case .insert(let layer, _) = edit, take.layer(layer) == nil else { return nil }
    return layer
  }

  private static func words(_ edit: TakeEdit, _ take: Take) -> String {
    func name(_ id: Int) -> String {
      (take.layer(id) ?? take.history.shelf[id])?.settings.name ?? "layer \(id)"
    }
    return switch edit {
    case .insert(let layer, _): name(layer)
    case .remove(let layer, _): "deleting \(name(layer))"
    case .change(let layer, _, _): "a change of \(name(layer))"
    case .rename(let from, let to): "renaming \(from) to \(to)"
    }
  }

  // MARK: Which take

  /// Makes a take the one that plays and is recorded to; one that has no track here sounds at once, or ends.
  package func choose(_ entry: Entry) {
    if isRecording { return }
    tracks[entry.group]?.current = entry.take
    tracks[entry.group]?.plan = nil
    lastGroup = entry.group
    if case .track = entry.group { return sendPlans() }
    playFree(entry)
  }

  /// The next recording makes a new take.
  package func chooseNew() {
    if isRecording { return }
    tracks[group]?.current = nil
    tracks[group]?.plan = nil
    sendPlans()
  }

  /// Takes a take away. Undo brings it back, or at any time `drumdub takes restore`.
  package func delete(_ entry: Entry) {
    guard !isRecording, let take = take(entry) else { return }
    if freePlayback?.take == entry.take { endFree() }
    tracks[entry.group]?.remove(entry.take)
    notSaved[entry.take] = nil
    tools.service.delete(entry.take)
    deleted = (entry.group, take)
    sendPlans()
    tell(.deleted(take: take.name))
  }

  private func restore(_ group: TakeGroup, _ take: Take) {
    deleted = nil
    tracks[group, default: TrackTakes()].put(take)
    tracks[group]?.sort()
    tracks[group]?.current = take.id
    tools.service.restore(take)
    sendPlans()
    tell(.restored(take: take.name))
  }

  // MARK: Playback, metronome, tempo

  /// Silences takes, or lets them be heard; while all is stopped, a take without a track begins or ends.
  package func togglePlayback() {
    if model.playbackState == .stopped, group == .free || group == .lost, !isRecording, let currentEntry {
      return playFree(currentEntry)
    }
    isPlaybackOn.toggle()
    plansChanged()
    tell(.playback(isPlaybackOn))
  }

  /// Lets a take sound without its music, or ends it while it does.
  private func playFree(_ entry: Entry) {
    guard let take = take(entry) else { return }
    if let freePlayback, freePlayback.take == take.id, model.now() < freePlayback.end { return endFree() }
    isPlaybackOn = true
    let rate = tools.engine.sampleRate
    let hits = TakeCompiler.freeHits(of: take, rate: rate, knowsSamples: knowsSamples(take))
    let end = hits.map(\.frame).max() ?? 0
    freePlayback = (take.id, model.now().advanced(bySeconds: FrameCount(end).seconds(at: rate)))
    tools.engine.startFree(HitPlan(hits))
  }

  private func endFree() {
    freePlayback = nil
    tools.engine.startFree(HitPlan([]))
  }

  package func toggleMetronome() {
    isMetronomeOn.toggle()
    plansChanged()
    tell(.metronome(isMetronomeOn, bpm: bpm))
  }

  /// A tap: of two and more the tempo follows, and the last is a beat of the track.
  ///
  /// - Parameter time: when its key was read; nil: now.
  package func tap(at time: HostTime? = nil) {
    let time = time ?? model.now()
    guard let bpm = taps.tap(at: time) else { return }
    var tempo = TempoMap(bpm: bpm)
    if let heard = tools.transport.heard(at: time), heard.item == model.nowPlaying?.id, heard.speed > 0 {
      tempo.bpm = min(max(bpm / heard.speed, TempoMap.speeds.lowerBound), TempoMap.speeds.upperBound)
      tempo.beats = [max(0, heard.trackFrame.value)]
    }
    tracks[group, default: TrackTakes()].tempo = tempo
    if current != nil { edit { $0.tempo = tempo } }
    plansChanged()
    tell(.tempo(tempo.bpm))
  }

  // MARK: Loop and punch

  var punch: Range<Int>? { TakeController.range(punchIn, punchOut) }

  private static func range(_ start: Int?, _ end: Int?) -> Range<Int>? {
    if start == nil && end == nil { return nil }
    let (start, end) = (start ?? 0, end ?? .max)
    return start < end ? start..<end : nil
  }

  /// What was heard when a key was read; nil: now.
  private func here(_ time: HostTime?) -> Int? {
    guard let heard = tools.transport.heard(at: time ?? model.now()), heard.item == model.nowPlaying?.id
    else {
      return nil
    }
    return max(0, heard.trackFrame.value)
  }

  package func loopFromHere(at time: HostTime? = nil) {
    guard let here = here(time) else { return }
    loopStart = here
    if let end = loopEnd, end <= here { loopEnd = nil }
    loopChanged()
  }

  package func loopToHere(at time: HostTime? = nil) {
    guard let here = here(time), here > loopStart ?? 0 else { return }
    loopEnd = here
    loopChanged()
  }

  package func endLoop() {
    (loopStart, loopEnd) = (nil, nil)
    loopChanged()
  }

  private func loopChanged() {
    tools.transport.setLoop(loopEnd.map { (loopStart ?? 0)..<$0 })
    tell(.loop(from: seconds(loopStart), to: seconds(loopEnd)))
  }

  package func punchInHere(at time: HostTime? = nil) {
    punchIn = here(time)
    if let end = punchOut, let start = punchIn, end <= start { punchOut = nil }
    punchChanged()
  }

  package func punchOutHere(at time: HostTime? = nil) {
    guard let here = here(time), here > punchIn ?? 0 else { return }
    punchOut = here
    punchChanged()
  }

  package func endPunch() {
    (punchIn, punchOut) = (nil, nil)
    punchChanged()
  }

  private func punchChanged() {
    tools.journal.setPunch(punch)
    tell(.punch(from: seconds(punchIn), to: seconds(punchOut)))
  }
}
