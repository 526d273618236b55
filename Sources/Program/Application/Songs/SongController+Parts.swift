import AudioBase
import Dubbing
import Studio
import SystemBase
import TrackFeed

/// The part of a separation that is done, 0…1, and the file of the drums as far as it is written.
private struct SeparationProgress: Sendable {
  let part: Double
  let file: DrumPartFile?
}

/// The parts of songs: stems, or the drums and the music, which are separated.
extension SongController {
  /// Seconds between two reports of a separation.
  private nonisolated static let progressInterval = 1.0

  /// Finds stems with a search from now on.
  package func findStems(by search: StemSearch, main: MainThread) {
    partsState.stems = (search, main)
    parts.transport.onPartsFailed = { [weak self] in self?.failed($0, $1) }
  }

  /// Separates drums with a maker from now on.
  package func makeParts(by maker: any DrumPartsMaking, main: MainThread) {
    partsState.separation = (maker, main)
  }

  /// The names of the parts of the current song, in their order; none if it has none.
  package var partNames: [String] {
    guard let track = owner.playedTrack, !isFromNetwork else { return [] }
    if let parts = partsState.known[track] { return parts.parts.map(\.name) }
    let levels = song.partLevels.keys.sorted()
    if partsState.separation == nil || partsState.refused.contains(track) || song.stems != nil {
      return levels
    }
    let separated = [SongParts.drums, SongParts.music]
    return separated + levels.filter { !separated.contains($0) }
  }

  /// The parts in which the current song is heard, at their levels and with the lanes that play; nil if it is heard as its file,
  /// or one of them is not complete yet.
  package var heardParts: SongParts? {
    guard let prepared = preparedParts, let track = owner.playedTrack,
      case let heard = song.heard(prepared, partsState.lanes[track]), !heard.hasGains(of: prepared)
    else { return nil }
    return heard
  }

  /// The parts of the current song; nil if it has none, or one of them is not complete yet.
  var preparedParts: SongParts? {
    guard let track = owner.playedTrack, let known = partsState.known[track],
      known.parts.allSatisfy({ $0.prepared == nil })
    else { return nil }
    return known
  }

  /// Whether the parts of the current song are being prepared.
  var isPreparingParts: Bool { partsState.job.map { $0.track == owner.playedTrack } ?? false }

  /// Whether the current song is to be heard at levels of parts that are not complete yet.
  package var awaitsParts: Bool {
    guard isPreparingParts, preparedParts == nil, let track = owner.playedTrack else { return false }
    return hasLevels(song, track)
  }

  // MARK: Levels

  /// Changes the level of a part. The drums are separated first if the song has no parts yet.
  package func change(part name: String, _ change: SongPartChange) -> SongPartsNotice {
    let isGain = if case .gain = change { true } else { false }
    return self.change(part: name, isGain: isGain) { change.apply(to: &$0) }
  }

  /// Sets a value of a part, in the unit of its parameter.
  @discardableResult
  func set(_ new: Double, _ value: MixGraph.Address.SongValue, ofPart name: String) -> SongPartsNotice {
    change(part: name, isGain: value == .gain) { $0.set(new, value) }
  }

  /// - Parameter isGain: whether consecutive changes are undone together.
  private func change(
    part name: String, isGain: Bool, _ body: (inout SongPartLevel) -> Void
  ) -> SongPartsNotice {
    if isFromNetwork { return .isFromNetwork }
    guard owner.playedTrack != nil else { return .noTrack }
    let names = partNames
    guard names.contains(name) else { return .unknown(name, known: names) }
    var level = song.level(of: name)
    let former = level
    body(&level)
    if level == former { return .stays(name, level) }
    self.change([.part(name, level)], goesOn: isGain && partsState.lastGain == name)
    partsState.lastGain = isGain ? name : nil
    playParts()
    return .level(name, level)
  }

