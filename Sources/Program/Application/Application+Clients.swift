import AudioBase
import MusicLibrary
import Player
import SystemBase

/// The options that clients have set, which are kept for the next start.
package struct ClientOptions: Hashable, Sendable {
  /// Seconds; nil for that of the settings.
  package internal(set) var crossfade: Double?
  /// Nil for that of the settings.
  package internal(set) var replayGain: ReplayGainMode?
}

extension Application {
  /// Sets the crossfade by a setting.
  package func setCrossfade(_ seconds: Double) {
    model.setCrossfade(seconds)
    state.options.crossfade = nil
  }

  /// Sets the loudness normalisation by a setting.
  package func setReplayGain(_ mode: ReplayGainMode) {
    model.setReplayGain(mode)
    state.options.replayGain = nil
  }

  /// Sets the options of the last session, unless the settings give them.
  package func restore(_ options: ClientOptions, unless isGiven: (String) -> Bool) {
    if let seconds = options.crossfade, !isGiven("crossfade") { setCrossfade(ofClient: seconds) }
    if let mode = options.replayGain, !isGiven("replaygain") { setReplayGain(ofClient: mode) }
  }
}

/// What other programs do to the playback and the queue beyond commands: they name the tracks or the new state, independent
/// of the selection.
extension Application {
  package func setShuffled(_ isOn: Bool) {
    change { if model.queue.isShuffled != isOn { model.toggleShuffle() } }
  }

  package func setRepeat(_ mode: RepeatMode) { change { model.setRepeat(mode) } }

  package func setStopsAfterCurrent(_ isOn: Bool) {
    change { if model.queue.stopsAfterCurrent != isOn { model.toggleStopAfterCurrent() } }
  }

  package func setConsume(_ mode: ConsumeMode) {
    change { if model.queue.consumeMode != mode { model.setConsume(mode) } }
  }

  /// Sets the crossfade in seconds, also for the next start.
  package func setCrossfade(ofClient seconds: Double) {
    change {
      model.setCrossfade(seconds)
      state.options.crossfade = model.crossfade
    }
  }

  /// Sets the loudness normalisation, also for the next start.
  package func setReplayGain(ofClient mode: ReplayGainMode) {
    change {
      model.setReplayGain(mode)
      state.options.replayGain = mode
    }
  }

  /// Plays a track of the queue from its start.
  package func play(_ track: QueueItem.ID) { change { model.play(track) } }

  /// Replaces the queue by a playlist of the index and plays it.
  package func play(_ playlist: PlaylistName) { change { library?.play(playlist) } }

  package func remove(_ tracks: [QueueItem.ID]) { change { model.remove(tracks) } }

  package func emptyQueue() { change { if !model.queue.isEmpty { model.clearQueue() } } }

  /// Changes the order of the queue; all its tracks are named.
  package func arrange(_ tracks: [QueueItem.ID]) { change { model.arrange(tracks) } }

  /// Sets the priority of tracks in shuffle mode, 0 to 255.
  package func setPriority(_ priority: Int, of tracks: [QueueItem.ID]) {
    change { model.setPriority(priority, of: tracks) }
  }

  /// Replaces what the queue states of a track: its texts or its part of the file.
  package func describe(_ id: QueueItem.ID, as track: TrackInfo) { change { model.describe(id, as: track) } }

  /// Inserts a file, a folder, a playlist or an address.
  package func insert(_ path: FilePath, at place: QueuePlace, playing isPlayed: Bool) {
    change { program.insert(path, at: place, playing: isPlayed) }
  }

  /// Inserts tracks that another program has chosen, and reads their tags if they are not known. Returns the tracks
  /// in the queue.
  package func insert(remote tracks: [QueueAddition], at place: QueuePlace) -> [QueueItem.ID] {
    defer { changes.send(.state) }
    let added = model.insert(tracks, at: place)
    let unread = added.filter { model.queue[$0]?.tags == nil }
    if !unread.isEmpty { model.tracks.read?(unread) }
    return added
  }

  private func change(_ change: () -> Void) {
    change()
    changes.send(.state)
  }
}
