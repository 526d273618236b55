import AudioBase
import Dubbing
import SystemBase

/// Finding and correcting the beats of the track.
extension TempoController {
  private static let keptTempi = 100

  /// Sets the tempo, or finds or corrects the beats of the current track.
  func perform(_ command: TempoCommand, at time: HostTime? = nil) {
    switch command {
    case .bpm(let bpm): setTempo(bpm)
    case .find: findBeats()
    case .correct(let edit): correct(edit, at: time ?? model.now())
    }
  }

  /// Notes the tempo of a group, so that undo restores it.
  func noteTempo(of group: TakeGroup? = nil) {
    let group = group ?? owner.list.group
    tempi[group, default: UndoStack(limit: TempoController.keptTempi)].record(tempo(of: group))
  }

  private func tempo(of group: TakeGroup) -> TempoMap {
    owner.list.tracks[group]?.knownTempo ?? TempoMap(bpm: metronome.tempo)
  }

  func turnTempo(_ direction: UndoDirection, of group: TakeGroup) {
    guard let tempo = tempi[group]?.next(direction) else { return }
    tempi[group]?.turn(direction, into: self.tempo(of: group))
    apply(tempo, to: group)
    owner.notify(.beats(.turned(direction, bpm: tempo.bpm)))
  }

  private func correct(_ edit: TempoEdit, at time: HostTime) {
    let known = owner.list.track.knownTempo ?? usualTempo(of: owner.playedTrack)
    guard
      let tempo = known.corrected(
        edit, at: owner.ranges.heardFrame(time) ?? owner.ranges.position, rate: grid.rate,
        signature: metronome.signature)
    else { return owner.notify(.invalidTempo) }
    noteTempo()
    apply(tempo, to: owner.list.group)
    owner.notify(.beats(.corrected(edit, bpm: tempo.bpm)))
  }

  /// Moves the beat nearest to a frame to another frame. All beats move by the same distance, or the first beat is fixed and
  /// the tempo changes.
  package func moveBeat(near frame: Int, to target: Int, keepsFirst: Bool) {
    let grid = grid
    let known = owner.list.track.knownTempo ?? usualTempo(of: owner.playedTrack)
    guard
      let tempo = known.moving(
        beatNear: frame, to: target, keepsFirst: keepsFirst, rate: grid.rate,
        signature: metronome.signature)
    else { return owner.notify(.invalidTempo) }
    noteTempo()
    apply(tempo, to: owner.list.group)
    let distance = FrameCount(target - grid.frame(ofBeatNear: frame)).seconds(at: grid.rate)
    owner.notify(.beats(tempo.bpm == known.bpm ? .moved(seconds: distance) : .stretched(bpm: tempo.bpm)))
  }

  // MARK: Finding

  /// Finds beats, keys and drums of songs with a finder from now on.
  package func analyse(by finder: any SongAnalysing, main: MainThread) {
    analyser = SongAnalyser(finder, main: main)
  }

  /// Starts to find the beats of the current track by its sound, or ends the search that runs.
  private func findBeats() {
    if let beatSearch {
      analyser?.cancel(beatSearch)
      self.beatSearch = nil
      return owner.notify(.beats(.cancelled))
    }
    guard let analyser, case .track(let track) = owner.list.group, track.address == nil else {
      return owner.notify(.beats(owner.songs.isFromNetwork ? .isFromNetwork : .noTrack))
    }
    beatSearch = analyser.search(
      track, progress: { [weak self] in self?.owner.notify(.beats(.finding(percent: Int($0 * 100)))) },
      receive: { [weak self] in self?.receive($0, of: track) })
    owner.notify(.beats(.finding(percent: nil)))
  }

  private func receive(_ result: Result<SongAnalysis, FileError>, of track: TrackLocation) {
    beatSearch = nil
    if case .success(let analysis) = result, let key = analysis.key { owner.songs.keep(key, of: track) }
    switch result.map(\.beats) {
    case .success(.found(let beats)): use(beats, of: track)
    case .success(.guess(let guess)): owner.notify(.beats(.guess(bpm: guess.bpm)))
    case .success(.noBeat): owner.notify(.beats(.noBeat))
    case .success(.cancelled): owner.notify(.beats(.cancelled))
    case .failure(let error): owner.notify(.beats(.failed(error)))
    }
  }

  private func use(_ found: FoundBeats, of track: TrackLocation) {
    let group = TakeGroup.track(track)
    // Its takes may have been released: they are read again, and have tempi of their own.
    guard owner.list.tracks[group] != nil else { return owner.notify(.beats(.cancelled)) }
    noteTempo(of: group)
    let tempo = TempoMap(found)
    apply(tempo, to: group)
    owner.notify(.beats(.found(bpm: tempo.bpm, isSteady: found.isSteady, tempo.signature)))
  }
}
