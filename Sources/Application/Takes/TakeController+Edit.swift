import Dubbing

/// Editing takes and choosing the current one.
extension TakeController {
  /// Changes the current take, or another one, and saves it.
  package func edit(_ entry: Entry? = nil, _ change: (inout Take) -> Void) {
    guard let entry = entry ?? currentEntry, var take = take(entry) else { return }
    let before = take
    change(&take)
    if take == before { return }
    save(entry.group, take)
    sendSequences()
  }

  package func undo() {
    if let deleted, deleted.group == group || deleted.group == .free || deleted.group == .lost {
      return restore(deleted.group, deleted.take)
    }
    turn({ $0.undo() }, { .undone($0) }, otherwise: .nothingToUndo)
  }

  package func redo() { turn({ $0.redo() }, { .redone($0) }, otherwise: .nothingToRedo) }

  private func turn(
    _ step: (inout Take) -> TakeEdit?, _ notice: (TakeNotice.Edit) -> TakeNotice,
    otherwise nothing: TakeNotice
  ) {
    guard var take = current, let edit = step(&take) else { return notify(nothing) }
    if take.id == recordedTake?.id { parts.journal.nextLayer(dropping: undoneLayer(edit, take)) }
    save(group, take)
    sendSequences()
    notify(notice(TakeNotice.Edit(edit, of: take)))
  }

  /// Returns the layer that the undo removed, so that the journal must not restore it.
  private func undoneLayer(_ edit: TakeEdit, _ take: Take) -> Int? {
    guard case .insert(let layer, _) = edit, take.layer(layer) == nil else { return nil }
    return layer
  }

  // MARK: Which take

  /// Makes a take the current one of its group. A take without a track is played at once, or stopped.
  package func choose(_ entry: Entry) {
    if isRecording { return }
    tracks[entry.group]?.current = entry.take
    tracks[entry.group]?.sequences = nil
    lastGroup = entry.group
    if case .track = entry.group { return sendSequences() }
    playFree(entry)
  }

  /// Makes the next recording start a new take.
  func chooseNew() {
    if isRecording { return }
    tracks[group]?.current = nil
    tracks[group]?.sequences = nil
    sendSequences()
  }

  /// Deletes a take. `undo` restores it, and later `drumdub takes restore`.
  package func delete(_ entry: Entry) {
    guard !isRecording, let take = take(entry) else { return }
    if freePlayback?.entry == entry { endFree() }
    tracks[entry.group]?.remove(entry.take)
    notSaved[entry.take] = nil
    parts.service.delete(entry.take)
    deleted = (entry.group, take)
    sendSequences()
    notify(.deleted(take.name))
  }

  private func restore(_ group: TakeGroup, _ take: Take) {
    deleted = nil
    tracks[group, default: TrackTakes()].replace(take)
    tracks[group]?.sort()
    tracks[group]?.current = take.id
    parts.service.restore(take)
    sendSequences()
    notify(.restored(take: take.name))
  }
}
