import MusicFiles
import MusicLibrary
import SystemBase

/// A list, a form or a line of text over the panels. Main thread.
///
/// The application keeps its layers in a stack. The highest layer gets each command first; a command that it does not
/// handle goes to the layer below, and in the end to the panels. How a layer looks is stated by `LayerView`.
@MainActor
package protocol ScreenLayer: AnyObject {
  var application: Application { get }
  /// The line of text that is typed; nil if keys are commands.
  var field: TextField? { get }
  /// Whether it covers the panels. Such a layer replaces the others when it opens, and is closed by a command that it
  /// does not handle, unless the command only changes the sound or the terminal, or opens the help above it.
  var coversPanels: Bool { get }

  /// The commands that close it: the one that opens it, cancel.
  var closingCommands: [Command] { get }
  /// Whether commands of the playback and seeks leave it open.
  var controlsPlayback: Bool { get }

  /// Performs a command that only this layer has or performs otherwise; movements go to `move(_:)`.
  ///
  /// - Parameter time: when the command was given; nil: now.
  /// - Returns: nil if the layer does not handle the command.
  func perform(_ command: Command, at time: HostTime?) -> Application.Response?
  /// Moves the selection.
  func move(_ movement: Movement)
  /// Scrolls by rows, as a wheel does; negative values scroll up.
  func scroll(by rows: Int)
  /// Handles a click beside the layer.
  func dismiss()
  /// Releases what the layer has shown. Called once, when it has left the stack.
  func wasClosed()

  // MARK: Typing

  /// The name of the history of its text; nil if accepted texts are not offered again.
  var historyName: String? { get }
  /// Whether up and down choose a row below the field; otherwise they show the history.
  var hasRows: Bool { get }
  /// The most characters of the text that is typed.
  var longestText: Int { get }
  /// Replaces the text of the field.
  func type(_ text: String)
  /// Applies the text.
  func accept() -> Application.Response
  /// Discards the text.
  func cancel()
  /// Completes the text, or does what Tab does instead.
  func complete()
  /// Shows the completion of a path, unless the text has changed since it was requested.
  func receive(_ completion: FolderCompletion)
  /// Marks the selected row, or does what Insert does instead.
  func mark() -> Application.Response
  /// Removes the selected row, or does what Delete does instead.
  func remove() -> Application.Response
}

extension ScreenLayer {
  package var field: TextField? { nil }
  package var coversPanels: Bool { true }
  package var closingCommands: [Command] { [] }
  package var controlsPlayback: Bool { false }

  package func perform(_ command: Command, at time: HostTime?) -> Application.Response? { nil }
  package func move(_ movement: Movement) {}
  package func scroll(by rows: Int) { for _ in 0..<abs(rows) { move(rows < 0 ? .up : .down) } }
  package func dismiss() { close() }
  package func wasClosed() {}

  package var historyName: String? { nil }
  package var hasRows: Bool { true }
  package var longestText: Int { 200 }
  package func type(_ text: String) {}
  package func accept() -> Application.Response { .done }
  package func cancel() { close() }
  package func complete() {}
  package func receive(_ completion: FolderCompletion) {}
  package func mark() -> Application.Response { .done }
  package func remove() -> Application.Response { .done }

  /// Removes the layer, and those above it, from the stack.
  package func close() { application.close(self) }
}

/// A line of text that the user types.
package struct TextField: Hashable, Sendable {
  package var text: String
  /// The number of characters before the cursor; nil: it is behind the text.
  package var cursor: Int?
  /// Completions of the text.
  package var choices: [String] = []
  /// The reason why the text cannot be applied; nil until that was tried.
  package var error: CommandError?

  package init(_ text: String = "") { self.text = text }
}

/// An edit of the field of a layer, by a key or a paste.
package enum PromptEdit: Hashable, Sendable {
  case insert(String)
  case edit(LineEdit)
  /// Replaces the text by the next older or newer one of the history.
  case history(older: Bool)
  /// Applies the text.
  case accept
  /// Discards the text.
  case cancel
  /// Completes a folder or a command, or marks a row of the picker.
  case complete
  /// Moves the selection of the list below the field.
  case move(Movement)
  /// Marks or removes the selected row below the field; in the help, restores the default keys or removes a key.
  case mark, remove
}
