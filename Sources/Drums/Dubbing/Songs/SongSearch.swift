import AudioBase
import Synchronization
import SystemBase

/// Finds the song of a track without a song file by comparing its sound with other tracks. Any thread; blocks while files are
/// decoded.
///
/// At most three tracks of nearly the same length are compared.
final class SongSearch: Sendable {
  private struct Candidate {
    let key: TrackKey
    let stem: String
    let seconds: Double
  }

  private static let mostCompared = 3
  /// The tolerances of the length in seconds: for files whose names differ by the extension only, and for other files.
  private static let (namedTolerance, otherTolerance) = (3.0, 0.25)

  private let store: SongStore
  private let signer: any TrackSigning
  private let decoders: any DecoderOpening
  /// The songs whose tracks have signatures; nil until the first search.
  private let known = Mutex<[TrackKey: Candidate]?>(nil)

  init(_ store: SongStore, signer: any TrackSigning, decoders: any DecoderOpening) {
    (self.store, self.signer, self.decoders) = (store, signer, decoders)
  }

  /// Adds or updates a song that was stored.
  func note(_ song: Song, of key: TrackKey) {
    known.withLock { $0?[key] = SongSearch.candidate(song, key) }
  }

  private static func candidate(_ song: Song, _ key: TrackKey) -> Candidate? {
    guard song.isWorthFinding, let track = song.track, track.signature?.excerpts.isEmpty == false,
      let seconds = track.frames?.seconds(at: track.sampleRate)
    else { return nil }
    return Candidate(key: key, stem: track.path.lastComponent.stem, seconds: seconds)
  }

  /// Returns the song of another file of the same recording, converted to this track; nil if there is none.
  func find(_ track: TrackLocation, of key: TrackKey, isCancelled: () -> Bool) -> Song? {
    let all = candidates()
    if all.isEmpty { return nil }
    guard let format = try? decoders.open(track.path).format else { return nil }
    let reference = TrackReference(track, key: key, format: format)
    guard let seconds = reference.frames?.seconds(at: reference.sampleRate) else { return nil }
    let stem = track.path.lastComponent.stem
    let alike = all.filter { candidate in
      let isNamed = candidate.stem == stem
      let tolerance = isNamed ? SongSearch.namedTolerance : SongSearch.otherTolerance
      return candidate.key != key && abs(candidate.seconds - seconds) <= tolerance
    }
    .sorted { abs($0.seconds - seconds) < abs($1.seconds - seconds) }
    for candidate in alike.prefix(SongSearch.mostCompared) {
      guard let song = try? store.song(of: candidate.key), let signature = song.track?.signature,
        case .same(let offset, _)? = try? signer.compare(track, with: signature, isCancelled: isCancelled)
      else { continue }
      return song.moved(to: reference, offset: offset)
    }
    return nil
  }

  private func candidates() -> [Candidate] {
    if let present = known.withLock({ $0.map { Array($0.values) } }) { return present }
    let read = store.keys.compactMap { key in
      (try? store.song(of: key)).flatMap { SongSearch.candidate($0, key) }
    }
    known.withLock { $0 = Dictionary(read.map { ($0.key, $0) }) { first, _ in first } }
    return read
  }
}

extension TrackReference {
  /// Creates a reference to a file or to a section of it.
  ///
  /// - Parameters:
  ///   - key: the key of the track, not that of the file.
  ///   - format: the format of the file.
  package init(_ location: TrackLocation, key: TrackKey, format: StreamFormat) {
    var frames = format.length
    if let section = location.section, let end = section.end?.position(at: format.sampleRate) ?? frames {
      frames = end - section.start.position(at: format.sampleRate)
    }
    self.init(key: key, path: location.path, sampleRate: format.sampleRate, frames: frames)
  }
}