  /// Sets the levels of all parts of the current song, as a part of a change that another history has; those without one get
  /// that of the track. Returns what undoes and redoes it, also while another track plays.
  func setLevels(_ levels: [String: SongPartLevel]) -> @MainActor @Sendable (UndoDirection) -> Void {
    let names = Set(levels.keys).union(song.partLevels.keys).sorted()
    let edits = names.filter { song.level(of: $0) != levels[$0] ?? SongPartLevel() }.map { name in
      SongEdit.part(name, levels[name] ?? SongPartLevel())
    }
    let played = owner.list.tracks[TakeGroup(owner.playedTrack)]
    guard !edits.isEmpty, let key = played?.key else { return { _ in } }
    let inverse = song.inverse(of: edits)
    apply(edits, to: key)
    return { [weak self] in self?.apply($0 == .undo ? inverse : edits, to: key) }
  }

  /// Has changes of levels recorded.
  func recordLevels(_ edits: [SongEdit], after former: Song) {
    for case .part(let name, let level) in edits {
      owner.lanes.record(level, after: former.level(of: name), ofPart: name)
    }
  }

  /// Has a change of a level of the current song reported when the feeder applies it.
  func report(_ change: PartChange) {
    partsState.changes.removeAll { $0.address == change.address }
    partsState.changes.append(change)
  }

  /// Has the changes that are not reported yet reported with the levels that are heard.
  func sendChanges() {
    guard !partsState.changes.isEmpty, let track = owner.playedTrack else { return }
    if partsState.known[track] != nil { playParts(of: track) }
  }

  /// Returns the level of a part of the current song, to which lanes may have moved it.
  package func heardLevel(of name: String) -> SongPartLevel {
    var level = song.level(of: name)
    for value in MixGraph.Address.SongValue.allCases {
      let moved = owner.lanes.value(at: MixGraph.Address(songPart: name, value).text)
      if let moved { level.set(moved, value) }
    }
    return level
  }

  /// Has lanes of takes move the levels of the parts of tracks.
  func setLanes(_ lanes: [TrackLocation: SongPartLanes]) {
    let former = partsState.lanes
    if lanes == former { return }
    partsState.lanes = lanes
    for track in Set(former.keys).union(lanes.keys) where former[track] != lanes[track] {
      playParts(of: track)
    }
  }

  /// Plays the current track in its parts at the levels of its song, as far as they are known; what is not is prepared.
  ///
  /// - Parameter track: nil is the current one. Another one is prepared if nothing else is.
  func playParts(of track: TrackLocation? = nil) {
    guard let track = track ?? owner.playedTrack, track.address == nil,
      let song = owner.list.tracks[.track(track)]?.song
    else { return }
    if let known = partsState.known[track] { return set(known, of: track, song) }
    if partsState.job?.track == track || (partsState.job != nil && track != owner.playedTrack) { return }
    if let stems = song.stems {
      search(track, in: stems, isAsked: false)
    } else if partsState.separation == nil || partsState.refused.contains(track) {
      owner.lanes.tell(ofParts: [], of: track)
    } else if hasLevels(song, track) {
      separate(track)
    }
  }

  private func hasLevels(_ song: Song, _ track: TrackLocation) -> Bool {
    !song.partLevels.isEmpty || partsState.lanes[track] != nil
  }

  private func play(_ parts: SongParts, of track: TrackLocation) {
    partsState.known[track] = parts
    if let song = owner.list.tracks[.track(track)]?.song { set(parts, of: track, song) }
  }

  /// Has the feeder play a track in its parts, at the levels of its song and with the lanes that play.
  private func set(_ known: SongParts, of track: TrackLocation, _ song: Song) {
    let isCurrent = track == owner.playedTrack
    parts.transport.setParts(
      song.heard(known, partsState.lanes[track]), of: track,
      reporting: isCurrent ? partsState.changes : [])
    if isCurrent { partsState.changes = [] }
    owner.lanes.tell(ofParts: known.parts.map(\.name), of: track)
  }

  private func failed(_ track: TrackLocation, _ error: FileError) {
    partsState.known[track] = nil
    notify(.failed(error))
  }

