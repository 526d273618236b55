import AudioBase
import Dubbing
import SystemBase

/// A take of a file from elsewhere, its track in this library, and what becomes of it.
package struct SharedTakeImport: Hashable, Sendable {
  /// The file that it comes from.
  package var file: FilePath
  package var take: Take
  package var track: SharedTrackResult

  package init(file: FilePath, take: Take, track: SharedTrackResult) {
    (self.file, self.take, self.track) = (file, take, track)
  }

  /// Reads and checks a take.
  ///
  /// - Throws: `damaged` for a file that is no take, and for a take that cannot be.
  package static func read(_ file: FilePath) throws(FileError) -> Take {
    let take = try TakeFile.read(file)
    try take.checkShared(file.shown)
    return take
  }

  /// The track of the take, also a doubtful one; nil for a take without a track, and if none was found.
  package var chosen: SharedTrack? {
    switch track {
    case .found(let track), .doubtful(let track, _): track
    case .free, .refused, .cancelled: nil
    }
  }

  /// Stores the take as one of the chosen track.
  ///
  /// - Parameter signer: computes the signature of the track, which is stored with the take; failures leave it out.
  package func store(in store: TakeStore, signer: any TrackSigning) throws(FileError) -> SharedTakeSummary {
    var (moved, lost) = (take, 0)
    if let chosen {
      (moved, lost) = take.moved(to: chosen.reference, offset: chosen.offset)
      if moved.track?.signature == nil {
        moved.track?.signature =
          (try? signer.signature(of: chosen.location, isCancelled: { false })) ?? nil
      }
    }
    let (added, isNew) = try store.add(moved)
    let isAligned = if case .doubtful(_, .unsigned) = track { false } else { true }
    return SharedTakeSummary(
      id: added.id, name: added.name, hits: added.hitCount, lost: lost, track: chosen, isAligned: isAligned,
      isNew: isNew)
  }
}

/// A take from elsewhere that was stored.
package struct SharedTakeSummary: Hashable, Sendable {
  package var id: Take.ID
  package var name: String
  package var hits: Int
  /// The hits that were left out since the file of the track begins after them.
  package var lost: Int
  package var track: SharedTrack?
  /// Whether the offset of the file is known.
  package var isAligned: Bool
  /// Whether it was not in the folder of takes before.
  package var isNew: Bool
}
