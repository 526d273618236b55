import MusicLibrary

/// Lets the user pick songs: which kinds, one or several, and what becomes of them. A value; `LibraryController.open` shows it.
package struct SongPicker: Sendable {
  /// What stands before what is typed.
  package var prompt: String
  /// Empty for all.
  package var kinds: Set<TrackKind>
  package var allowsSeveral: Bool
  /// What was picked, in the order of the list; not called where the user leaves.
  package var onPick: @MainActor @Sendable ([LibraryTrack]) -> Void

  package init(
    prompt: String, kinds: Set<TrackKind> = [], allowsSeveral: Bool = false,
    onPick: @escaping @MainActor @Sendable ([LibraryTrack]) -> Void
  ) {
    self.prompt = prompt
    self.kinds = kinds
    self.allowsSeveral = allowsSeveral
    self.onPick = onPick
  }

  /// A picker that is open.
  package struct Open: Sendable {
    package let picker: SongPicker
    package internal(set) var list: LibraryBrowser
    /// Marked tracks, kept while other words are typed.
    package internal(set) var marked: [LibraryTrack] = []

    /// Enter came before the answer to what was typed: it waits for that.
    var isPicked = false

    init(_ picker: SongPicker) {
      self.picker = picker
      list = LibraryBrowser(.picker, at: .allTracks, kinds: picker.kinds)
    }

    package func isMarked(_ id: Int32) -> Bool { marked.contains { $0.id == id } }

    /// The selected track, once it has been read.
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
