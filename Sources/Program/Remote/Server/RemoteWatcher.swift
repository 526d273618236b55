import Application
import AudioBase
import Librarian
import Player

/// Finds what has changed for clients that wait with `idle`. Main thread.
@MainActor
final class RemoteWatcher {
  /// What clients follow, except the queue and jumps of the position.
  private struct State {
    /// The state that a stream waits in is a change too.
    let player: (state: String, waits: PlaybackState?, item: QueueItem.ID?)
    let volume: Int
    let options: (RepeatMode, shuffle: Bool, stops: Bool, ConsumeMode, crossfade: Double, ReplayGainMode)
    let output: String?
    let isScanning: Bool
    let index: LibraryController.IndexChanges
    let stickers: Int
    let kit: String?
    let take: (isRecorded: Bool, takes: Int, layers: Int)
  }

  private let performer: MPDPerformer
  private var state: State

  init(_ performer: MPDPerformer) { (self.performer, state) = (performer, RemoteWatcher.state(performer)) }

  private static func state(_ performer: MPDPerformer) -> State {
    let (application, model, queue) = (performer.application, performer.model, performer.queue)
    let takes = application.takes
    return State(
      player: (
        performer.state, model.playbackState.awaitsStream ? model.playbackState : nil, queue.currentID
      ),
      volume: performer.volume,
      options: (
        queue.repeatMode, queue.isShuffled, queue.stopsAfterCurrent, queue.consumeMode, model.crossfade,
        model.levels.replayGain
      ),
      output: model.output?.name, isScanning: application.library?.scans.isRunning ?? false,
      index: application.library?.indexChanges ?? LibraryController.IndexChanges(),
      stickers: performer.tools.stickers.version, kit: application.kits.loaded?.name,
      take: (
        takes?.recording.isActive ?? false, takes?.list.takes.count ?? 0,
        takes?.list.current?.layers.count ?? 0
      ))
  }

  /// Returns what has changed since the last call.
  func changes() -> Set<MPDSubsystem> {
    let (old, new) = (state, RemoteWatcher.state(performer))
    state = new
    var changes: Set<MPDSubsystem> = performer.updateVersions() ? [.playlist] : []
    if performer.hasJumped || old.player != new.player { changes.insert(.player) }
    performer.hasJumped = false
    if old.volume != new.volume { changes.insert(.mixer) }
    if old.options != new.options { changes.insert(.options) }
    if old.output != new.output { changes.insert(.output) }
    if old.isScanning != new.isScanning { changes.insert(.update) }
    if old.index.tracks != new.index.tracks { changes.insert(.database) }
    if old.index.playlists != new.index.playlists { changes.insert(.storedPlaylist) }
    if old.index.ratings != new.index.ratings || old.stickers != new.stickers { changes.insert(.sticker) }
    if old.kit != new.kit { changes.insert(.kit) }
    if old.take != new.take { changes.insert(.take) }
    return changes
  }
}
