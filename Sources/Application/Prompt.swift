/// What is being typed, and what for.
package struct Prompt: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable {
    case filterQueue, searchHelp, saveQueue, takeName, filterLibrary, scanFolder, takeFolder, pick
    case playlistName(PlaylistName)

    /// Whether what is typed is completed from the folders that are there.
    var isFolder: Bool { self == .scanFolder || self == .takeFolder }
  }

  package var purpose: Purpose
  package var text = ""
  /// What may be typed next.
  package var choices: [String] = []

  init(_ purpose: Purpose, text: String = "") { (self.purpose, self.text) = (purpose, text) }
}

/// What a front end's key or paste does to a prompt.
package enum PromptInput: Hashable, Sendable {
  case insert(String)
  case deleteBackward
  /// What was typed counts.
  case accept
  /// Nothing of it counts.
  case cancel
  /// Completes a folder's name; marks a row of the picker.
  case complete
  /// Moves in the list below the prompt.
  case move(Movement)
  /// Marks the selected row below the prompt, or removes it.
  case mark, remove
}
