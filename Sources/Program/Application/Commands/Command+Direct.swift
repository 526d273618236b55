import AudioBase
import MusicLibrary
import Player
import SystemBase

extension Command {
  /// A command that names its tracks or its new state.
  package enum Direct: Hashable, Sendable {
    case shuffle(Bool)
    case repeatMode(RepeatMode)
    case stopAfterCurrent(Bool)
    case consume(ConsumeMode)
    /// Sets the crossfade in seconds.
    case crossfade(Double)
    case replayGain(ReplayGainMode)
    /// Plays a track of the queue from its start.
    case playTrack(QueueItem.ID)
    case removeTracks([QueueItem.ID])
    case clearQueue
    /// Changes the order of the queue; all its tracks are named.
    case arrange([QueueItem.ID])
    /// Sets the priority of tracks in shuffle mode, 0 to 255.
    case priority(Int, of: [QueueItem.ID])
    /// Replaces what the queue states of a track: its texts or its part of the file.
    case describe(QueueItem.ID, TrackInfo)
    /// Inserts a file, a folder, a playlist or an address.
    case insert(FilePath, at: QueuePlace, playing: Bool)
    /// Replaces the queue by a playlist of the index and plays it.
    case playPlaylist(PlaylistName)
  }
}

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
    if let seconds = options.crossfade, !isGiven("crossfade") { perform(.crossfade(seconds)) }
    if let mode = options.replayGain, !isGiven("replaygain") { perform(.replayGain(mode)) }
  }

  func perform(_ command: Command.Direct) {
    switch command {
    case .shuffle(let isOn): if model.queue.isShuffled != isOn { model.toggleShuffle() }
    case .repeatMode(let mode): model.setRepeat(mode)
    case .stopAfterCurrent(let isOn):
      if model.queue.stopsAfterCurrent != isOn { model.toggleStopAfterCurrent() }
    case .consume(let mode): if model.queue.consumeMode != mode { model.setConsume(mode) }
    case .crossfade(let seconds):
      model.setCrossfade(seconds)
      state.options.crossfade = model.crossfade
    case .replayGain(let mode):
      model.setReplayGain(mode)
      state.options.replayGain = mode
    case .playTrack(let id): model.play(id)
    case .removeTracks(let ids): model.remove(ids)
    case .clearQueue: if !model.queue.isEmpty { model.clearQueue() }
    case .arrange(let ids): model.arrange(ids)
    case .priority(let priority, let ids): model.setPriority(priority, of: ids)
    case .describe(let id, let track): model.describe(id, as: track)
    case .insert(let path, let place, let isPlayed): services.insertMusic(path, place, isPlayed)
    case .playPlaylist(let playlist): library?.play(playlist)
    }
  }

  /// Inserts tracks that another program has chosen, and reads their tags if they are not known.
  ///
  /// - Returns: the tracks in the queue.
  package func insert(remote tracks: [QueueAddition], at place: QueuePlace) -> [QueueItem.ID] {
    defer { changes.send(.state) }
    let added = model.insert(tracks, at: place, playing: false)
    let unread = added.filter { model.queue[$0]?.tags == nil }
    if !unread.isEmpty { model.readTracks?(unread) }
    return added
  }
}
