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
  /// Inserts a file, a folder, a playlist or an address.
  case insert(FilePath, at: QueuePlace, playing: Bool)
  /// Replaces the queue by a playlist of the index and plays it.
  case playPlaylist(PlaylistName)
  case quit
}

extension Application {
  /// Performs a request of another program.
  @discardableResult
  package func perform(remote command: RemoteCommand) -> Response {
    defer { changes.send(.state) }
    switch command {
    case .playback(let command): perform(command)
    case .request(let request): perform(request)
    case .shuffle(let isOn): if model.queue.isShuffled != isOn { model.toggleShuffle() }
    case .repeatMode(let mode): model.setRepeat(mode)
    case .playTrack(let id): model.play(id)
    case .removeTrack(let id): model.remove(id)
    case .insert(let path, let place, let isPlayed): services.insertMusic(path, place, isPlayed)
    case .playPlaylist(let playlist): library?.play(playlist)
    case .quit: return mayQuit() ? .quit : .done
    }
    return .done
  }
}