  /// Plays a track as its file alone.
  private func playFile(_ track: TrackLocation) {
    if let job = partsState.job, job.track == track {
      job.flag.cancel()
      // What it finds is not received, and another one can begin.
      partsState.job = nil
    }
    guard let known = partsState.known.removeValue(forKey: track) else { return }
    // What was fed already is heard as the file is, too.
    parts.transport.setParts(SongParts(known.parts), of: track)
    parts.transport.setParts(nil, of: track)
  }

  // MARK: Stems

  /// Finds the stems of the current track, or plays its file alone.
  package func setStems(_ command: StemsCommand) -> SongPartsNotice {
    if isFromNetwork { return .isFromNetwork }
    guard let track = owner.playedTrack, partsState.stems != nil else { return .noTrack }
    switch command {
    case .off:
      if song.stems == nil { return .noneToRemove }
      playFile(track)
      change([.stems(nil)])
      playParts()
      return .removed
    case .beside: search(track, in: nil, isAsked: true)
    case .place(let text):
      let path = FilePath(text).expandingHome
      search(track, in: path.isAbsolute ? path : parts.folder.appending(path), isAsked: true)
    }
    return .searching
  }

  /// - Parameter isAsked: whether a command asks for it, so that the result is said.
  private func search(_ track: TrackLocation, in place: FilePath?, isAsked: Bool) {
    guard let (search, main) = partsState.stems else { return }
    let (flag, known) = (begin(track), owner.list.tracks[.track(track)]?.song.foundStems)
    let find: @Sendable () -> Result<StemSearchResult, FileError> = {
      Result { () throws(FileError) in
        try search.find(of: track, in: place, known: known, isCancelled: { flag.isCancelled })
      }
    }
    main.run("stems", isBackground: true, find) { [weak self] in
      self?.receive($0, of: track, flag, isAsked)
    }
  }

  private func receive(
    _ result: Result<StemSearchResult, FileError>, of track: TrackLocation, _ flag: CancelFlag,
    _ isAsked: Bool
  ) {
    if !end(flag) { return }
    switch result {
    case .success(.found(let stems)):
      // The track may have been left, and what was read of it released.
      guard let song = owner.list.tracks[.track(track)]?.song else { return }
      if isAsked, song.stems != stems.place, track == owner.playedTrack { change([.stems(stems.place)]) }
      if song.foundStems != stems { edit([.foundStems(stems)], of: .track(track)) }
      play(stems.parts, of: track)
      if isAsked { notify(.found(stems)) }
    case .success(let result):
      notify(SongPartsNotice(result))
      if result != .cancelled { foundNoStems(of: track) }
    case .failure(let error):
      notify(.failed(error))
      foundNoStems(of: track)
    }
  }

  /// Plays a track on as before a search that found no stems, which may have ended the separation of its drums.
  private func foundNoStems(of track: TrackLocation) {
    if owner.list.tracks[.track(track)]?.song.stems == nil {
      forgetIncomplete(track)
      playParts(of: track)
    } else {
      owner.lanes.tell(ofParts: partsState.known[track]?.parts.map(\.name) ?? [], of: track)
    }
  }

  // MARK: Separation

  private func separate(_ track: TrackLocation) {
    guard let (maker, main) = partsState.separation, let key = owner.list.tracks[.track(track)]?.key,
      let song = owner.list.tracks[.track(track)]?.song, !partsState.refused.contains(track)
    else { return }
    let (flag, hits, strength) = (begin(track), song.drums, song.drumStrength ?? .usual)
    let heard = partsState.heard
    heard.value = 0
    if track == owner.playedTrack { prepareParts(from: model.elapsed) }
    let report = main.sender { [weak self] (done: SeparationProgress) in
      self?.received(done, of: track, flag)
    }
    let make: @Sendable () -> Result<DrumPartsResult, FileError> = {
      if let file = maker.cached(key, strength), file.isComplete { return .success(.parts(file)) }
      var told = HostTime.now
      return Result { () throws(FileError) in
        try maker.make(
          track, key, strength, hits: hits, heard: { heard.value }, isCancelled: { flag.isCancelled },
          progress: { part, file in
            let isDue = HostTime.now.seconds(since: told) >= SongController.progressInterval
            guard file != nil || isDue else { return }
            told = .now
            report(SeparationProgress(part: part, file: file))
          })
      }
    }
    main.run("parts", isBackground: true, make) { [weak self] in self?.receive($0, of: track, flag) }
    notify(.separating(percent: nil))
  }

