import Application
import Controls

/// Typing in the highest layer.
extension ScreenSession {
  /// The line of text that is typed; nil if keys are commands. While a question is open, keys answer it.
  package var field: TextField? {
    guard application.state.question == nil, var field = layers.last?.field else { return nil }
    field.cursor = editor.cursor(in: field.text)
    return field
  }

  /// Applies input to the field; does nothing if there is none.
  @discardableResult
  package func type(_ input: PromptEdit, from source: CommandSource = .key) -> Application.Response {
    // The terminal thread treats keys as commands again after Enter and Escape.
    let expectsText = source == .mouse ? field != nil : input != .accept && input != .cancel
    guard let layer = layers.last, let field else { return focus(after: .done, expectsText: expectsText) }
    defer { changed() }
    editor.follow(field.text)
    if field.isSelected, isWholeEdit(input, layer, field.text) {
      return focus(after: .done, expectsText: expectsText)
    }
    var response = Application.Response.done
    switch input {
    case .insert(let text):
      editor.insert(text, longest: layer.longestText)
      layer.type(editor.text)
    case .edit(let edit): apply(edit, layer, field.text)
    case .history(let older): showHistory(older: older, layer, field.text)
    case .accept:
      if let name = layer.historyName { histories.add(field.text, to: name) }
      response = layer.accept()
    case .cancel: layer.cancel()
    case .complete: layer.complete()
    case .move(.up) where !layer.hasRows, .move(.down) where !layer.hasRows:
      showHistory(older: input == .move(.up), layer, field.text)
    case .move(let movement): layer.move(movement)
    case .mark: response = layer.mark()
    // Behind the text, Delete acts on the row below the field.
    case .remove where editor.cursor < field.text.count || !layer.hasRows:
      apply(.deleteForward, layer, field.text)
    case .remove: response = layer.remove()
    }
    return focus(after: response, expectsText: expectsText)
  }

  /// Ends the selection of a text by an edit of it: a new text replaces it, a deletion deletes all of it, and a movement of
  /// the cursor keeps it. Returns whether that was all.
  private func isWholeEdit(_ input: PromptEdit, _ layer: ScreenLayer, _ text: String) -> Bool {
    switch input {
    case .insert: editor.clear()
    case .edit(.deleteBackward), .edit(.deleteForward), .edit(.deleteWordBackward), .edit(.deleteWordForward),
      .edit(.deleteToStart), .edit(.deleteToEnd), .remove:
      editor.clear()
      layer.type(editor.text)
      return true
    case .edit: layer.type(text)
    case .history, .accept, .cancel, .complete, .move, .mark: break
    }
    return false
  }

  private func apply(_ edit: LineEdit, _ layer: ScreenLayer, _ text: String) {
    editor.apply(edit, longest: layer.longestText)
    if editor.text != text { layer.type(editor.text) }
  }

  private func showHistory(older: Bool, _ layer: ScreenLayer, _ text: String) {
    guard let name = layer.historyName, let other = histories.step(older: older, in: name, from: text) else {
      return
    }
    layer.type(String(other.prefix(layer.longestText)))
  }

  /// Closes the highest layers as long as they have a line of text, because the terminal that was typed on is left.
  package func closePrompts() {
    while let layer = layers.last, layer.field != nil {
      layer.cancel()
      close(layer)
    }
  }

  /// Returns a response that also states whether the next keys are text, if the terminal thread expects otherwise.
  func focus(after response: Application.Response, expectsText: Bool) -> Application.Response {
    closeEnded()
    let isText = field != nil
    guard response == .done, isText != expectsText else { return response }
    return isText ? .acceptText : .rejectText
  }

  /// Returns the response after an awaited key: whether the keys that follow are text again.
  package func responseAfterCapture() -> Application.Response { focus(after: .done, expectsText: false) }
}

/// A line of text with a cursor, as the user edits it.
struct LineEditor {
  private var characters: [Character] = []
  /// The number of characters before the cursor.
  private(set) var cursor = 0
  /// What `yank` inserts.
  private var deleted: [Character] = []

  var text: String { String(characters) }

  /// Takes over a text that was changed elsewhere, with the cursor behind it.
  mutating func follow(_ text: String) {
    let new = Array(text)
    if new != characters { (characters, cursor) = (new, new.count) }
  }

  /// Returns the cursor in a text; its end if it is another text.
  func cursor(in text: String) -> Int { Array(text) == characters ? cursor : text.count }

  /// Inserts a text at the cursor, unless the line becomes too long: then only the beginning of the text.
  mutating func insert(_ text: some Collection<Character>, longest: Int) {
    let added = text.prefix(max(0, longest - characters.count))
    characters.insert(contentsOf: added, at: cursor)
    cursor += added.count
  }

  /// Deletes the text, which `yank` brings back.
  mutating func clear() { kill(0..<characters.count) }

  mutating func apply(_ edit: LineEdit, longest: Int) {
    switch edit {
    case .left: cursor = max(cursor - 1, 0)
    case .right: cursor = min(cursor + 1, characters.count)
    case .wordLeft: cursor = start(LineEditor.isWord)
    case .wordRight: cursor = wordEnd
    case .start: cursor = 0
    case .end: cursor = characters.count
    case .deleteBackward: remove(max(cursor - 1, 0)..<cursor)
    case .deleteForward: remove(cursor..<min(cursor + 1, characters.count))
    case .deleteWordBackward: kill(spacedWordStart..<cursor)
    case .deleteWordForward: kill(cursor..<wordEnd)
    case .deleteToStart: kill(0..<cursor)
    case .deleteToEnd: kill(cursor..<characters.count)
    case .yank: insert(deleted, longest: longest)
    }
  }

  private mutating func kill(_ range: Range<Int>) {
    if !range.isEmpty { deleted = Array(characters[range]) }
    remove(range)
  }

  private mutating func remove(_ range: Range<Int>) {
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }

  private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

  /// The start of the word before the cursor, up to a space, as a shell deletes it.
  private var spacedWordStart: Int { start { !$0.isWhitespace } }

  private func start(_ isWord: (Character) -> Bool) -> Int {
    var place = cursor
    while place > 0, !isWord(characters[place - 1]) { place -= 1 }
    while place > 0, isWord(characters[place - 1]) { place -= 1 }
    return place
  }

  private var wordEnd: Int {
    var place = cursor
    while place < characters.count, !LineEditor.isWord(characters[place]) { place += 1 }
    while place < characters.count, LineEditor.isWord(characters[place]) { place += 1 }
    return place
  }
}
