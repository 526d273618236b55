import AudioBase
import Dubbing
import Player
import SystemBase

/// The songs of tracks: their marks, and what is kept of the tempo, the speed, the pitch and the loop. Main thread.
@MainActor
package final class SongController: TakePart {
  private static let keptChanges = 100
  /// Within these seconds after a mark, `previous` goes to the one before.
  private static let secondsForPrevious = 3.0
  /// A mark that is nearer behind the position is the one that is heard.
  private static let nearest = 0.05

  /// The edits that undo and redo changes of marks, of the pitch and of the parts.
  var changes: [TakeGroup: UndoStack<[SongEdit]>] = [:]
  /// The pads of the drums of songs in the kit that was asked for last, whose notes they belong to.
  var drumPads: (notes: [Int: Int?], pads: [SongDrum: Int]) = ([:], [:])

  var partsState = SongPartsState()
  /// The searches for the key and for the drums that run; nil for none.
  var keySearch: AnalysisSearch?
  var drumSearch: AnalysisSearch?

  private var group: TakeGroup? { owner.playedTrack.map { .track($0) } }
  private var rate: SampleRate? { owner.playback.format?.sampleRate }

  /// Whether a stream or a file of a server plays. Its drums and parts are not found.
  var isFromNetwork: Bool { model.nowPlaying?.location.address != nil }

  /// The song of the current track; an empty one if there is none.
  package var song: Song { group.flatMap { owner.list.tracks[$0]?.song } ?? Song() }

  /// Returns the song of the track of a take as the player has it; nil if another track is the current one, or its song was not
  /// read yet.
  package func song(of take: Take) -> Song? {
    guard let group, let track = owner.list.tracks[group], track.isFound, let key = track.key,
      key == take.track?.key
    else { return nil }
    return track.song
  }

  // MARK: Storing

  /// Changes the song of a group. That of a track is saved as soon as its file was read.
  func edit(_ edits: [SongEdit], of group: TakeGroup, _ known: TrackReference? = nil) {
    let former = owner.list.tracks[group]?.song ?? Song()
    owner.list.tracks[group, default: TrackTakes()].song.apply(edits)
    if group == self.group { recordLevels(edits, after: former) }
    guard case .track(let track) = group, let takes = owner.list.tracks[group] else { return }
    if !takes.isFound {
      owner.list.tracks[group]?.songEdits += edits
    } else if let key = takes.key {
      parts.service.save(edits, of: key, owner.list.reference(of: track, key) ?? known)
    }
  }

  /// Receives the song of a track, whose file was read. What was changed meanwhile is kept.
  func found(_ song: Song, of track: TrackLocation) {
    let group = TakeGroup.track(track)
    let known = owner.list.tracks[group] ?? TrackTakes()
    if known.isFound {
      // A pack has brought marks.
      owner.list.tracks[group]?.song.apply(known.song.edits(adding: song))
      return
    }
    owner.list.tracks[group]?.song = song
    owner.list.tracks[group]?.song.apply(known.songEdits)
    owner.list.tracks[group]?.songEdits = []
    if group == self.group { restoreTransposition() }
    playParts(of: track)
    guard let key = known.key, !known.songEdits.isEmpty else { return }
    parts.service.save(known.songEdits, of: key, owner.list.reference(of: track, key))
  }

  /// Receives the song that another file of the recording has.
  func found(_ song: Song, of track: TrackLocation, elsewhere key: TrackKey) {
    let group = TakeGroup.track(track)
    guard let takes = owner.list.tracks[group], takes.key == key else { return }
    let edits = takes.song.edits(adding: song)
    if edits.isEmpty { return }
    edit(edits, of: group, song.track)
    if takes.song.tempo == nil, song.tempo != nil {
      owner.list.forgetSequences(of: track)
      owner.tempo.beatsChanged()
    }
    owner.notify(.song(.foundElsewhere(marks: edits.count { if case .set = $0 { true } else { false } })))
  }

  /// Keeps the range that is repeated.
  func keepLoop(_ loop: Range<Int>) {
    if let group, song.loop != loop { edit([.loop(loop)], of: group) }
  }

  /// Keeps the speed at which the track is played, and plays each track at the pitch of its song.
  func receive(_ event: PlayerEvent) {
    if case .item = event {
      partsState.changes = []
      restoreTransposition()
      playParts()
    }
    if case .seeked(let seconds) = event { prepareParts(from: seconds) }
    guard case .speed(let speed) = event, let group, model.playbackState != .stopped else { return }
    let kept = speed == 1 ? nil : speed
    if song.speed != kept { edit([.speed(kept)], of: group) }
  }

  /// Has the separation of the drums of the current song, if it runs, continue at a position in seconds.
  func prepareParts(from seconds: Double) {
    guard isPreparingParts else { return }
    let rate = owner.playback.format?.sampleRate ?? .standard
    partsState.heard.value = FrameCount(seconds: seconds, at: rate).value
  }

  // MARK: Pitch

  /// Plays the current song at another pitch, which is kept for it. Returns nil if it is as before, or if there is no track
  /// to keep it for.
  package func transpose(_ transposition: Transposition) -> SongNotice? {
    guard group != nil else {
      model.transpose(transposition)
      return nil
    }
    if transposition == model.transposition { return nil }
    change([.transposition(transposition == .none ? nil : transposition)])
    restoreTransposition()
    return .transposed(transposition)
  }

  private func restoreTransposition() { model.transpose(song.transposition ?? .none) }

  // MARK: Marks

  /// The marks in shares of the track, from 0 to 1; none if its length is not known.
  package var shares: [(start: Double, name: String)] {
    let marks = song.marks
    guard !marks.isEmpty, let length = owner.playback.format?.length?.value, length > 0 else { return [] }
    return marks.map { (min(Double($0.start) / Double(length), 1), $0.name) }
  }

  /// The name of the mark whose place was heard last, or in whose section the position is; nil if there is none.
  package var current: String? {
    let marks = song.marks
    guard !marks.isEmpty, let rate else { return nil }
    let frame = FrameCount(seconds: model.elapsed + SongController.nearest, at: rate).value
    return marks.last { $0.start <= frame && frame < $0.end ?? .max }?.name
  }

  package func span(of mark: SongMark) -> SongNotice.Span {
    let ranges = owner.ranges
    return SongNotice.Span(
      from: ranges.seconds(mark.start) ?? 0, to: ranges.seconds(mark.end),
      bars: mark.range.flatMap { range in
        guard ranges.hasBars, owner.list.group == group else { return nil }
        return ranges.bars(from: range.lowerBound, to: range.upperBound, owner.tempo.grid)
      })
  }

  /// Names the place that is heard, or the next beat to it. Without a name, it gets a number.
  package func setPlace(_ name: String?, at time: HostTime? = nil) -> SongNotice {
    guard let rate, group != nil else { return .noTrack }
    let heard = owner.ranges.heardFrame(time) ?? FrameCount(seconds: model.elapsed, at: rate).value
    let frame = owner.list.group == group ? owner.ranges.nearestBeat(to: heard) : heard
    return set(SongMark(name ?? freeName, at: max(frame, 0)))
  }

  private var freeName: String {
    let names = Set(song.marks.map(\.name))
    return (1...Song.mostMarks + 1).lazy.map { "place \($0)" }.first { !names.contains($0) } ?? "place"
  }

  /// Names bars of the track, or the range that is repeated.
  package func setSection(_ name: String, bars: ClosedRange<Int>?) -> SongNotice {
    guard rate != nil, let group else { return .noTrack }
    let ranges = owner.ranges
    var range = ranges.loopEnd.map { (ranges.loopStart ?? 0)..<$0 }
    if let bars {
      guard ranges.hasBars, owner.list.group == group else { return .bars(.unknown) }
      let start = ranges.frame(ofBar: bars.lowerBound - 1, owner.tempo.grid)
      if let length = owner.list.trackFrames, start >= length {
        return .bars(.afterEnd(bar: bars.lowerBound))
      }
      range = start..<max(ranges.frame(ofBar: bars.upperBound, owner.tempo.grid), start + 1)
    }
    guard let range else { return .needsLoop(name) }
    return set(SongMark(name, at: range.lowerBound, end: range.upperBound))
  }

  private func set(_ mark: SongMark) -> SongNotice {
    guard let name = SongMark.name(typed: mark.name), PlaceCommand.isFree(name) else {
      return .invalidName(mark.name)
    }
    var mark = mark
    mark.name = name
    let former = song.mark(name)
    if former == nil, song.marks.count >= Song.mostMarks { return .tooMany }
    mark.unknown = former?.unknown ?? mark.unknown
    change([.set(mark)])
    return .set(name, span(of: mark), isNew: former == nil)
  }

  package func rename(_ name: String, to text: String) -> SongNotice {
    guard let mark = song.mark(name) else { return missing(name) }
    guard let other = SongMark.name(typed: text), PlaceCommand.isFree(other) else {
      return .invalidName(text)
    }
    if other != name, song.mark(other) != nil { return .nameIsTaken(other) }
    var renamed = mark
    renamed.name = other
    if renamed != mark { change([.remove(name: name), .set(renamed)]) }
    return .renamed(from: name, to: other)
  }

  package func remove(_ name: String) -> SongNotice {
    guard song.mark(name) != nil else { return missing(name) }
    change([.remove(name: name)])
    return .removed(name)
  }

  private func missing(_ name: String) -> SongNotice {
    group == nil ? .noTrack : song.marks.isEmpty ? .noMarks : .unknown(name)
  }

  // MARK: Playing

  package func go(to name: String) -> SongNotice { song.mark(name).map(go) ?? missing(name) }

  private func go(_ mark: SongMark) -> SongNotice {
    guard rate != nil else { return .noTrack }
    let span = span(of: mark)
    model.seek(to: span.from)
    return .reached(mark.name, span)
  }

  /// Goes to the next mark, or to the previous one.
  package func go(forward: Bool) -> SongNotice {
    let marks = song.marks
    guard let rate, group != nil else { return .noTrack }
    if marks.isEmpty { return .noMarks }
    func seconds(_ mark: SongMark) -> Double { FrameCount(mark.start).seconds(at: rate) }
    let target =
      forward
      ? marks.first { seconds($0) > model.elapsed + SongController.nearest }
      : marks.last { seconds($0) < model.elapsed - SongController.secondsForPrevious }
        ?? marks.first { seconds($0) < model.elapsed - SongController.nearest }
    return target.map(go) ?? .noNeighbour(forward: forward)
  }

  /// Repeats a section, and begins with its start unless the music is within it. Returns nil if the loop was set, which is
  /// reported.
  package func loop(_ name: String) -> SongNotice? {
    guard let mark = song.mark(name) else { return missing(name) }
    guard let range = mark.range else { return .isPlace(name) }
    return loop(range)
  }

  /// Repeats the range that was repeated last, at the speed of that time.
  package func loopLast() -> SongNotice? {
    if group == nil { return .noTrack }
    guard let range = song.loop else { return .noLastLoop }
    if let speed = song.speed { model.setSpeed(speed) }
    return loop(range)
  }

  private func loop(_ range: Range<Int>) -> SongNotice? {
    guard let rate else { return .noTrack }
    owner.ranges.setLoop(range)
    if !range.contains(FrameCount(seconds: model.elapsed, at: rate).value) {
      model.seek(to: FrameCount(range.lowerBound).seconds(at: rate))
    }
    return nil
  }

  // MARK: Undo

  /// Makes a change of the current song, which can be undone.
  ///
  /// - Parameter goesOn: whether it is undone together with the change before.
  func change(_ edits: [SongEdit], goesOn: Bool = false) {
    guard let group else { return }
    partsState.lastGain = nil
    if goesOn {
      changes[group]?.renew()
    } else {
      changes[group, default: UndoStack(limit: SongController.keptChanges)].record(song.inverse(of: edits))
    }
    edit(edits, of: group)
  }

  /// Makes a change of the parts of a song that another history has. Its takes may be released, and its file may have another
  /// name by now.
  func apply(_ edits: [SongEdit], to key: TrackKey) {
    partsState.lastGain = nil
    let groups = owner.list.tracks.filter { $0.value.key == key }.keys
    if groups.isEmpty { return parts.service.save(edits, of: key, nil) }
    for group in groups { edit(edits, of: group) }
    if groups.contains(TakeGroup(owner.playedTrack)) { playParts() }
  }

  /// Undoes or redoes the change of marks, of the pitch or of the parts that was made last to a group.
  func turn(_ direction: UndoDirection, of group: TakeGroup) {
    guard let edits = changes[group]?.next(direction) else { return }
    let song = owner.list.tracks[group]?.song ?? Song()
    changes[group]?.turn(direction, into: song.inverse(of: edits))
    edit(edits, of: group)
    partsState.lastGain = nil
    if turnedParts(direction, edits.first, of: group) { return }
    if case .transposition(let transposition)? = edits.first {
      if group == self.group { restoreTransposition() }
      return owner.notify(.song(.pitchTurned(direction, transposition ?? .none)))
    }
    let names = edits.compactMap { edit -> String? in
      switch edit {
      case .set(let mark): mark.name
      case .remove(let name): name
      case .tempo, .speed, .transposition, .key, .loop, .drums, .part, .stems, .foundStems, .drumStrength: nil
      }
    }
    owner.notify(.song(.turned(direction, names: names)))
  }
}
