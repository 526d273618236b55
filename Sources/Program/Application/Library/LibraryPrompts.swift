import MusicLibrary
import SystemBase

/// Filters the list of the library panel.
package final class LibraryFilterPrompt: FilterPrompt {
  override func textChanged() { application.library?.setFilter(text.text) }
  override func discard() { application.library?.setFilter("") }

  package override func move(_ movement: Movement) { application.moveInLibrary(movement) }
}

/// Asks for a folder to scan.
package final class ScanPrompt: FolderPrompt {
  override func apply(_ text: String) {
    if !text.isEmpty { application.library?.scan([application.program.folder(typed: text)]) }
  }
}

/// Asks for the playlist that rows are added to.
package final class AddToPlaylistPrompt: PromptLayer {
  override func apply(_ text: String) { application.addToPlaylist(text) }
}

/// Asks for the name under which the query of the list is saved.
package final class SaveQueryPrompt: PromptLayer {
  override func apply(_ text: String) { if !text.isEmpty { application.library?.saveQuery(as: text) } }
}

/// Asks for the new name of a playlist.
package final class PlaylistNamePrompt: PromptLayer {
  private let list: PlaylistName

  init(_ application: Application, _ list: PlaylistName) {
    self.list = list
    super.init(application, text: list.name)
  }

  override func apply(_ text: String) { application.rename(list, to: text) }
}
