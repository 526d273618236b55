import Application
import Glibc
import Player
import SystemBase

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

/// Waits for a socket that another player serves: a connection to it ends with that player. Main thread.
final class WantedSocket {
  /// Seconds after which it is looked again without a connection.
  private static let pause = 1.0

  private let path: FilePath
  /// The descriptor of the connection; −1 if there is none.
  let descriptor: Int32
  let nextTry: HostTime?

  init(_ path: FilePath) {
    self.path = path
    descriptor = (try? LocalSocket.connect(to: path)) ?? -1
    nextTry = descriptor < 0 ? .now.advanced(bySeconds: WantedSocket.pause) : nil
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Returns the path if the other player has ended, or if that is not known and it is time to try.
  func becameFree() -> FilePath? {
    if let nextTry { return HostTime.now >= nextTry ? path : nil }
    // What arrives is the greeting.
    var bytes = [UInt8](repeating: 0, count: 1_024)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      if count > 0 || (count < 0 && errno == EINTR) { continue }
      return count < 0 && errno == EAGAIN ? nil : path
    }
  }
}
