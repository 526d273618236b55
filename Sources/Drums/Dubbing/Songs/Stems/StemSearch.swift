import AudioBase
import SystemBase
import TrackFeed

package enum StemSearchResult: Hashable, Sendable {
  case found(SongStems)
  /// Neither a folder nor a file beside the track has stems.
  case nothing
  /// A folder has no files with names of stems.
  case noStems(FilePath)
  /// A file has only one sound track.
  case oneSoundTrack(FilePath)
  /// The sum of the stems in a folder or a file is not like the track.
  case otherSong(FilePath)
  /// The excerpt of the track that is compared, or the sum of the stems, is silent.
  case silent(FilePath)
  case cancelled
}

/// Finds the stems of tracks that other programs have made, in folders and in files of several sound tracks, and compares them
/// with the track. Any thread.
package struct StemSearch: Sendable {
  /// Seconds of the track that are compared, and by which stems may be earlier or later.
  private static let (excerpt, margin) = (8.0, 0.5)
  /// The least correlation of the sum of stems, and of a single one.
  private static let (leastOfSum, leastOfOne) = (0.5, 0.05)
  /// What a single stem leaves of the track.
  private static let rest = "rest"
  /// The endings of the names of files of several sound tracks beside a song.
  private static let endings = [".stem.mp4", ".stem.m4a", ".stems.mka", ".stems.mkv"]

  private let decoders: any DecoderOpening
  private let converters: any RateConverterMaking

  package init(decoders: any DecoderOpening, converters: any RateConverterMaking) {
    (self.decoders, self.converters) = (decoders, converters)
  }

  /// Finds the stems of a track. Decodes some seconds of each of them.
  ///
  /// - Parameters:
  ///   - place: a folder, or a file of several sound tracks; nil searches in the file of the track and beside it.
  ///   - known: what an earlier search found. It is the result if it is in `place` and no file of it has changed.
  ///   - isCancelled: called often.
  /// - Throws: if a folder or a file cannot be read.
  package func find(
    of track: TrackLocation, in place: FilePath?, known: SongStems? = nil,
    isCancelled: () -> Bool = { false }
  ) throws(FileError) -> StemSearchResult {
    if let known, known.place == place, known.isCurrent { return .found(known) }
    let name = track.path.stem
    if let place, place.isFolder || !place.exists {
      let files = StemNames.stems(in: try names(place), of: name)
      if files.isEmpty { return .noStems(place) }
      return try find(of: track, StemSearch.stems(files, in: place), in: place, isCancelled)
    }
    if let place { return try find(of: track, inFile: place, isCancelled) }
    var refused: StemSearchResult?
    for file in StemSearch.files(of: track.path) where file.exists {
      // Another file may not be one of sound.
      guard let result = try? find(of: track, inFile: file, isCancelled) else { continue }
      switch result {
      case .found, .cancelled: return result
      case .nothing, .noStems, .oneSoundTrack: continue
      case .otherSong, .silent: refused = refused ?? result
      }
    }
    for folder in StemSearch.folders(of: track.path) where folder.isFolder {
      let files = StemNames.stems(in: (try? names(folder)) ?? [], of: name)
      if files.isEmpty { continue }
      return try find(of: track, StemSearch.stems(files, in: folder), in: folder, isCancelled)
    }
    return refused ?? .nothing
  }

  private func names(_ folder: FilePath) throws(FileError) -> [FilePath] { try FolderReader(folder).names() }

  private static func stems(_ files: [(name: String, file: FilePath)], in folder: FilePath) -> [SongPart] {
    files.map { SongPart($0.name, folder.appending($0.file)) }
  }

  /// Returns the name of a file without its extension.
  private static func bareName(_ path: FilePath) -> FilePath {
    let ending = path.fileExtension.isEmpty ? 0 : path.fileExtension.utf8.count + 1
    return FilePath(bytes: path.lastComponent.bytes.dropLast(ending))
  }

  private static func directory(of path: FilePath) -> FilePath {
    path.directory.isEmpty ? FilePath(".") : path.directory
  }

  /// Returns the file itself, and those beside it that may have its stems.
  private static func files(of path: FilePath) -> [FilePath] {
    let (directory, name) = (directory(of: path), bareName(path))
    return [path] + endings.map { directory.appending(FilePath(bytes: name.bytes + $0.utf8)) }
  }

  /// Returns the folders beside a file that may have its stems: of its name, and where Demucs and others write to.
  private static func folders(of path: FilePath) -> [FilePath] {
    let (directory, name) = (directory(of: path), bareName(path))
    let separated = directory.appending("separated")
    let models = FolderReader.names(in: separated).sorted { $0.shown < $1.shown }
    return [
      directory.appending(name), directory.appending(FilePath(bytes: name.bytes + " stems".utf8)),
      directory.appending(FilePath(bytes: name.bytes + "_stems".utf8)),
      directory.appending("stems").appending(name), directory.appending("stems"),
    ] + models.map { separated.appending($0).appending(name) }
  }
}

