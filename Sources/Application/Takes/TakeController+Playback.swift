import AudioBase
import Dubbing
import MixEngine
import SystemBase

/// Playing takes.
extension TakeController {
  /// Mutes or unmutes takes. While the player is stopped, starts or stops the current take without a track.
  func togglePlayback() {
    if model.playbackState == .stopped, group == .free || group == .lost, !isRecording, let currentEntry {
      return playFree(currentEntry)
    }
    isPlaybackOn.toggle()
    sequencesChanged()
    notify(.playback(isPlaybackOn))
  }

  /// Plays a take without its track, or stops it.
  func playFree(_ entry: Entry) {
    guard let take = take(entry) else { return }
    if let freePlayback, freePlayback.entry == entry, model.now() < freePlayback.end { return endFree() }
    isPlaybackOn = true
    let rate = parts.engine.sampleRate
    let hits = TakeCompiler.freeHits(of: take, rate: rate, knowsSamples: knowsSamples(take))
    onPads(take.pads)
    let end = hits.map(\.frame).max() ?? 0
    freePlayback = (entry, model.now().advanced(bySeconds: FrameCount(end).seconds(at: rate)))
    parts.engine.startFree(HitSequence(hits))
    // A take that was recorded to the metronome begins on its first beat.
    restartBeats()
  }

  func endFree() {
    freePlayback = nil
    parts.engine.startFree(HitSequence([]))
  }

  /// Plays one hit of a take, unless something is recorded or played without a track.
  func audition(_ hit: TakeHit) {
    guard !isRecording, freePlayback == nil, let take = current else { return }
    onPads(take.pads)
    var planned = PlannedHit(hit, gain: 1, knowsSamples: knowsSamples(take))
    planned.frame = 0
    parts.engine.startFree(HitSequence([planned]))
  }
}
