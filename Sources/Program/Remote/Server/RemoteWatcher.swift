import Application
import Player
import SystemBase

/// Finds what has changed for clients that wait with `idle`. Main thread.
@MainActor
final class RemoteWatcher {
  /// What clients follow, except the queue and jumps of the position, by the subsystems that report its changes.
  private typealias State = [MPDSubsystem: [AnyHashable?]]

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
    if let state { changes.formUnion(new.keys.filter { state[$0] != new[$0] }) }
    return changes
  }

  private var current: State {
    let (model, queue, takes) = (application.model, application.model.queue, application.takes)
    let index = application.library?.indexChanges ?? LibraryController.IndexChanges()
    return [
      // The state that a stream waits in is a change too.
      .player: [
        performer.state, model.playbackState.awaitsStream ? model.playbackState : nil, queue.currentID,
      ],
      .mixer: [performer.volume],
      .options: [
        queue.repeatMode, queue.isShuffled, queue.stopsAfterCurrent, queue.consumeMode, model.crossfade,
        model.levels.replayGain,
      ],
      .output: [model.output?.name], .update: [application.library?.scans.isRunning ?? false],
      .database: [index.tracks], .storedPlaylist: [index.playlists],
      .sticker: [index.ratings, performer.tools.stickers.version], .kit: [application.kits.loaded?.name],
      .take: [
        takes?.recording.isActive ?? false, takes?.list.takes.count ?? 0,
        takes?.list.current?.layers.count ?? 0,
      ],
    ]
  }
}

/// The versions of the queue that `plchanges` compares. A value.
struct QueueVersions {
  /// Increased by each change; greater than 0.
  private(set) var version = 1
  private var items: [QueueItem] = []
  /// The version in which each position got its track.
  private var versions: [Int] = []

  /// Notes the tracks of the queue. Returns whether they have changed.
  mutating func update(_ new: [QueueItem]) -> Bool {
    let common = min(items.count, new.count)
    let changed = (0..<common).filter { items[$0] != new[$0] }
    if changed.isEmpty, items.count == new.count { return false }
    version = version < Int(Int32.max) ? version + 1 : 1
    for index in changed { versions[index] = version }
    if versions.count > new.count { versions.removeLast(versions.count - new.count) }
    versions += repeatElement(version, count: new.count - versions.count)
    items = new
    return true
  }

  /// Returns the positions that have changed since a version. All have, since a version that never was.
  func positions(since old: Int) -> [Int] {
    items.indices.filter { old > version || versions[$0] > old }
  }
}
