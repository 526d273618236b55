import AudioBase
import Dubbing
import Percussion
import SystemBase

extension Application {
  /// Adds the tracks of a MIDI file that was read to the current take.
  package func importMIDI(_ result: Result<MIDIFile, FileError>, from path: FilePath) {
    switch result {
    case .success(let file): takes?.addLayers(of: file, at: path, kit: kits?.loaded)
    case .failure(let error): report(.take(.notImported(error)))
    }
  }
}

/// Importing MIDI files.
extension TakeController {
  /// Adds the tracks of a MIDI file as layers: to the current take, else to a new one of the current track or without a
  /// track. The file begins at the beginning of the track.
  ///
  /// - Parameter kit: the kit whose notes count; nil if none is loaded.
  func addLayers(of file: MIDIFile, at path: FilePath, kit: Kit?) {
    if phase != .idle || recorded != nil { return notify(.importWhileRecording) }
    guard mayAddHits else { return }
    let rate =
      current?.frameRate ?? (takenTrack == nil ? parts.engine.sampleRate : format?.sampleRate ?? .standard)
    let imported = TakeMIDI.layers(of: file, notes: PadNotes(kit), rate: rate)
    let name = kit?.name ?? ""
    guard !imported.columns.isEmpty else {
      return notify(.notImported(TakeMIDI.withoutHits(path, kit: name)))
    }
    do throws(FileError) { try imported.verify(path) } catch { return notify(.notImported(error)) }
    let isTapped = track.tempo != nil
    let take = current ?? takeToRecord(takenTrack)
    edit(Entry(group: group, take: take.id)) { take in
      for layer in imported.layers { take.addLayer(name: layer.name, hits: layer.hits) }
      // What was tapped for the track is kept.
      if take.tempo == nil, !isTapped { take.tempo = imported.tempo }
    }
    notify(
      .imported(
        TakeNotice.MIDIImportSummary(
          take: take.name, layers: imported.columns.count, hits: imported.hitCount,
          unknownNotes: imported.unknownNotes, substitutes: imported.substitutes, kit: name)))
  }

  /// The track of the group; nil for takes without one.
  private var takenTrack: TrackLocation? { if case .track(let track) = group { track } else { nil } }

  /// Whether there is a take, or one can be made. A track that is not read yet is reported.
  private var mayAddHits: Bool {
    guard current == nil, let played = takenTrack, format == nil || track.key == nil else { return true }
    notify(
      .noTrack(track.problem ?? FileError(.readFailed, played.path.shown, detail: "it is not read yet")))
    return false
  }

  /// Adds a hit to a layer of the take that is shown, or a layer with it: to a new take if there is none. Returns false if
  /// there can be none.
  func add(_ hit: TakeHit, to layer: Int?) -> Bool {
    guard mayAddHits else { return false }
    let entry = shownEntry ?? Entry(group: group, take: takeToRecord(takenTrack).id)
    edit(entry) { take in
      if let layer, let hits = take.layer(layer)?.hits {
        take.replaceHits([hits.edit(adding: [hit], layer: layer)])
      } else {
        take.addLayer(hits: HitColumns([hit]))
      }
    }
    return true
  }
}
