import Dubbing
import SystemBase

extension TakeList {
  /// Changes the current take, or another one, and saves it.
  package func edit(_ entry: Entry? = nil, _ change: (inout Take) -> Void) {
    guard let entry = entry ?? currentEntry, var take = take(entry) else { return }
    let before = take
    change(&take)
    if take == before { return }
    save(entry.group, take)
    owner.playback.sendSequences()
  }

  // MARK: Undo and redo

  /// A take that was deleted, and the group that listed it.
  struct Deletion {
    var group: TakeGroup
    var take: Take

    var entry: Entry { Entry(group: group, take: take.id) }
  }

  /// A change that can be undone or redone.
  private enum Change {
    case edit(Entry)
    case deletion(Deletion)
    case tempo(TakeGroup)
    case marks(TakeGroup)
  }

  /// Returns the time of the change that is undone or redone next; nil if there is none.
  package func time(of direction: UndoDirection) -> ChangeTime? { latest(direction)?.time }

  /// Undoes the change that was made last, or redoes the one that was undone last: an edit of a take, a deletion, or a change
  /// of a tempo or of the marks of a song.
  package func turn(_ direction: UndoDirection) {
    switch latest(direction)?.change {
    case .edit(let entry)?: turn(direction, entry)
    case .deletion(let deletion)?:
      if direction == .undo { restore(deletion) } else { remove(deletion) }
    case .tempo(let group)?: owner.tempo.turnTempo(direction, of: group)
    case .marks(let group)?: owner.songs.turn(direction, of: group)
    case nil: break
    }
  }

  /// Returns the change that is undone or redone next. Of the edits that were made in earlier runs, those of the current
  /// take are undone.
  private func latest(_ direction: UndoDirection) -> (change: Change, time: ChangeTime)? {
    var changes: [(change: Change, time: ChangeTime)] = []
    for (group, takes) in tracks {
      if let time = owner.tempo.tempi[group]?.time(of: direction) { changes.append((.tempo(group), time)) }
      if let time = owner.songs.changes[group]?.time(of: direction) { changes.append((.marks(group), time)) }
      for take in takes.takes {
        let entry = Entry(group: group, take: take.id)
        guard let time = take.history.edits.time(of: direction), time.isOfThisRun || entry == currentEntry
        else { continue }
        changes.append((.edit(entry), time))
      }
    }
    // A recording has a current take, which must not be exchanged.
    if !owner.recording.isActive, let deletion = deletions.next(direction),
      let time = deletions.time(of: direction)
    {
      changes.append((.deletion(deletion), time))
    }
    return changes.max { $0.time < $1.time }
  }

  private func turn(_ direction: UndoDirection, _ entry: Entry) {
    guard var take = take(entry), let edit = direction == .undo ? take.undo() : take.redo() else { return }
    if take.id == owner.recording.recordedTake?.id {
      parts.journal.nextLayer(dropping: undoneLayer(edit, take))
    }
    save(entry.group, take)
    owner.playback.sendSequences()
    let described = TakeNotice.Edit(edit, of: take)
    let other = entry == currentEntry ? nil : take.name
    owner.notify(.turned(direction, described, take: other))
  }

  /// Returns the layer that the undo removed, so that the journal must not restore it.
  private func undoneLayer(_ edit: TakeEdit, _ take: Take) -> Int? {
    guard case .insert(let layer, _) = edit, take.layer(layer) == nil else { return nil }
    return layer
  }

  // MARK: Which take

  /// Makes a take the current one of its group. A take without a track is played at once, or stopped.
  package func choose(_ entry: Entry) {
    if owner.recording.isActive { return }
    tracks[entry.group]?.current = entry.take
    tracks[entry.group]?.sequences = nil
    lastGroup = entry.group
    if case .track = entry.group { return owner.playback.sendSequences() }
    owner.free.play(entry)
  }

  /// Makes the next recording start a new take, of the track or without one.
  func chooseNew() {
    if owner.recording.isActive { return owner.notify(.newTake(.recording)) }
    let played = model.playbackState == .stopped ? nil : owner.playedTrack
    let group = TakeGroup(played)
    tracks[group]?.current = nil
    tracks[group]?.sequences = nil
    lastGroup = group
    owner.playback.sendSequences()
    owner.notify(.newTake(played == nil ? .free : .track(model.nowPlaying?.title ?? "")))
  }

  /// Deletes a take. Undo restores it, and later `drumdub takes restore`.
  package func delete(_ entry: Entry) {
    guard !owner.recording.isActive, let take = take(entry) else { return }
    deletions.record(Deletion(group: entry.group, take: take))
    remove(entry, take)
  }

  private func remove(_ entry: Entry, _ take: Take) {
    if owner.free.playback?.entry == entry { owner.free.end() }
    tracks[entry.group]?.remove(entry.take)
    notSaved[entry.take] = nil
    parts.service.delete(entry.take)
    owner.playback.sendSequences()
    owner.notify(.deleted(take.name))
  }

  /// Deletes a take again, with the edits since it was restored.
  private func remove(_ deletion: Deletion) {
    let take = take(deletion.entry)
    deletions.turn(.redo, into: take.map { Deletion(group: deletion.group, take: $0) })
    if let take { remove(deletion.entry, take) }
  }

  private func restore(_ deletion: Deletion) {
    let (group, take) = (deletion.group, deletion.take)
    deletions.turn(.undo, into: deletion)
    tracks[group, default: TrackTakes()].replace(take)
    tracks[group]?.sort()
    tracks[group]?.current = take.id
    parts.service.restore(take)
    owner.playback.sendSequences()
    owner.notify(.restored(take: take.name))
  }
}
