import Application
import Controls
import MusicFiles
import SystemBase

/// The command palette: runs any command by its name, with an argument where it takes one.
package final class PaletteLayer: ScreenLayer {
  private var line: TextField
  package override var field: TextField? { line }
  package override var historyName: String? { "Palette" }
  /// The index of the selected row; nil if the typed text is the command.
  package private(set) var selection: Int?
  /// The command that was run, and its outcome; nil before a command was run.
  package private(set) var performed: (command: Command, outcome: Outcome)?

  init(_ session: ScreenSession, text: String = "", choices: [String] = []) {
    line = TextField(text)
    line.choices = choices
    super.init(session)
    application.program.prepareArgumentChoices()
  }

  package var entries: [CommandRow] { CommandRow.matching(line.text) }

  package override func move(_ movement: Movement) {
    let entries = entries
    if entries.isEmpty { return }
    selection = movement.row(
      from: selection ?? 0, last: entries.count - 1, page: max(session.state.rows.picker - 1, 1))
  }

  package override func type(_ text: String) {
    (line, selection) = (TextField(text), nil)
  }

  // MARK: Running

  /// Runs the selected row, or else the typed command. What is not complete or not valid stays open to be changed.
  package override func accept() -> Application.Response {
    if let row = selection, entries.indices.contains(row) { return accept(entries[row]) }
    do throws(CommandError) {
      return run(try Command.parse(line.text))
    } catch {
      switch error {
      case .needsArgument(let row) where !line.text.hasSuffix(" "): return accept(row)
      case .unknown: if let first = entries.first { return accept(first) }
      case .empty, .takesNoArgument, .needsArgument, .asksAtScreen, .badArgument, .badPad, .badVelocity: break
      }
      line.error = error
      return .done
    }
  }

  private func accept(_ row: CommandRow) -> Application.Response {
    if !row.takesArgument, let command = Command(name: row.name) { return run(command) }
    type(row.beginning)
    return .done
  }

  private func run(_ command: Command) -> Application.Response {
    close()
    let (outcome, response) = session.perform(command, from: .palette)
    performed = (command, outcome)
    return response
  }

  // MARK: Completing

  /// Completes the name of a command, or its argument.
  package override func complete() {
    guard let space = line.text.firstIndex(of: " ") else { return completeName() }
    let argument = String(line.text[line.text.index(after: space)...])
    guard let definition = Command.argument(line.text[..<space]) else { return }
    if definition.row.traits.contains(.takesPath) {
      return session.complete(argument, files: definition.files)
    }
    let last = argument.split(separator: " ", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    let fixed = line.text.dropLast(last.count)
    let choices = definition.choices(argument, in: application).filter {
      $0.lowercased().hasPrefix(last.lowercased())
    }
    complete(last, to: choices, after: String(fixed))
  }

  private func completeName() {
    if let row = selection, entries.indices.contains(row) { return type(entries[row].beginning) }
    let found = entries.filter { $0.name.hasPrefix(line.text) && !$0.name.contains(" ") }
    if found.count == 1, found[0].takesArgument { return type(found[0].beginning) }
    complete(line.text, to: found.map(\.name), after: "")
  }

  /// Extends a text to the common prefix of all choices, and lists them. Choices in another case do not change the text.
  private func complete(_ typed: String, to choices: [String], after fixed: String) {
    guard let first = choices.first else { return }
    let common = choices.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    type(fixed + (common.count < typed.count ? typed : common))
    line.choices = choices.count > 1 ? choices : []
  }

  package override func receive(_ completion: FolderCompletion) {
    guard let space = line.text.firstIndex(of: " ") else { return }
    let name = line.text[...space]
    guard line.text == name + completion.typed else { return }
    type(name + completion.text)
    line.choices = completion.names
  }

  package override var name: String { "command" }

  /// The value that the typed command changes.
  package override var fieldValue: String? {
    let words = field?.text.split(separator: " ", omittingEmptySubsequences: false).map(String.init) ?? []
    guard words.count > 1 else { return nil }
    // An address may contain spaces.
    let isMix = words[0] == "mix"
    return session.presentValue(words[0], isMix ? words.dropFirst().joined(separator: " ") : words[1])
  }

  package override func hints(_ keys: KeyMap) -> [KeyHint] { [.enter("run"), .leave(), .choose, .tab()] }

  /// The selected command: `2 of 12: volume DB: set the volume`; nil if the typed text counts.
  package override var selectedRow: (list: String, row: String)? {
    let entries = entries
    guard let selection, entries.indices.contains(selection) else { return nil }
    let row = PaletteContent.Row(entries[selection], .empty)
    return ("Commands", "\(selection + 1) of \(entries.count): \(row.name): \(row.summary)")
  }

  package override func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    PaletteContent(entries, selection: selection, screen.keys)
  }
}

extension CommandRow {
  /// The name, and a space before an argument.
  fileprivate var beginning: String { takesArgument ? "\(name) " : name }
}
