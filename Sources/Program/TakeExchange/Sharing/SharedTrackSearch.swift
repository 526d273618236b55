import AudioBase
import Dubbing
import MusicLibrary
import MusicQuery
import SystemBase

/// Finds the track of an imported take by its key, else by the sound of tracks with a matching title or length. Any thread;
/// blocks while files are decoded.
package struct SharedTrackSearch: Sendable {
  package struct Sources: Sendable {
    package var signer: any TrackSigning
    package var decoders: any DecoderOpening
    /// Computes the key of a file.
    package var key: @Sendable (FilePath) throws(FileError) -> TrackKey
    /// Opens the index; nil if there is none or it cannot be read.
    package var library: @Sendable () -> LibraryStore?

    package init(
      signer: any TrackSigning, decoders: any DecoderOpening,
      key: @escaping @Sendable (FilePath) throws(FileError) -> TrackKey,
      library: @escaping @Sendable () -> LibraryStore?
    ) {
      (self.signer, self.decoders, self.key, self.library) = (signer, decoders, key, library)
    }
  }

  /// The maximum number of tracks whose sound is compared.
  private static let mostCompared = 20
  /// The tolerances of the length in seconds: for tracks with the same title, and for other tracks.
  private static let (titledTolerance, otherTolerance) = (30.0, 3.0)

  private let sources: Sources
  private let isCancelled: @Sendable () -> Bool
  /// Receives the number of the next compared track and the number of all tracks to compare.
  private let progress: @Sendable (Int, Int) -> Void

  package init(
    _ sources: Sources, isCancelled: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) {
    (self.sources, self.isCancelled, self.progress) = (sources, isCancelled, progress)
  }

  /// Finds the track of a take. `named` is the file that the user named; nil searches the library.
  package func find(_ take: Take, named: FilePath? = nil) -> SharedTrackResult {
    guard let reference = take.track else { return .free }
    if let named { return check(named, reference) }
    let library = sources.library()
    if let track = sameFile(reference, library) { return .found(track) }
    let (titled, others) = library.map { candidates(of: reference, in: $0) } ?? ([], [])
    guard let signature = SharedTrackSearch.signature(of: reference) else {
      let track = titled.lazy.compactMap { try? self.track($0, 0, reference) }.first
      return track.map { .doubtful($0, .unsigned) } ?? .refused(.notFound(compared: 0))
    }
    return compare(Array((titled + others).prefix(SharedTrackSearch.mostCompared)), signature, reference)
  }

  /// Returns the signature of a track; nil if it has no excerpts, as that of silence or of a very short track.
  private static func signature(of reference: TrackReference) -> TrackSignature? {
    reference.signature.flatMap { $0.excerpts.isEmpty ? nil : $0 }
  }

  // MARK: A file

  private func check(_ path: FilePath, _ reference: TrackReference) -> SharedTrackResult {
    do throws(FileError) {
      if let location = reference.location(in: path, of: try sources.key(path)) {
        return .found(try track(location, 0, reference))
      }
      let location = TrackLocation(path: path)
      guard let signature = SharedTrackSearch.signature(of: reference) else {
        return .doubtful(try track(location, 0, reference), .unsigned)
      }
      switch try sources.signer.compare(location, with: signature, isCancelled: isCancelled) {
      case nil: return .cancelled
      case .same(let offset, _)?: return .found(try track(location, offset, reference))
      case .doubtful(let offset, let figures)?:
        return .doubtful(try track(location, offset, reference), .alike(figures))
      case .different(let figures)?: return .refused(.different(path, figures))
      }
    } catch {
      return .refused(.unreadable(error))
    }
  }

  /// Returns the file that the take names, or a file of the library with the same key; nil if there is none.
  private func sameFile(_ reference: TrackReference, _ library: LibraryStore?) -> SharedTrack? {
    let known = library.flatMap { try? $0.files(of: reference.key) } ?? []
    for path in [reference.path] + known where path.exists {
      guard let key = try? sources.key(path), let location = reference.location(in: path, of: key) else {
        continue
      }
      if let track = try? track(location, 0, reference) { return track }
    }
    return nil
  }

  private func track(
    _ location: TrackLocation, _ offset: Double, _ former: TrackReference
  ) throws(FileError) -> SharedTrack {
    let format = try sources.decoders.open(location.path).format
    let key = try sources.key(location.path).of(location.section)
    var reference = TrackReference(location, key: key, format: format)
    (reference.title, reference.artist) = (former.title, former.artist)
    reference.signature = key == former.key ? former.signature : nil
    return SharedTrack(location: location, reference: reference, offset: offset)
  }

  // MARK: The library

  /// Compares the sound of tracks until one is the same recording.
  private func compare(
    _ candidates: [TrackLocation], _ signature: TrackSignature, _ reference: TrackReference
  ) -> SharedTrackResult {
    var best: (location: TrackLocation, offset: Double, figures: SignatureMatch.Figures)?
    for (index, location) in candidates.enumerated() {
      progress(index + 1, candidates.count)
      if isCancelled() { return .cancelled }
      // A candidate that cannot be decoded is skipped.
      switch try? sources.signer.compare(location, with: signature, isCancelled: isCancelled) {
      case .same(let offset, _)?:
        if let track = try? track(location, offset, reference) { return .found(track) }
      case .doubtful(let offset, let figures)? where figures.found >= best?.figures.found ?? 0:
        best = (location, offset, figures)
      case .doubtful?, .different?, nil: break
      }
    }
    guard let best, let track = try? track(best.location, best.offset, reference) else {
      return .refused(.notFound(compared: candidates.count))
    }
    return .doubtful(track, .alike(best.figures))
  }

  /// Returns the tracks of the library with the same title or file name, and those of similar length, both sorted by the
  /// difference of the lengths.
  private func candidates(
    of reference: TrackReference, in library: LibraryStore
  ) -> (titled: [TrackLocation], others: [TrackLocation]) {
    let stem = reference.path.lastComponent.stem
    let title = reference.title ?? stem
    let seconds = reference.frames.map { $0.seconds(at: reference.sampleRate) }
    let named = [
      SearchQuery.Condition.text(.title, .equals(title)), .text(.path, .contains("/\(stem).")),
    ]
    let titled = tracks(.any(named), near: seconds, SharedTrackSearch.titledTolerance, library)
    guard let seconds else { return (titled, []) }
    let others = tracks(nil, near: seconds, SharedTrackSearch.otherTolerance, library)
    return (titled, others.filter { !titled.contains($0) })
  }

  private func tracks(
    _ condition: SearchQuery.Condition?, near seconds: Double?, _ tolerance: Double, _ library: LibraryStore
  ) -> [TrackLocation] {
    let length = seconds.map {
      SearchQuery.Condition.number(.length, NumberRange($0 - tolerance, $0 + tolerance))
    }
    let conditions = [condition, length, .away(false)].compactMap(\.self)
    guard let list = try? library.search(SearchQuery(.all(conditions))),
      let found = try? library.tracks(list.ids)
    else { return [] }
    func difference(_ track: LibraryTrack) -> Double {
      abs((track.track.stream.duration ?? 0) - (seconds ?? track.track.stream.duration ?? 0))
    }
    return found.sorted { difference($0) < difference($1) }.map(\.track.location)
  }
}
