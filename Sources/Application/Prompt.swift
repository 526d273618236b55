/// A line of text that the user types.
package struct Prompt: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable {
    case filterQueue, searchHelp, saveQueue, takeName, filterLibrary, scanFolder, takeFolder, pick, command
    case addToPlaylist, saveQuery
    case tempo, timeSignature, sleep
    case filterKits
    /// A value of the pad editor.
    case padValue
    /// The file of a sample.
    case padSample
    /// The name under which a copy of a kit is saved.
    case kitName
    /// A row of the form for tags.
    case tag
    /// A field of the form for an export.
    case export
    case playlistName(PlaylistName)

    /// Whether the text is completed by existing folders.
    var isFolder: Bool { self == .scanFolder || self == .takeFolder }
  }

  package var purpose: Purpose
  package var text = ""
  /// Completions of the text.
  package var choices: [String] = []
  /// Why the text cannot be applied; nil until that was tried.
  package var error: CommandError?

  init(_ purpose: Purpose, text: String = "") { (self.purpose, self.text) = (purpose, text) }
}

/// An input to a prompt, from a key or a paste.
package enum PromptInput: Hashable, Sendable {
  case insert(String)
  case deleteBackward
  /// Applies the text.
  case accept
  /// Discards the text.
  case cancel
  /// Completes a folder or a command, or marks a row of the picker.
  case complete
  /// Moves the selection of the list below the prompt.
  case move(Movement)
  /// Marks or removes the selected row below the prompt; in the help, restores the default keys or removes a key.
  case mark, remove
}
