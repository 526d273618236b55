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
