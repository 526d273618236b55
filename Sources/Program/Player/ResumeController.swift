import AudioBase
import SystemBase

/// Continues long tracks, such as audiobooks, where they were left. Main thread.
///
/// The position is stored when the music stands still or another track begins, and every few seconds while it plays.
@MainActor
package final class ResumeController {
  /// The seconds before the end of a track that count as its end.
  private static let ending = 30.0
  /// The seconds after the start of a track whose position is not stored, and in which it is moved to where it was left.
  private static let beginning = 10.0
  private static let interval = 5.0

  /// Tracks longer than this many seconds are continued; nil: none.
  package var threshold: Double?
  /// Called with the position in seconds at which a track continues.
  package var onResumed: (Double) -> Void = { _ in }
  /// Whether tracks must not be moved now, as while a take is recorded.
  package var isHeld: () -> Bool = { false }

  private let model: PlayerModel
  /// Computes the key of a recording on another thread; nil if its file cannot be read, or its server does not answer.
  private let findKey: (TrackLocation, @escaping @MainActor (TrackKey?) -> Void) -> Void
  private var positions: LongTrackPositions
  private var subscription: EventStream<PlayerEvent>.Subscription?
  private var track: Track?
  /// The position to which the track is being moved. It is reported when it is heard, after the notice that names the track.
  private var resumed: Double?

  /// The current track with its last known position.
  private struct Track {
    let item: QueueItem.ID
    let location: TrackLocation
    var isKeyRequested = false
    var key: TrackKey?
    /// Whether neither the user nor this controller has moved it since it began.
    var isUnmoved = true
    /// The position in seconds at a time, and the seconds by which it grows per second.
    var seconds: Double
    var time: HostTime
    var rate = 0.0
    var duration: Double?

    /// Returns the position, also when another track has become the current one.
    func seconds(at now: HostTime) -> Double { seconds + now.seconds(since: time) * rate }
  }

  package init(
    model: PlayerModel, file: SavedFile,
    findKey: @escaping (TrackLocation, @escaping @MainActor (TrackKey?) -> Void) -> Void
  ) {
    (self.model, self.findKey) = (model, findKey)
    positions = LongTrackPositions(file)
    subscription = model.events.subscribe { [weak self] in self?.receive($0) }
  }

  private func receive(_ event: PlayerEvent) {
    switch event {
    // A stopped track has no position any more.
    case .item, .state(.stopped): begin()
    case .seeked:
      track?.isUnmoved = false
      update()
    case .state(.playing):
      update()
      reportResumption()
    case .state, .queue, .speed: update()
    case .volume, .balance, .shuffle, .repeatMode, .consume, .transposition, .output, .notice: break
    }
  }

  /// Stores the position of the track before, and follows the current one.
  private func begin() {
    store()
    (track, resumed) = (nil, nil)
    update()
  }

  /// Follows the current track. A file of a web server is known as one when it is opened.
  private func follow() {
    guard let item = model.nowPlaying, item.location.section == nil, !item.isStream, !model.isExternal else {
      return
    }
    track = Track(item: item.id, location: item.location, seconds: model.elapsed, time: model.now())
  }

  /// Notes the position, and requests the key of a long track.
  private func update() {
    if track == nil { follow() }
    guard threshold != nil, var current = track, current.item == model.queue.currentID else { return }
    let isMoving = model.playbackState == .playing
    (current.seconds, current.time) = (model.elapsed, model.now())
    (current.rate, current.duration) = (isMoving ? model.position?.rate ?? 0 : 0, model.duration)
    let needsKey = isLong(current) && !current.isKeyRequested && model.phase.state != .stopped
    current.isKeyRequested = current.isKeyRequested || needsKey
    track = current
    if !isMoving { store() }
    if needsKey {
      findKey(current.location) { [weak self] in self?.receive($0, of: current.location) }
    }
  }

  private func isLong(_ track: Track) -> Bool {
    guard let threshold, let duration = track.duration else { return false }
    return duration > threshold
  }

  /// Handles the key of a recording; nil if its file cannot be read.
  func receive(_ key: TrackKey?, of location: TrackLocation) {
    guard let key, track?.location == location else { return }
    track?.key = key
    // A restored session has its own position.
    guard let track, track.isUnmoved, model.elapsed < ResumeController.beginning, !isHeld(), isLong(track),
      let seconds = positions[key], let duration = track.duration,
      seconds < duration - ResumeController.ending
    else { return }
    resumed = seconds
    model.seek(to: seconds)
    if !model.phase.isSeeking { reportResumption() }
  }

  private func reportResumption() {
    if let seconds = resumed.take() { onResumed(seconds) }
  }

  // MARK: Storing

  /// The time at which the position is to be stored next; nil while no long track plays.
  package var nextSave: HostTime? {
    guard let track, model.playbackState == .playing, threshold != nil, track.duration == nil || isLong(track)
    else { return nil }
    return track.time.advanced(bySeconds: ResumeController.interval)
  }

  package func saveWhenDue() {
    guard let due = nextSave, model.now() >= due else { return }
    save()
  }

  package func save() {
    update()
    store()
  }

  /// Stores the position of the followed track; after its end, removes it. A start is not stored, so that a track that
  /// was begun again by mistake keeps its position for a while.
  private func store() {
    guard let track, let key = track.key, isLong(track), let duration = track.duration else { return }
    let seconds = track.seconds(at: model.now())
    guard seconds >= ResumeController.beginning else { return }
    positions.set(key, to: seconds < duration - ResumeController.ending ? seconds : nil)
  }
}
