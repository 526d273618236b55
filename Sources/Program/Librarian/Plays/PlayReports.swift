import AudioBase
import Player
import SystemBase

/// A stage of the play of a track.
package enum PlayStage: String, Hashable, Sendable {
  /// Another track, or another title of a stream, is heard.
  case playing
  /// The track counts as heard.
  case heard
}

/// Follows the plays of tracks. A value.
struct PlayReports {
  private var counter = PlayCounter()
  /// The play that was reported, with the title of a stream.
  private var reported: (began: HostTime, title: String?)?

  /// When `update` must be called next; nil if only events can change the result.
  var nextUpdate: HostTime? { counter.nextUpdate }

  /// Returns the stages that the play of the current track has reached since the last call, and how many seconds ago it
  /// began.
  @MainActor
  mutating func update(_ model: PlayerModel, now: HostTime) -> (stages: [PlayStage], age: Double) {
    let isHeard = counter.update(
      model.queue.currentID, elapsed: model.elapsed, duration: model.duration, speed: model.speed,
      isPlaying: model.playbackState == .playing, now: now)
    guard let began = counter.began, let item = model.nowPlaying else { return ([], 0) }
    var stages: [PlayStage] = isHeard ? [.heard] : []
    let isKnown = item.tags != nil || item.location.address != nil
    let isNew = reported.map { $0.began != began || $0.title != item.station?.title } ?? true
    // Tags that are still being read are awaited, but not beyond the time at which the track counts.
    if isNew, isKnown || isHeard {
      reported = (began, item.station?.title)
      stages.insert(.playing, at: 0)
    }
    return (stages, now.seconds(since: began))
  }
}

extension QueueItem {
  /// What is known of the track, as the queue shows it.
  var described: TrackInfo {
    var track = tags ?? listed
    track.location = location
    (track.title, track.artist) = (station?.title ?? listedTitle, artist)
    return track
  }
}
