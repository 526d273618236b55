import Application
import MusicLibrary
import Player

/// The song picker while it is open: the songs that the typed text finds.
package struct SongPicker: Sendable {
  package internal(set) var list = LibraryBrowser(.picker, at: .allTracks)
  /// The marked tracks, also those that the current filter does not show.
  package internal(set) var marked: [LibraryTrack] = []
  /// Whether Enter was pressed; the picker waits for the answer to the typed text.
  var isPicked = false

  package func isMarked(_ id: Int32) -> Bool { marked.contains { $0.id == id } }

  /// The selected track; nil until it has been read.
  var selected: LibraryTrack? {
    if case .track(let id)? = list.level.selected { list.level.track(id) } else { nil }
  }

  mutating func mark() {
    guard let track = selected else { return }
    if isMarked(track.id) { marked.removeAll { $0.id == track.id } } else { marked.append(track) }
    list.move(by: 1)
  }
}

extension LibraryPanel {
  /// Opens the picker.
  package func pickSong() {
    picking = SongPicker()
    send()
  }

  package func typeInPicker(_ text: String) {
    picking?.list.setFilter(text)
    send()
  }

  /// Picks the marked songs, or the selected one as soon as its row is known: they are inserted behind the current track
  /// and played.
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
    guard !picked.isEmpty else { return }
    let here = picked.filter { !$0.isAway }
    if here.isEmpty { notify(.away(count: picked.count)) }
    model.insert(here.map { QueueAddition($0.track) }, at: .afterCurrent, playing: true)
  }
}