// MARK: Sound tracks

extension StemSearch {
  /// Finds the stems among the sound tracks of a file. The mix of the stems is none of them. It is the track itself; the first
  /// sound track, if the file states that the others are stems; or a sound track that fits the track better than the sum of
  /// all does.
  private func find(
    of track: TrackLocation, inFile file: FilePath, _ isCancelled: () -> Bool
  ) throws(FileError) -> StemSearchResult {
    guard let tracks = try decoders.soundTracks(of: file) else { return .oneSoundTrack(file) }
    let all = StemNames.parts(named: tracks.names).enumerated().map {
      SongPart($0.element, file, soundTrack: $0.offset)
    }
    let others = all.filter { $0.soundTrack != tracks.main }
    let stamp = file.stamp
    if tracks.areStems || (stamp != nil && stamp == track.path.stamp) {
      return try find(of: track, others, in: file, isCancelled)
    }
    let mix = all.filter { $0.soundTrack == tracks.main }
    guard let alone = try alignment(track, mix, isCancelled), let sum = try alignment(track, all, isCancelled)
    else { return isCancelled() ? .cancelled : .silent(file) }
    return try find(of: track, alone.difference < sum.difference ? others : all, in: file, isCancelled)
  }
}

// MARK: Comparison

extension StemSearch {
  private func find(
    of track: TrackLocation, _ stems: [SongPart], in place: FilePath, _ isCancelled: () -> Bool
  ) throws(FileError) -> StemSearchResult {
    var parts = Array(stems.prefix(SongParts.most - 1))
    guard let alignment = try alignment(track, parts, isCancelled) else {
      return isCancelled() ? .cancelled : .silent(place)
    }
    let least = parts.count == 1 ? StemSearch.leastOfOne : StemSearch.leastOfSum
    if alignment.correlation < least { return .otherSong(place) }
    for index in parts.indices { parts[index].offset = -alignment.lag }
    let difference = parts.count == 1 ? nil : alignment.difference
    if parts.count == 1 {
      // A stem may have the name of the rest.
      let names = StemNames.parts(named: [parts[0].name, StemSearch.rest])
      parts.append(SongPart(names[1], nil))
    }
    var found = SongStems(place: place, parts: SongParts(parts), difference: difference)
    found.states = found.presentStates
    return .found(found)
  }

  /// Aligns the sum of stems with a track: its lag is in frames of the track. Returns nil if one of both is silent, or the
  /// search was cancelled.
  private func alignment(
    _ track: TrackLocation, _ stems: [SongPart], _ isCancelled: () -> Bool
  ) throws(FileError) -> StemAlignment? {
    let song = try TrackStream(track, rate: nil, decoders: decoders, converters: converters)
    let rate = song.sampleRate
    let count = FrameCount(seconds: StemSearch.excerpt, at: rate).value
    let margin = FrameCount(seconds: StemSearch.margin, at: rate).value
    let start = max((song.format.length?.value ?? 0) / 2 - count / 2, 0)
    let excerpt = try read(song, from: start, count: count)
    var sum = [Frame](repeating: .zero, count: excerpt.count + 2 * margin)
    for stem in stems {
      if isCancelled() { return nil }
      let stream = try TrackStream(
        TrackLocation(path: stem.path ?? track.path), soundTrack: stem.soundTrack, rate: rate,
        decoders: decoders, converters: converters)
      let first = FrameCount(max(start - margin, 0)).seconds(at: rate)
      let frames = try read(
        stream, from: FrameCount(seconds: first, at: stream.format.sampleRate).value, count: sum.count)
      let silence = max(margin - start, 0)
      for (index, frame) in frames.enumerated() where silence + index < sum.count {
        sum[silence + index] += frame
      }
    }
    var alignment = StemAlignment(excerpt, in: sum)
    alignment?.lag -= margin
    return alignment
  }

  private func read(_ stream: TrackStream, from frame: Int, count: Int) throws(FileError) -> [Frame] {
    try stream.seek(to: FrameCount(frame))
    return try stream.readAll(limit: FrameCount(count))
  }
}
