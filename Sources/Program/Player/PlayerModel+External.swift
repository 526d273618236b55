import AudioBase
import SystemBase

/// The state of another player.
package struct ExternalState: Hashable, Sendable {
  /// The program's name of the track: a track that is played again may have the same one.
  package var trackName: String
  package var track: TrackInfo
  /// `playing`, `paused` or `stopped`.
  package var playback: PlaybackPhase.State
  package var position: PositionAnchor
  /// The volume, `silence` if the program is muted; nil if it is unknown.
  package var volume: Decibels?
  /// The picture of the track; nil if it has none.
  package var cover: Cover?

  package enum Cover: Hashable, Sendable {
    case file(FilePath)
    /// An address of a picture: `https:`, `http:` or `data:`.
    case address(String)
  }

  package init(trackName: String, track: TrackInfo, playback: PlaybackPhase.State, position: PositionAnchor) {
    (self.trackName, self.track, self.playback, self.position) = (trackName, track, playback, position)
  }
}

/// The player while another program plays the music. Its track is the only one of the queue.
extension PlayerModel {
  package var isExternal: Bool { transport.isExternal }

  func receive(_ new: ExternalState) {
    let old = external
    external = new
    show(new, before: old)
    position = new.position
    loaded.startSeconds = 0
    loaded.isLoaded = new.playback != .stopped
    if let volume = new.volume { show(volume) }
    if phase.state != new.playback { phase = PlaybackPhase(new.playback) }
    reportState()
  }

  private func show(_ new: ExternalState, before old: ExternalState?) {
    if let item = queue.current, old?.trackName == new.trackName {
      guard old?.track != new.track else { return }
      queue.update(item.id) { $0.replace(with: new.track) }
      events.send(.queue)
      return
    }
    queue.clear()
    queue.append([new.track])
    events.send(.queue)
    events.send(.item(queue.currentID))
  }

  private func show(_ volume: Decibels) {
    let before = (levels.volume, levels.isMuted)
    levels.isMuted = volume == .silence
    if !levels.isMuted { levels.volume = volume.clamped(to: PlayerModel.volumeRange) }
    if before != (levels.volume, levels.isMuted) {
      events.send(.volume(levels.volume, isMuted: levels.isMuted))
    }
  }
}
