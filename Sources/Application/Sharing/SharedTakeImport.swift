import AudioBase
import Dubbing
import SystemBase

/// A take from elsewhere, its track in this library, and what becomes of it.
package struct SharedTakeImport: Hashable, Sendable {
  /// The parts that an import uses. Any thread.
  package struct Services: Sendable {
    package var store: TakeStore
    package var tracks: SharedTrackSearch.Sources
    package var kits: SharedKits
    package var sound: SoundCopy

    package init(store: TakeStore, tracks: SharedTrackSearch.Sources, kits: SharedKits, sound: SoundCopy) {
      (self.store, self.tracks, self.kits, self.sound) = (store, tracks, kits, sound)
    }
  }

  package var source: SharedTakeSource
  package var track: SharedTrackResult
  /// The kit that the user has named; nil for that of the take.
  package var kit: FilePath?

  package init(source: SharedTakeSource, track: SharedTrackResult, kit: FilePath? = nil) {
    (self.source, self.track, self.kit) = (source, track, kit)
  }

  /// The track of the take, also a doubtful one; nil for a take without a track, and if none was found.
  package var chosen: SharedTrack? {
    switch track {
    case .found(let track), .doubtful(let track, _): track
    case .free, .refused, .cancelled: nil
    }
  }

  /// Stores the take as one of the chosen track, with its sound and its kit. A signature that cannot be computed is left
  /// out.
  package func store(_ services: Services) throws(FileError) -> SharedTakeSummary {
    var (take, kit) = try services.kits.resolve(source.take, packed: source.kit, named: self.kit)
    var lost = 0
    if let chosen {
      (take, lost) = take.moved(to: chosen.reference, offset: chosen.offset)
      if take.track?.signature == nil {
        take.track?.signature =
          (try? services.tracks.signer.signature(of: chosen.location, isCancelled: { false })) ?? nil
      }
    }
    let added = try services.store.add(take, soundIn: source.folder, services.sound)
    if !added.isNew { kit = .present }
    let isAligned = if case .doubtful(_, .unsigned) = track { false } else { true }
    return SharedTakeSummary(
      id: added.take.id, name: added.take.name, hits: added.take.hitCount, lost: lost,
      missing: added.missing, track: chosen, kit: kit, isAligned: isAligned, isNew: added.isNew)
  }
}

/// A take from elsewhere that was stored.
package struct SharedTakeSummary: Hashable, Sendable {
  package var id: Take.ID
  package var name: String
  package var hits: Int
  /// The hits that were left out since the file of the track begins after them.
  package var lost: Int
  /// The layers that were left out because their recorded sound is missing.
  package var missing: [String]
  package var track: SharedTrack?
  package var kit: SharedKitResult
  /// Whether the offset of the file is known.
  package var isAligned: Bool
  /// Whether it was not in the folder of takes before.
  package var isNew: Bool

  /// Whether all of it was stored, at a known offset, and its kit is there.
  package var isComplete: Bool {
    let hasKit =
      switch kit {
      case .present, .imported, .changed(_, unmatched: 0): true
      case .failed, .missing, .changed: false
      }
    return hasKit && missing.isEmpty && lost == 0 && isAligned
  }
}
