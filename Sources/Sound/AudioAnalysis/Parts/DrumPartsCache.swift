import AudioBase
import Glibc
import SystemBase

/// Separates the drums of tracks and caches them as stereo FLAC files in a folder. If the files exceed a limit, the least
/// recently used ones are removed. Several players may use the folder at the same time.
///
/// While parts are separated, in whichever order, they are in a file of another form. A file gets its name when it is complete
/// and synced. Incomplete files of killed programs are removed later.
package struct DrumPartsCache: DrumPartsMaking {
  /// Creates a writer of a stereo FLAC file of 16 bits whose samples are not dithered.
  package typealias WriterMaker = @Sendable (FilePath, SampleRate) throws(FileError) -> any AudioFileWriter

  /// The version of the method and its parameters. Cached files of other versions are not used.
  private static let version = 1
  /// The minutes of the longest track.
  private static let longest = 120
  /// The bytes of a frame in the file, measured: FLAC needs a little more than half of its four.
  private static let bytesPerFrame = 3
  private static let temporarySuffix = ".part"
  /// The seconds without a write after which an incomplete file counts as left by a killed program.
  private static let abandoned = 3_600
  /// The share of the progress that belongs to finding the hits.
  private static let search = 0.2

  private let folder: FilePath
  private let limit: Int
  private let decoders: any DecoderOpening
  private let writer: WriterMaker

  /// - Parameters:
  ///   - folder: created when it is needed.
  ///   - limit: the maximum number of bytes of its complete files. While a track is separated, the folder has four bytes for
  ///     each of its frames more.
  package init(
    folder: FilePath, limit: Int = 2 << 30, decoders: any DecoderOpening, writer: @escaping WriterMaker
  ) {
    (self.folder, self.limit, self.decoders, self.writer) = (folder, limit, decoders, writer)
  }

  private func path(_ key: TrackKey, _ strength: DrumStrength) -> FilePath {
    folder.appending("\(key)-\(DrumPartsCache.version).\(strength.rawValue).flac")
  }

  package func cached(_ key: TrackKey, _ strength: DrumStrength) -> DrumPartFile? {
    let path = path(key, strength)
    // The modification time says when it was used last.
    guard path.withCString({ utimensat(AT_FDCWD, $0, nil, 0) }) == 0 else { return nil }
    guard let frames = (try? decoders.open(path))?.format.length?.value, frames > 0 else {
      FileBytes.remove(path)
      return nil
    }
    return DrumPartFile(path: path, frames: frames)
  }

  package func make(
    _ track: TrackLocation, _ key: TrackKey, _ strength: DrumStrength, hits: SongHits?, heard: () -> Int,
    isCancelled: () -> Bool, progress: (Double, DrumPartFile?) -> Void
  ) throws(FileError) -> DrumPartsResult {
    if track.address != nil { return .refused(.stream) }
    if let kept = cached(key, strength) { return .parts(kept) }
    let samples = try TrackSamples(track, decoders: decoders)
    if let refusal = refusal(samples) { return .refused(refusal) }
    var known = hits
    if known == nil {
      let search = HitSearch(decoders: decoders)
      let found = try search.find(in: track, isCancelled: isCancelled) {
        progress(DrumPartsCache.search * $0, nil)
      }
      switch found {
      case .found(let hits): known = hits
      case .noDrums(let reason): return .refused(.noDrums(reason))
      case .cancelled: return .cancelled
      }
    }
    guard let known else { return .cancelled }
    try FileBytes.makeFolder(folder, permissions: 0o700)
    makeRoom(for: (samples.count ?? 0) * DrumPartsCache.bytesPerFrame)
    let path = path(key, strength)
    func temporary() -> FilePath {
      let number = UInt64.random(in: 0 ... .max)
      return FilePath("\(path.lastComponent.shown).\(number)\(DrumPartsCache.temporarySuffix)")
    }
    let sparse = try SparsePartFile(
      folder.appending(temporary()), samples.format.sampleRate, frames: samples.count ?? 0)
    defer { FileBytes.remove(sparse.path) }
    let most = most(samples.format.sampleRate)
    var writing = DrumPartWriting(
      samples, hits: known, strength: strength, sparse, most: most * 60 * samples.format.sampleRate.hertz)
    let first = hits == nil ? DrumPartsCache.search : 0
    let end = try writing.run(heard: heard, isCancelled) { progress(first + (1 - first) * $0, $1) }
    switch end {
    case .whole: break
    case .cancelled: return .cancelled
    case .long: return .refused(.long(most: most))
    }
    let file = try AtomicFile(path, permissions: 0o600, temporaryName: temporary())
    do throws(FileError) {
      let isWritten = try writing.encode(
        by: try writer(file.temporary, samples.format.sampleRate), isCancelled)
      if !isWritten {
        file.cancel()
        return .cancelled
      }
      try file.commit()
      makeRoom(for: 0)
      return .parts(DrumPartFile(path: path, frames: writing.frames))
    } catch {
      file.cancel()
      throw error
    }
  }

  private func refusal(_ samples: TrackSamples) -> DrumPartsResult.Refusal? {
    let (rate, channels) = (samples.format.sampleRate, samples.format.channels)
    if channels > 2 { return .channels(channels) }
    if !AudioFileFormat.flac.accepts(rate) { return .rate(rate) }
    let most = most(rate)
    return (samples.count ?? 0) / rate.hertz >= 60 * most ? .long(most: most) : nil
  }

  /// Returns the minutes of the longest track of a rate that fits the cache.
  private func most(_ rate: SampleRate) -> Int {
    min(DrumPartsCache.longest, max(1, limit / (60 * rate.hertz * DrumPartsCache.bytesPerFrame)))
  }

  /// Removes files of killed programs, then the least recently used files, until a number of bytes fits.
  private func makeRoom(for needed: Int) {
    guard let names = try? FolderReader(folder).names() else { return }
    let now = Timestamp.now
    var total = needed
    var files: [(path: FilePath, used: timespec, bytes: Int)] = []
    for name in names {
      let path = folder.appending(name)
      guard let status = path.linkStatus else { continue }
      if name.shown.hasSuffix(DrumPartsCache.temporarySuffix) {
        if now - status.st_mtim.tv_sec > DrumPartsCache.abandoned { FileBytes.remove(path) }
      } else {
        files.append((path, status.st_mtim, Int(status.st_blocks) * 512))
        total += Int(status.st_blocks) * 512
      }
    }
    files.sort { ($0.used.tv_sec, $0.used.tv_nsec) < ($1.used.tv_sec, $1.used.tv_nsec) }
    for file in files where total > limit {
      FileBytes.remove(file.path)
      total -= file.bytes
    }
  }
}
