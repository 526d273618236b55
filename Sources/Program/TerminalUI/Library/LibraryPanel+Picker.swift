import Application
import Player

/// The song picker.
extension LibraryPanel {
  /// Shows a picker, which replaces an open one.
  package func open(_ picker: SongPicker) {
    picking = SongPicker.Open(picker)
    send()
  }

  /// Opens a picker whose songs are inserted behind the current track and played.
  package func pickSong() {
    open(
      SongPicker(prompt: "play", allowsSeveral: true) { [weak self] tracks in
        let here = tracks.filter { !$0.isAway }
        if here.isEmpty { self?.notify(.away(count: tracks.count)) }
        self?.model.insertNext(here.map { QueueAddition($0.track) }, playing: true)
      })
  }

  package func typeInPicker(_ text: String) {
    picking?.list.setFilter(text)
    send()
  }

  package func moveInPicker(by rows: Int) { picking?.list.move(by: rows) }

  package func selectInPicker(_ row: Int) { picking?.list.select(row) }

  package func markInPicker() { picking?.mark() }

  /// Picks the marked songs, or the selected one as soon as its row is known.
  package func pick() {
    picking?.isPicked = true
    finishPicking()
    send()
  }

  func finishPicking() {
    guard let open = picking, open.isPicked else { return }
    if open.marked.isEmpty, !open.list.level.isCurrent { return }
    if open.marked.isEmpty, open.list.level.count > 0, open.selected == nil {
      _ = picking?.list.show(rows: 1)
      return
    }
    let picked = open.marked.isEmpty ? open.selected.map { [$0] } ?? [] : open.marked
    picking = nil
    if !picked.isEmpty { open.picker.onPick(picked) }
  }

  /// Closes the picker without a result.
  package func leavePicker() { picking = nil }
}
