import AudioBase
import SystemBase
import TrackFeed

/// The stems of a track that were found.
package struct SongStems: Hashable, Sendable {
  package var folder: FilePath
  package var parts: SongParts
  /// The power of what their sum lacks of the track, or has beside it, in dB of the power of the track; nil for a single stem,
  /// whose counterpart is what it leaves of the track.
  package var difference: Double?

  package init(folder: FilePath, parts: SongParts, difference: Double?) {
    (self.folder, self.parts, self.difference) = (folder, parts, difference)
  }
}

package enum StemSearchResult: Hashable, Sendable {
  case found(SongStems)
  /// No folder beside the track has stems.
  case noFolder
  /// A folder has no files with names of stems.
  case noStems(FilePath)
  /// The sum of the stems in a folder is not like the track.
  case otherSong(FilePath)
  /// The excerpt of the track that is compared, or the sum of the stems, is silent.
  case silent(FilePath)
  case cancelled
}

/// Finds the stems of tracks that other programs have made: by the names of their files, and by comparing them with the
/// track. Any thread.
package struct StemSearch: Sendable {
  /// Seconds of the track that are compared, and by which stems may be earlier or later.
  private static let (excerpt, margin) = (8.0, 0.5)
  /// The least correlation of the sum of stems, and of a single one.
  private static let (leastOfSum, leastOfOne) = (0.5, 0.05)
  /// What a single stem leaves of the track.
  private static let rest = "rest"

  private let decoders: any DecoderOpening
  private let converters: any RateConverterMaking

  package init(decoders: any DecoderOpening, converters: any RateConverterMaking) {
    (self.decoders, self.converters) = (decoders, converters)
  }

  /// Finds the stems of a track. Decodes some seconds of each file.
  ///
  /// - Parameters:
  ///   - folder: nil searches beside the file of the track.
  ///   - isCancelled: called often.
  /// - Throws: if a folder or a file cannot be read.
  package func find(
    of track: TrackLocation, in folder: FilePath?, isCancelled: () -> Bool = { false }
  ) throws(FileError) -> StemSearchResult {
    let name = track.path.stem
    if let folder {
      return try find(of: track, StemNames.stems(in: try names(folder), of: name), folder, isCancelled)
    }
    for folder in StemSearch.folders(of: track.path) where folder.isFolder {
      let stems = StemNames.stems(in: (try? names(folder)) ?? [], of: name)
      if !stems.isEmpty { return try find(of: track, stems, folder, isCancelled) }
    }
    return .noFolder
  }

  private func names(_ folder: FilePath) throws(FileError) -> [FilePath] { try FolderReader(folder).names() }

  /// Returns the folders beside a file that may have its stems: of its name, and where Demucs and others write to.
  private static func folders(of path: FilePath) -> [FilePath] {
    let directory = path.directory.isEmpty ? FilePath(".") : path.directory
    let ending = path.fileExtension.isEmpty ? 0 : path.fileExtension.utf8.count + 1
    let name = FilePath(bytes: path.lastComponent.bytes.dropLast(ending))
    let separated = directory.appending("separated")
    let models = ((try? FolderReader(separated).names()) ?? []).sorted { $0.shown < $1.shown }
    return [
      directory.appending(name), directory.appending(FilePath(bytes: name.bytes + " stems".utf8)),
      directory.appending(FilePath(bytes: name.bytes + "_stems".utf8)),
      directory.appending("stems").appending(name), directory.appending("stems"),
    ] + models.map { separated.appending($0).appending(name) }
  }

  private func find(
    of track: TrackLocation, _ stems: [(name: String, file: FilePath)], _ folder: FilePath,
    _ isCancelled: () -> Bool
  ) throws(FileError) -> StemSearchResult {
    if stems.isEmpty { return .noStems(folder) }
    let kept = stems.prefix(SongParts.most - 1)
    let song = try TrackStream(track, rate: nil, decoders: decoders, converters: converters)
    let rate = song.sampleRate
    let count = FrameCount(seconds: StemSearch.excerpt, at: rate).value
    let margin = FrameCount(seconds: StemSearch.margin, at: rate).value
    let start = max((song.format.length?.value ?? 0) / 2 - count / 2, 0)
    let excerpt = try read(song, from: start, count: count)
    var sum = [Frame](repeating: .zero, count: excerpt.count + 2 * margin)
    for stem in kept {
      if isCancelled() { return .cancelled }
      let stream = try TrackStream(
        TrackLocation(path: folder.appending(stem.file)), rate: rate, decoders: decoders,
        converters: converters)
      let first = FrameCount(max(start - margin, 0)).seconds(at: rate)
      let frames = try read(
        stream, from: FrameCount(seconds: first, at: stream.format.sampleRate).value, count: sum.count)
      let silence = max(margin - start, 0)
      for (index, frame) in frames.enumerated() where silence + index < sum.count {
        sum[silence + index] += frame
      }
    }
    guard let alignment = StemAlignment(excerpt, in: sum) else { return .silent(folder) }
    let least = kept.count == 1 ? StemSearch.leastOfOne : StemSearch.leastOfSum
    if alignment.correlation < least { return .otherSong(folder) }
    var parts = kept.map {
      SongPart($0.name, folder.appending($0.file), offset: margin - alignment.lag)
    }
    if parts.count == 1 { parts.append(SongPart(StemSearch.rest, nil)) }
    return .found(
      SongStems(
        folder: folder, parts: SongParts(parts), difference: kept.count == 1 ? nil : alignment.difference))
  }

  private func read(_ stream: TrackStream, from frame: Int, count: Int) throws(FileError) -> [Frame] {
    try stream.seek(to: FrameCount(frame))
    return try stream.readAll(limit: FrameCount(count))
  }
}
