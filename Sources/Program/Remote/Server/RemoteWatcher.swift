import Application
import Player

/// Finds what has changed for clients that wait with `idle`. Main thread.
@MainActor
final class RemoteWatcher {
  /// The state that clients follow, except the queue and jumps of the position.
  private struct State: Hashable {
    var playback: String
    /// The state that a stream waits in; nil if it does not wait.
    var wait: PlaybackState?
    var item: QueueItem.ID?
    var volume: Int
    var options: [String]
    var output: String?
    var isScanning: Bool
    var index: LibraryController.IndexChanges
    var kit: String?
    var takes: [Int]
    var stickers: Int
  }

  private let application: Application
  private let performer: MPDPerformer
  private var state: State?
  private var hasJumped = false
  private var subscription: EventStream<PlayerEvent>.Subscription?

  init(_ application: Application, _ performer: MPDPerformer) {
    (self.application, self.performer) = (application, performer)
    subscription = application.model.events.subscribe { [weak self] event in
      switch event {
      case .queue: self?.performer.isQueueStale = true
      case .seeked: self?.hasJumped = true
      case .state, .item, .volume, .balance, .shuffle, .repeatMode, .consume, .speed, .output, .notice: break
      }
    }
  }

  /// Returns what has changed since the last call.
  func changes() -> Set<MPDSubsystem> {
    var changes: Set<MPDSubsystem> = performer.updateVersions() ? [.playlist] : []
    if hasJumped { changes.insert(.player) }
    hasJumped = false
    let new = current
    defer { state = new }
    guard let old = state, old != new else { return changes }
    if old.playback != new.playback || old.wait != new.wait || old.item != new.item {
      changes.insert(.player)
    }
    if old.volume != new.volume { changes.insert(.mixer) }
    if old.options != new.options { changes.insert(.options) }
    if old.output != new.output { changes.insert(.output) }
    if old.isScanning != new.isScanning { changes.insert(.update) }
    if old.index.tracks != new.index.tracks { changes.insert(.database) }
    if old.index.playlists != new.index.playlists { changes.insert(.storedPlaylist) }
    if old.index.ratings != new.index.ratings || old.stickers != new.stickers { changes.insert(.sticker) }
    if old.kit != new.kit { changes.insert(.kit) }
    if old.takes != new.takes { changes.insert(.take) }
    return changes
  }

  private var current: State {
    let (model, queue, takes) = (application.model, application.model.queue, application.takes)
    return State(
      playback: performer.state, wait: model.playbackState.awaitsStream ? model.playbackState : nil,
      item: queue.currentID, volume: performer.volume,
      options: [
        queue.repeatMode.rawValue, "\(queue.isShuffled)", "\(queue.stopsAfterCurrent)",
        queue.consumeMode.rawValue, "\(model.crossfade)", model.levels.replayGain.rawValue,
      ],
      output: model.output?.name, isScanning: application.library?.scans.isRunning ?? false,
      index: application.library?.indexChanges ?? LibraryController.IndexChanges(),
      kit: application.kits.loaded?.name,
      takes: [
        takes?.recording.isActive == true ? 1 : 0, takes?.list.takes.count ?? 0,
        takes?.list.current?.layers.count ?? 0,
      ], stickers: performer.tools.stickers.version)
  }
}
