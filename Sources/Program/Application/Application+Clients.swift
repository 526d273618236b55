import AudioBase
import MusicLibrary
import Player
import SystemBase

/// The options that clients have set, and the radio, which are kept for the next start.
package struct ClientOptions: Hashable, Sendable {
  /// Seconds; nil for that of the settings.
  package internal(set) var crossfade: Double?
  /// Nil for that of the settings.
  package internal(set) var replayGain: ReplayGainMode?
  /// The query of the radio; nil if it is off.
  package internal(set) var radio: String?
  /// The modes of the strips for lanes, as `LaneModes.text`.
  package internal(set) var lanes: String?
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
    if let text = options.lanes {
      state.options.lanes = text
      lanes?.restore(LaneModes(text: text))
    }
    // Without its queue, the radio has ended.
    if let query = options.radio, !model.queue.isEmpty { restoreRadio(query) }
  }
}

/// What other programs do to the playback and the queue beyond commands: they name the tracks or the new state, independent
/// of the selection.
extension Application {
  package func setShuffled(_ isOn: Bool) {
    change { if $0.queue.isShuffled != isOn { $0.toggleShuffle() } }
  }

  package func setStopsAfterCurrent(_ isOn: Bool) {
    change { if $0.queue.stopsAfterCurrent != isOn { $0.toggleStopAfterCurrent() } }
  }

  /// Sets the crossfade in seconds, also for the next start.
  package func setCrossfade(ofClient seconds: Double) {
    change { model in
      model.setCrossfade(seconds)
      state.options.crossfade = model.crossfade
    }
  }

  /// Sets the loudness normalisation, also for the next start.
  package func setReplayGain(ofClient mode: ReplayGainMode) {
    change { model in
      model.setReplayGain(mode)
      state.options.replayGain = mode
    }
  }

  /// Replaces the queue by a playlist of the index and plays it.
  package func play(_ playlist: PlaylistName) { change { _ in library?.play(playlist) } }

  /// Inserts a file, a folder, a playlist or an address.
  package func insert(_ path: FilePath, at place: QueuePlace, playing isPlayed: Bool) {
    change { _ in program.insert(path, at: place, playing: isPlayed) }
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

  /// Changes the player for another program, and tells the rest of this program.
  package func change(_ change: (PlayerModel) -> Void) {
    change(model)
    changes.send(.state)
  }
}
