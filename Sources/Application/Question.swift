import Player
import SystemBase

/// A request to save the queue as a playlist.
package struct QueueSave: Hashable, Sendable {
  /// The text that the user typed.
  package var name: String
  /// Whether a playlist of that name may be replaced.
  package var mayReplace = false
  /// Whether a missing folder may be created.
  package var mayMakeFolder = false

  package init(_ name: String) { self.name = name }
}

/// A question before something is replaced, created or deleted. `activate` agrees, `cancel` refuses.
package enum Question: Hashable, Sendable {
  /// A playlist of that name exists.
  case replacePlaylist(QueueSave, name: String)
  case makeFolder(QueueSave, FilePath)
  case deletePlaylist(PlaylistName)
  /// The key has another command.
  case moveKey(key: String, from: Command, to: Command)
  case defaultKeys
  /// The form for tags has changes that are not written.
  case discardTags
  /// The pad editor has changes that are not saved.
  case discardPads
}
