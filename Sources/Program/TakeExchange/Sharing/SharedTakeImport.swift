import Dubbing
import SystemBase

/// An import of a take: its source, its track in this library, and its kit.
package struct SharedTakeImport: Hashable, Sendable {
  /// The services that an import uses. Any thread.
  package struct Services: Sendable {
    package var store: TakeStore
    package var tracks: SharedTrackSearch.Sources
    package var kits: SharedKits
    package var sound: SoundCopy
    /// The folder of songs; nil: the marks of songs are left out.
    package var songs: SongStore?

    package init(
      store: TakeStore, tracks: SharedTrackSearch.Sources, kits: SharedKits, sound: SoundCopy,
      songs: SongStore? = nil
    ) {
      (self.store, self.tracks, self.kits, self.sound) = (store, tracks, kits, sound)
      self.songs = songs
    }
  }

  package var source: SharedTakeSource
  package var track: SharedTrackResult
  /// The kit that the user named; nil for the kit of the take.
  package var kit: FilePath?

  package init(source: SharedTakeSource, track: SharedTrackResult, kit: FilePath? = nil) {
    (self.source, self.track, self.kit) = (source, track, kit)
  }

  /// The found or doubtful track; nil for a take without a track, and if no track was found.
  package var chosen: SharedTrack? {
    switch track {
    case .found(let track), .doubtful(let track, _): track
    case .free, .refused, .cancelled: nil
    }
  }

  /// Stores the take for the chosen track, with its sound and its kit. If the signature cannot be computed, the take is
  /// stored without one.
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
    let song = chosen.flatMap { services.songs?.add(source.song, to: $0) } ?? .nothing
    return SharedTakeSummary(
      id: added.take.id, name: added.take.name, hits: added.take.hitCount, lost: lost,
      missing: added.missing, track: chosen, kit: kit, isAligned: isAligned, isNew: added.isNew,
      song: song)
  }
}

package struct SharedTakeSummary: Hashable, Sendable {
  package var id: Take.ID
  package var name: String
  package var hits: Int
  /// The number of removed hits, which would be before the start of the file.
  package var lost: Int
  /// The layers that were left out because their recorded sound is missing.
  package var missing: [String]
  package var track: SharedTrack?
  package var kit: SharedKitResult
  /// Whether the offset between the files is known.
  package var isAligned: Bool
  /// Whether the take is new in the folder of takes.
  package var isNew: Bool
  package var song = SongImport.nothing

  /// Whether the take was stored completely, with a known offset and a complete kit.
  package var isComplete: Bool {
    let hasKit =
      switch kit {
      case .present, .imported, .changed(_, unmatched: 0): true
      case .failed, .missing, .changed: false
      }
    if case .failed = song { return false }
    return hasKit && missing.isEmpty && lost == 0 && isAligned
  }
}
