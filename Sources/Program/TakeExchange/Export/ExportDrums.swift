import AudioBase
import Dubbing
import SystemBase

/// The drums of the track of an export, which get a level of their own.
struct ExportDrums: Sendable {
  /// The part of the work of an export that separating the drums is, if they are not in the cache.
  static let share = 0.7

  let maker: any DrumPartsMaking
  let track: TrackLocation
  let key: TrackKey
  let level: Decibels
  let strength: DrumStrength
  /// The hits that are known of the track; nil finds them.
  let hits: SongHits?

  /// Separates the drums, if the cache does not have them. Returns what opens the track with the level.
  func decoders(
    _ decoders: any DecoderOpening, report: (Double) -> Void, isCancelled: () -> Bool
  ) throws(ExportError) -> any DecoderOpening {
    let result: DrumPartsResult
    do throws(FileError) {
      result = try maker.make(track, key, strength, hits: hits, isCancelled: isCancelled) { part, _ in
        report(part)
      }
    } catch { throw .failed(error, part: nil) }
    switch result {
    case .parts(let drums):
      return DrumLevelDecoders(decoders, track, drums: drums.path, gains: (1, level.factor - 1))
    case .refused(let refusal): throw .noDrumParts(refusal, track.path)
    case .cancelled: throw .cancelled
    }
  }
}
