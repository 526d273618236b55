import AudioBase
import Player

extension ScreenContent.Song {
  /// Creates the tags of a track.
  init(_ item: QueueItem) {
    let track = item.tags
    self.init(
      title: item.title, artist: item.artist, album: track?.album, details: track.map(Self.details) ?? [])
  }

  private static func details(_ track: TrackInfo) -> [String] {
    let number = track.numberText.map { number in
      "track \(number)" + (track.trackTotal.map { "/\($0)" } ?? "")
    }
    return [number, track.date, track.genre].compactMap { $0 }
  }
}

extension ScreenContent.Playback {
  init(_ state: PlaybackState) {
    self =
      switch state {
      case .stopped: .stopped
      case .playing: .playing
      case .paused: .paused
      case .interrupted: .interrupted
      case .seekingForward: .seekingForward
      case .seekingBackward: .seekingBackward
      case .buffering: .buffering
      case .reconnecting: .reconnecting
      }
  }
}

extension ScreenContent.RepeatMode {
  init(_ mode: Player.RepeatMode) {
    self =
      switch mode {
      case .off: .off
      case .one: .one
      case .all: .all
      }
  }
}
