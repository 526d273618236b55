import Application
import MusicLibrary
import SystemBase

/// Filters the list of the library panel.
package final class LibraryFilterPrompt: FilterPrompt {
  package override var fieldNote: String? { TextFieldText.queryError(text.text) }

  package override var matchesNothing: Bool { session.libraryPanel?.browser.level.isEmptied ?? false }

  override func textChanged() { session.libraryPanel?.setFilter(text.text) }
  override func discard() { session.libraryPanel?.setFilter("") }
  package override func move(_ movement: Movement) { session.moveInLibrary(movement) }
}

/// Asks for a folder to scan.
package final class ScanPrompt: FolderPrompt {
  package override var name: String { "folder to scan" }
  override var enterText: String { "scan" }

  override func apply(_ text: String) {
    if !text.isEmpty { session.library?.scan([application.program.folder(typed: text)]) }
  }
}

/// Asks for the playlist that rows are added to.
package final class AddToPlaylistPrompt: PromptLayer {
  package override var name: String { "add to the playlist" }
  override var enterText: String { "add" }
  override func apply(_ text: String) { session.addToPlaylist(text) }
}

/// Asks for the name under which the query of the list is saved.
package final class SaveQueryPrompt: PromptLayer {
  package override var name: String { "save the query as" }
  override var enterText: String { "save" }
  override func apply(_ text: String) { if !text.isEmpty { session.libraryPanel?.saveQuery(as: text) } }
}

/// Asks for the new name of a playlist.
package final class PlaylistNamePrompt: PromptLayer {
  private let list: PlaylistName

  init(_ session: ScreenSession, _ list: PlaylistName) {
    self.list = list
    super.init(session, text: list.name)
  }

  package override var name: String { "playlist name" }
  override var enterText: String { "rename" }

  /// Renames the playlist, unless the typed name is empty or the same.
  override func apply(_ text: String) {
    let name = String(text.trimmingPrefix(while: { $0 == " " }))
    if !name.allSatisfy({ $0 == " " }), name != list.name { session.library?.rename(list, to: name) }
  }
}

extension LibraryLevel {
  /// Whether the list is read and has no rows.
  var isEmptied: Bool { listing != nil && isCurrent && !isAwaiting && count == 0 }
}
