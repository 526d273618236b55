import Application
import MusicLibrary
import MusicQuery

/// A request to pick songs. A value; `LibraryController.open` shows it.
package struct SongPicker: Sendable {
  /// The text of the prompt.
  package var prompt: String
  /// The kinds that can be picked; empty for all.
  package var kinds: Set<TrackKind> = []
  package var allowsSeveral = false
  /// Receives the songs in the order of the list. Not called if the user leaves.
  package var onPick: @MainActor @Sendable ([LibraryTrack]) -> Void

  /// A picker that is open.
  package struct Open: Sendable {
    package let picker: SongPicker
    package internal(set) var list: LibraryBrowser
    /// The marked tracks, also those that the current filter does not show.
    package internal(set) var marked: [LibraryTrack] = []

    /// Whether Enter was pressed; the picker waits for the answer to the typed text.
    var isPicked = false

    init(_ picker: SongPicker) {
      self.picker = picker
      list = LibraryBrowser(.picker, at: .allTracks, kinds: picker.kinds)
    }

    package func isMarked(_ id: Int32) -> Bool { marked.contains { $0.id == id } }

    /// The selected track; nil until it has been read.
    var selected: LibraryTrack? {
      if case .track(let id)? = list.level.selected { list.level.track(id) } else { nil }
    }

    mutating func mark() {
      guard picker.allowsSeveral, let track = selected else { return }
      if isMarked(track.id) { marked.removeAll { $0.id == track.id } } else { marked.append(track) }
      list.move(by: 1)
    }
  }
}