  private func received(_ progress: SeparationProgress, of track: TrackLocation, _ flag: CancelFlag) {
    guard partsState.job?.flag === flag else { return }
    if let file = progress.file { play(SongParts(file), of: track) }
    notify(.separating(percent: Int(progress.part * 100)))
  }

  private func receive(
    _ result: Result<DrumPartsResult, FileError>, of track: TrackLocation, _ flag: CancelFlag
  ) {
    if !end(flag) { return }
    switch result {
    case .success(.parts(let file)):
      play(SongParts(file), of: track)
      notify(.separated)
    case .success(.refused(let reason)): refuse(.refused(reason), track)
    case .success(.cancelled): notify(.cancelled)
    case .failure(let error): refuse(.failed(error), track)
    }
    forgetIncomplete(track)
  }

  private func refuse(_ notice: SongPartsNotice, _ track: TrackLocation) {
    partsState.refused.insert(track)
    notify(notice)
    owner.lanes.tell(ofParts: [], of: track)
  }

  /// Separates the drums of the current song more or less strongly from now on.
  package func setStrength(_ strength: DrumStrength) -> SongPartsNotice {
    if isFromNetwork { return .isFromNetwork }
    guard let track = owner.playedTrack else { return .noTrack }
    if partsState.separation == nil { return .unknown(SongParts.drums, known: partNames) }
    if strength == song.drumStrength ?? .usual { return .strength(strength, isChanged: false) }
    change([.drumStrength(strength == .usual ? nil : strength)])
    separateAgain(track)
    return .strength(strength, isChanged: true)
  }

  /// Separates drums with another strength. Those of the former one are heard until then.
  private func separateAgain(_ track: TrackLocation) {
    if song.stems == nil, hasLevels(song, track) { separate(track) }
  }

  // MARK: Jobs

  /// Cancels the running job, and starts one for a track. Returns the flag that cancels it.
  private func begin(_ track: TrackLocation) -> CancelFlag {
    if let job = partsState.job {
      job.flag.cancel()
      if job.track != track { forgetIncomplete(job.track) }
    }
    let flag = CancelFlag()
    partsState.job = (track, flag)
    return flag
  }

  /// Plays a track as its file if the drums of it that are played will not be completed.
  private func forgetIncomplete(_ track: TrackLocation) {
    let isIncomplete = partsState.known[track]?.parts.contains { $0.prepared != nil }
    if isIncomplete == true { playFile(track) }
  }

  /// Ends a job. Returns false if another one was begun.
  private func end(_ flag: CancelFlag) -> Bool {
    guard partsState.job?.flag === flag else { return false }
    partsState.job = nil
    return true
  }

  // MARK: Undo

  /// Plays what an undone or redone change of parts has left, and says it. Returns false if it changed no parts.
  func turnedParts(_ direction: UndoDirection, _ edit: SongEdit?, of group: TakeGroup) -> Bool {
    switch edit {
    case .part(let name, let level):
      if group == TakeGroup(owner.playedTrack) { playParts() }
      notify(.turned(direction, name, level))
    case .stems(let place):
      if let track = owner.playedTrack, group == .track(track) {
        playFile(track)
        playParts()
      }
      notify(.stemsTurned(direction, place))
    case .drumStrength(let strength):
      if let track = owner.playedTrack, group == .track(track) { separateAgain(track) }
      notify(.strengthTurned(direction, strength ?? .usual))
    case .tempo, .speed, .transposition, .key, .loop, .drums, .foundStems, .set, .remove, nil: return false
    }
    return true
  }

  private func notify(_ notice: SongPartsNotice) { owner.notify(.song(.parts(notice))) }
}
