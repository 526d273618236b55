import AudioBase
import Dubbing
import SystemBase

/// The parts in which the track of an export is heard.
package enum ExportParts: Hashable, Sendable {
  /// Those of its song, at the levels that belong to the mixer of the export, and with the lanes of the take. The song is as
  /// the player has it; nil: its file is read.
  case ofSong(Song?)
  /// These; nil: as its file alone.
  case given(SongParts?)
}

/// Finds the parts of the track of an export as the player does, or prepares them. Any thread; blocks.
struct PartPreparation: Sendable {
  /// The part of the work of an export that separating the drums is, if they are not in the cache.
  static let share = 0.7

  let track: TrackLocation
  /// The song with the levels of its parts in the export; an error if its file cannot be read.
  let song: Result<Song, FileError>
  /// The names of the parts whose levels are set or moved.
  let names: Set<String>
  let lanes: SongPartLanes?
  /// A level that is added to that of the drums.
  let drums: Decibels
  let key: @Sendable (FilePath) throws(FileError) -> TrackKey
  let maker: (any DrumPartsMaking)?
  let stems: StemSearch?

  /// Returns the parts, with their gains; nil if the file is heard alone. A shortfall names the parts that are missing.
  ///
  /// - Throws: `cancelled`, and why drums are not separated whose level was asked for.
  func prepare(
    report: (Double) -> Void, isCancelled: () -> Bool
  ) throws(ExportError) -> (parts: SongParts?, shortfall: ExportShortfall?) {
    let found: SongParts, song: Song
    switch self.song {
    case .success(let known): song = known
    case .failure(let error): return try refuse(.failed(error))
    }
    switch try find(song, report, isCancelled) {
    case .success(let parts): found = parts
    case .failure(let reason): return try refuse(reason)
    }
    var heard = song.heard(found, lanes)
    heard.amplify(SongParts.drums, by: drums.factor)
    let known = found.parts.map(\.name)
    let missing = names.subtracting(known).sorted()
    return (
      heard.hasGains(of: found) ? nil : heard,
      missing.isEmpty ? nil : .parts(missing, .unknown(known: known))
    )
  }

  private func refuse(
    _ reason: ExportShortfall.MissingParts
  ) throws(ExportError) -> (parts: SongParts?, shortfall: ExportShortfall?) {
    if drums != .unity {
      switch reason {
      case .refused(let refusal): throw .noDrumParts(refusal, track.path)
      case .failed(let error): throw .failed(error, part: nil)
      case .stems, .unknown: break
      }
    }
    return (nil, .parts(names.sorted(), reason))
  }

  private func find(
    _ song: Song, _ report: (Double) -> Void, _ isCancelled: () -> Bool
  ) throws(ExportError) -> Result<SongParts, ExportShortfall.MissingParts> {
    guard let stems, let place = song.stems else { return try separate(song, report, isCancelled) }
    // The level of the drums alone needs no stems.
    let needsStems = !song.partLevels.isEmpty || lanes != nil
    let result: StemSearchResult
    do throws(FileError) {
      result = try stems.find(of: track, in: place, isCancelled: isCancelled)
    } catch {
      if needsStems { return .failure(.failed(error)) }
      return try separate(song, report, isCancelled)
    }
    switch result {
    case .found(let stems):
      if needsStems || stems.parts.parts.contains(where: { $0.name == SongParts.drums }) {
        return .success(stems.parts)
      }
    case .cancelled: throw .cancelled
    case .nothing, .noStems, .oneSoundTrack, .otherSong, .silent:
      if needsStems { return .failure(.stems(result)) }
    }
    return try separate(song, report, isCancelled)
  }

  /// Separates the drums, if the cache does not have them.
  private func separate(
    _ song: Song, _ report: (Double) -> Void, _ isCancelled: () -> Bool
  ) throws(ExportError) -> Result<SongParts, ExportShortfall.MissingParts> {
    guard let maker, !names.isDisjoint(with: [SongParts.drums, SongParts.music]) else {
      return .failure(.unknown(known: []))
    }
    let result: DrumPartsResult
    do throws(FileError) {
      let trackKey = try key(track.path).of(track.section)
      result = try maker.make(
        track, trackKey, song.drumStrength ?? .usual, hits: song.drums, heard: { 0 },
        isCancelled: isCancelled
      ) { part, _ in
        report(part)
      }
    } catch { return .failure(.failed(error)) }
    switch result {
    case .parts(let file): return .success(SongParts(file))
    case .refused(let refusal): return .failure(.refused(refusal))
    case .cancelled: throw .cancelled
    }
  }
}

extension ExportService {
  /// Returns what prepares the parts of the track of an export; nil if it is heard as its file alone, or in given parts.
  func preparation(_ take: Take, _ track: TrackLocation?, _ options: ExportOptions) -> PartPreparation? {
    guard case .ofSong(let known) = options.parts, let track, let key = take.track?.key else { return nil }
    let stored = Result { () throws(FileError) -> Song in
      if let known { return known }
      return try sources.songs?.song(of: key) ?? Song()
    }
    let song = stored.map { song in
      var song = song
      song.partLevels = partLevels(of: take, options.mixer, song)
      return song
    }
    let (lanes, drums) = (take.songPartLanes, options.drums ?? .unity)
    // Without its song, the take has its own levels.
    let levels = (try? song.get())?.partLevels ?? take.songParts
    var names = (lanes?.names ?? []).union(levels.keys)
    if drums != .unity { names.insert(SongParts.drums) }
    if names.isEmpty { return nil }
    return PartPreparation(
      track: track, song: song, names: names, lanes: lanes, drums: drums, key: sources.key,
      maker: sources.drumParts, stems: sources.stems)
  }

  /// Returns the levels of the parts of a song in an export with the wanted mixer: those of the take, as the levels of music and
  /// pads. A take that has none, and the current mixer, have those of the song.
  private func partLevels(of take: Take, _ wanted: ExportMixer, _ song: Song) -> [String: SongPartLevel] {
    switch wanted {
    case .current: song.partLevels
    case .take, .named: take.mixer == nil ? song.partLevels : take.songParts
    }
  }
}
