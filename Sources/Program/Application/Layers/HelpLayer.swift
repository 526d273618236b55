import SystemBase

/// The help, where typed text filters the commands and keys are changed.
package final class HelpLayer: ScreenLayer {
  package unowned let application: Application
  package private(set) var search = TextField()
  package private(set) var selection = 0
  /// The commands of the rows, as the front end lists them for `search`; nil for a row that stands for several commands.
  package var commands: [Command?] = []
  /// The texts of the rows with their keys, as the front end lists them.
  package var texts: [String] = []

  init(_ application: Application) { self.application = application }

  /// The layer that the help covers, whose keys are listed first; nil if there is none.
  package var covered: (any ScreenLayer)? { application.layers.last { $0 !== self && $0.coversPanels } }

  /// The text of the search; nil while a key is awaited.
  package var field: TextField? { application.state.keyEdit == nil ? search : nil }

  package var closingCommands: [Command] { [.program(.help), .program(.cancel)] }

  package func perform(_ command: Command, at time: HostTime?) -> Application.Response? {
    command == .list(.activate) ? bind() : command == .list(.remove) ? remove() : nil
  }

  package func move(_ movement: Movement) {
    selection = movement.row(
      from: row, last: commands.count - 1, page: max(application.state.rows.help, 1))
  }

  package func type(_ text: String) {
    search.text = text
    selection = 0
  }

  package func accept() -> Application.Response { bind() }

  private var row: Int { min(selection, max(commands.count - 1, 0)) }

  private var command: Command? { commands.indices.contains(row) ? commands[row] : nil }

  // MARK: Changing keys

  /// Waits for the key that the selected command gets.
  private func bind() -> Application.Response { command.map { application.await(.bind($0)) } ?? .done }

  /// Removes the key of the selected command; if it has several, waits for the one to remove.
  package func remove() -> Application.Response {
    guard let command else { return .done }
    let keys = application.keys.names(of: command)
    if keys.count > 1 { return application.await(.remove(command)) }
    if let key = keys.first { application.keys.remove(key, for: application) }
    return .done
  }

  /// Asks before the default keys are restored.
  package func mark() -> Application.Response {
    application.ask(.defaultKeys)
    return .done
  }
}

extension Application {
  /// Waits for a key. The front end reports it instead of performing its command.
  func await(_ edit: ApplicationState.KeyEdit) -> Response {
    state.keyEdit = edit
    return .captureKey
  }

  /// Stops waiting for a key. Returns what the key is for; nil if no key was awaited.
  package func endKeyEdit() -> ApplicationState.KeyEdit? {
    defer { changes.send(.state) }
    return state.keyEdit.take()
  }

  /// Returns the response after an awaited key: whether the keys that follow are text again.
  package func responseAfterCapture() -> Response { focus(after: .done, expectsText: false) }
}
