import AudioBase
import Player
import SystemBase

/// A request of another program. It acts on the player, whatever list, form or question is open on the screen.
package enum RemoteCommand: Hashable, Sendable {
  case playback(Command.Playback)
  case request(Command.Request)
  case shuffle(Bool)
  case repeatMode(RepeatMode)
  /// Plays a track of the queue from its start.
  case playTrack(QueueItem.ID)
  case removeTrack(QueueItem.ID)
  case removeTracks([QueueItem.ID])
  case clearQueue
  /// Changes the order of the queue; all its tracks are named.
  case arrange([QueueItem.ID])
  /// Inserts a file, a folder, a playlist or an address.
  case insert(FilePath, at: QueuePlace, playing: Bool)
  /// Replaces the queue by a playlist of the index and plays it.
  case playPlaylist(PlaylistName)
  /// Sets the priority of tracks in shuffle mode, 0 to 255.
  case priority(Int, of: [QueueItem.ID])
  case stopAfterCurrent(Bool)
  case consume(ConsumeMode)
  /// In seconds.
  case crossfade(Double)
  case replayGain(ReplayGainMode)
  /// A command on takes that asks for nothing.
  case take(Command.Take)
  /// Loads a kit by its name.
  case kit(String)
  /// Scans the folders of the library.
  case scan
  case quit
}

extension Application {
  /// Performs a request of another program.
  @discardableResult
  package func perform(remote command: RemoteCommand, from source: CommandSource) -> Response {
    defer { changes.send(.state) }
    switch command {
    case .playback(let command): perform(command)
    case .request(let request): perform(request)
    case .shuffle(let isOn): if model.queue.isShuffled != isOn { model.toggleShuffle() }
    case .repeatMode(let mode): model.setRepeat(mode)
    case .playTrack(let id): model.play(id)
    case .removeTrack(let id): model.remove(id)
    case .removeTracks(let ids): model.remove(ids)
    case .clearQueue: if !model.queue.isEmpty { model.clearQueue() }
    case .arrange(let ids): model.arrange(ids)
    case .priority(let priority, let ids): model.setPriority(priority, of: ids)
    case .insert(let path, let place, let isPlayed): services.insertMusic(path, place, isPlayed)
    case .playPlaylist(let playlist): library?.play(playlist)
    case .stopAfterCurrent(let isOn):
      if model.queue.stopsAfterCurrent != isOn { model.toggleStopAfterCurrent() }
    case .consume(let mode): if model.queue.consumeMode != mode { model.setConsume(mode) }
    case .crossfade(let seconds): model.setCrossfade(seconds)
    case .replayGain(let mode): model.setReplayGain(mode)
    case .take(let command): if let takes { perform(command, takes, at: nil) }
    case .kit(let name): services.set("kit", name)
    case .scan: library?.scan()
    case .quit: return mayQuit(from: source) ? .quit : .done
    }
    return .done
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
