import AudioBase
import Dubbing
import Percussion
import Studio
import SystemBase

extension Application {
  /// Reads a MIDI file of a typed path and adds its tracks to the current take. `mayAsk`: whether the user can answer a
  /// question.
  func importMIDI(_ text: String, mayAsk: Bool = true) {
    let path = FilePath(text).expandingHome
    let read: @Sendable () -> Result<MIDIFile, FileError> = {
      Result { () throws(FileError) in try MIDIFileReader.read(path) }
    }
    main.run("midi file", read) { [weak self] in self?.importMIDI($0, from: path, mayAsk: mayAsk) }
  }

  /// Adds the tracks of a MIDI file that was read to the current take. The notes of a file without drums are offered.
  package func importMIDI(_ result: Result<MIDIFile, FileError>, from path: FilePath, mayAsk: Bool = true) {
    switch result {
    case .success(let file):
      let question = takes?.list.addLayers(of: file, at: path, kit: kits.loaded, mayAsk: mayAsk)
      if let question { ask(question) }
    case .failure(let error): report(.take(.notImported(error)))
    }
  }
}

/// Making takes: for recordings, from MIDI files, and of hits that are set in the timeline.
extension TakeList {
  /// Adds the tracks of a MIDI file as layers: to the current take, else to a new one of the current track or without a
  /// track. The file begins at the beginning of the track.
  ///
  /// - Parameter kit: the kit whose notes count; nil if none is loaded.
  /// - Returns: a question whether the notes of a file without drums are added, if the user may be asked.
  func addLayers(of file: MIDIFile, at path: FilePath, kit: Kit?, mayAsk: Bool) -> Question? {
    guard mayImport else { return nil }
    let imported = TakeMIDI.layers(of: file, notes: PadNotes(kit), rate: importRate)
    let name = kit?.name ?? ""
    if !imported.columns.isEmpty {
      add(imported, of: path, kit: name)
      return nil
    }
    let notes = imported.unknownNotes
    if mayAsk, !notes.isEmpty { return .importNotes(file, path, kit: name, notes: notes.keys.sorted()) }
    owner.notify(.notImported(TakeMIDI.withoutHits(path, kit: name, notes: notes)))
    return nil
  }

  /// Adds the notes of a MIDI file as layers of an instrument, as `addLayers` adds its hits.
  func addNotes(of file: MIDIFile, at path: FilePath) {
    guard mayImport else { return }
    add(TakeMIDI.notes(of: file, rate: importRate), of: path, kit: "", isInstrument: true)
  }

  /// Whether a file can be imported now; says why not.
  private var mayImport: Bool {
    guard owner.recording.phase == .idle, owner.recording.recorded == nil else {
      owner.notify(.importWhileRecording)
      return false
    }
    return mayAddHits
  }

  /// The rate of the frames of the take that layers are added to.
  private var importRate: SampleRate {
    current?.frameRate
      ?? (takenTrack == nil ? parts.engine.sampleRate : owner.playback.format?.sampleRate ?? .standard)
  }

  private func add(
    _ imported: TakeMIDI.Imported, of path: FilePath, kit: String, isInstrument: Bool = false
  ) {
    do throws(FileError) { try imported.verify(path) } catch { return owner.notify(.notImported(error)) }
    let isTapped = track.tempo != nil
    let take = current ?? takeToRecord(takenTrack)
    edit(Entry(group: group, take: take.id)) { take in
      for layer in imported.layers { take.addLayer(name: layer.name, hits: layer.hits) }
      // What was tapped for the track is kept.
      if take.tempo == nil, !isTapped { take.tempo = imported.tempo }
    }
    owner.notify(
      .imported(
        TakeNotice.MIDIImportSummary(
          take: take.name, layers: imported.columns.count, hits: imported.hitCount,
          unknownNotes: imported.unknownNotes, substitutes: imported.substitutes, kit: kit,
          flaws: imported.flaws, isInstrument: isInstrument)))
  }

  /// Adds hits of the current track as a layer: to the current take, else to a new one.
  ///
  /// - Parameter name: that of the layer.
  /// - Returns: the name of the take; nil if there can be none now, which a notice says.
  func add(_ hits: HitColumns, named name: String) -> String? {
    guard mayImport else { return nil }
    let take = current ?? takeToRecord(takenTrack)
    edit(Entry(group: group, take: take.id)) { $0.addLayer(name: name, hits: hits) }
    return take.name
  }

  /// The track of the group; nil for takes without one.
  private var takenTrack: TrackLocation? { if case .track(let track) = group { track } else { nil } }

  /// Whether there is a take, or one can be made. A track that is not read yet is reported.
  private var mayAddHits: Bool {
    guard current == nil, let played = takenTrack, owner.playback.format == nil || track.key == nil else {
      return true
    }
    owner.notify(
      .noTrack(track.problem ?? FileError(.readFailed, played.path.shown, detail: "it is not read yet")))
    return false
  }

  /// Adds a hit to a layer of the take that is shown, or a layer with it: to a new take if there is none. Returns false if
  /// there can be none.
  package func add(_ hit: TakeHit, to layer: Int?) -> Bool {
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

  /// Returns the current take, or makes a new one.
  func takeToRecord(_ played: TrackLocation?) -> Take {
    var track = tracks[TakeGroup(played)] ?? TrackTakes(isFound: true)
    let known = played == nil ? freeTake : track.take
    if let known { return known }
    let now = Timestamp.now
    var random = random
    var take = Take(
      id: TakeID.make(at: now, using: &random), name: "take \(track.takes.count + 1)", track: nil,
      kit: kit, tempo: track.tempo ?? track.tagTempo, created: now)
    let mixer = mixer()
    take.gains = gains()
    take.songParts = track.song.partLevels
    if take.gains != nil || !take.songParts.isEmpty || mixer != MixGraph() { take.mixer = mixer }
    if let kit, kit.hash == nil { unidentified.insert(take.id) }
    if played == nil { take.rate = parts.engine.sampleRate }
    if let played, let key = track.key { take.track = reference(of: played, key) }
    track.replace(take)
    track.current = take.id
    tracks[TakeGroup(played)] = track
    return take
  }

  /// Returns the reference of a track that takes and songs store; nil if its format is not known.
  func reference(of track: TrackLocation, _ key: TrackKey) -> TrackReference? {
    guard let format = owner.playback.streamFormat(of: track) else { return nil }
    var reference = TrackReference(
      key: key, path: track.inside(parts.folder).path, sampleRate: format.sampleRate, frames: format.length
    )
    let playing = model.nowPlaying.flatMap { $0.location == track ? $0 : nil }
    (reference.title, reference.artist) = (playing?.listedTitle, playing?.artist)
    return reference
  }

  /// The free take, if it was recorded at the sample rate of the engine; otherwise nil.
  var freeTake: Take? {
    guard let take = tracks[.free]?.take, take.rate ?? .standard == parts.engine.sampleRate else {
      return nil
    }
    return take
  }

  /// Makes an imported take the current take of its track, which may be open.
  ///
  /// - Parameter track: nil for a take without a track.
  func use(_ take: Take.ID, of track: TrackLocation?) {
    guard let track else { return parts.service.findFree() }
    let group = TakeGroup.track(track)
    if owner.recording.recorded?.track != track, owner.recording.phase == .idle {
      choices.updateValue(take, forKey: group)
    }
    if tracks[group] != nil { parts.service.find(track) }
  }
}
