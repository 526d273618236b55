import AudioBase
import Dubbing
import Observation
import Player
import Studio
import SystemBase

/// Lists the takes of the tracks, those without a track, and the current one of each. Main thread.
@MainActor @Observable
package final class TakeList: TakePart {
  private static let keptDeletions = 20

  var tracks: [TakeGroup: TrackTakes] = [:]
  /// The group of the take that was recorded or chosen last; nil after the track changed or was played.
  var lastGroup: TakeGroup?
  var notSaved: [Take.ID: UnsavedTake] = [:]
  /// The hits that were copied last, for the timeline.
  @ObservationIgnored package var clip: HitClip?
  @ObservationIgnored var deletions = UndoStack<Deletion>(limit: TakeList.keptDeletions)
  /// The takes that were chosen for tracks whose takes were released.
  @ObservationIgnored var choices: [TakeGroup: Take.ID?] = [:]
  /// The hits of the take that was shown last; nil after its hits have changed otherwise than by a recording.
  @ObservationIgnored var hitMarks: HitMarks?
  /// The kit that is loaded, which new takes name.
  @ObservationIgnored var kit: KitReference?
  /// Whether the kit of the current take is compared as soon as the hash of the loaded kit is known.
  @ObservationIgnored var awaitsKitCheck = false
  /// Takes that were begun before the hash of their kit was known.
  @ObservationIgnored var unidentified: Set<Take.ID> = []
  /// Returns the mixer that recordings store.
  @ObservationIgnored var mixer: () -> MixGraph = { MixGraph() }
  /// Returns the levels of the player that recordings store; nil if they store none.
  @ObservationIgnored var gains: () -> MixGains? = { nil }
  @ObservationIgnored var random: any RandomNumberGenerator = SystemRandomNumberGenerator()

  override init(_ owner: TakeController) {
    kit = owner.parts.kit
    super.init(owner)
  }

  /// The group whose takes are shown: that of the current track while it is not stopped, then the group that was
  /// recorded or chosen last, then that of the current track if it has takes, else the free takes.
  package var group: TakeGroup {
    guard let playedTrack = owner.playedTrack else { return lastGroup ?? .free }
    if model.playbackState != .stopped { return .track(playedTrack) }
    return lastGroup ?? (tracks[.track(playedTrack)]?.take == nil ? .free : .track(playedTrack))
  }

  var track: TrackTakes { tracks[group] ?? TrackTakes() }

  /// The takes of the group, oldest first.
  package var takes: [Take] { track.takes }

  /// The take of the group that plays and is recorded to.
  package var current: Take? { track.take }

  /// Has the hits and clicks of a track planned again.
  func forgetSequences(of track: TrackLocation) { tracks[.track(track)]?.sequences = nil }

  func look(for track: TrackLocation) {
    if tracks[.track(track)] != nil { return }
    tracks[.track(track)] = TrackTakes()
    parts.service.find(track)
  }

  /// Releases the takes of tracks that were not opened last and are not used. They are read again when needed.
  func releaseTakes() {
    let used = Set(
      owner.playback.openStreams.map(\.track) + owner.recording.state.waiting.compactMap(\.track)
    )
    .union(
      [owner.playedTrack, owner.recording.recorded?.track].compactMap { $0 })
    for (group, takes) in tracks {
      guard case .track(let track) = group, !used.contains(track), group != self.group,
        !deletions.undoSteps.contains(where: { $0.entry.group == group }),
        takes.isFound || takes.songEdits.isEmpty
      else { continue }
      let ids = Set(takes.takes.map(\.id))
      if ids.isDisjoint(with: notSaved.keys), ids.isDisjoint(with: unidentified), !parts.service.isSaving(ids)
      {
        if takes.isFound, takes.current != takes.latest { choices.updateValue(takes.current, forKey: group) }
        tracks[group] = nil
      }
    }
  }

  /// Finds the takes of a track under its new path.
  func fileWasRenamed(_ location: TrackLocation, to path: FilePath) {
    var renamed = location
    renamed.path = path
    let (old, new) = (TakeGroup(location), TakeGroup(renamed))
    if let takes = tracks.removeValue(forKey: old) { tracks[new] = takes }
    owner.tempo.tempi[new] = owner.tempo.tempi.removeValue(forKey: old)
    owner.songs.changes[new] = owner.songs.changes.removeValue(forKey: old)
    deletions.update { $0.group == old ? Deletion(group: new, take: $0.take) : $0 }
    choices[new] = choices.removeValue(forKey: old)
    if lastGroup == old { lastGroup = new }
  }
}
