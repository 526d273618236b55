import Player
import TerminalKit

extension PlayerScreen {
  /// Takes a key or a paste while the prompt is open: each letter goes to the next place that has it.
  package func type(_ event: InputEvent) {
    guard let prompt = state.prompt else { return }
    defer { onChange?() }
    if state.isNaming, typeName(event, prompt) { return }
    switch event {
    case .paste(let text): change(prompt + text)
    case .key(let key):
      switch key.key {
      case .enter, .escape:
        if !prompt.isEmpty { state.lastSearch = prompt }
        state.prompt = nil
      case .backspace: change(String(prompt.dropLast()))
      default: if let text = key.text { change(prompt + text) }
      }
    case .focus, .reply: break
    }
  }

  /// A name is taken at the end, and left by Esc. - Returns: whether the typing is over.
  private func typeName(_ event: InputEvent, _ prompt: String) -> Bool {
    guard case .key(let key) = event, key.key == .enter || key.key == .escape else { return false }
    if key.key == .enter { nameSelected(prompt) }
    state.prompt = nil
    state.isNaming = false
    return true
  }

  private func change(_ prompt: String) {
    if state.isNaming {
      state.prompt = String(prompt.prefix(60))
      return
    }
    state.prompt = String(prompt.prefix(200))
    find(prompt, forward: true, startingAfter: false)
  }

  /// Selects the next track in the queue that has the text in title, artist, album or file name.
  func find(_ text: String, forward: Bool, startingAfter: Bool) {
    let items = model.queue.items
    let wanted = text.lowercased()
    guard !wanted.isEmpty, !items.isEmpty else { return }
    let start = (state.selection ?? model.queue.currentID).flatMap { model.queue.index(of: $0) } ?? 0
    let step = forward ? 1 : -1
    for distance in (startingAfter ? 1 : 0)...items.count {
      let index = ((start + step * distance) % items.count + items.count) % items.count
      if PlayerScreen.matches(items[index], wanted) {
        state.selection = items[index].id
        return
      }
    }
  }

  private static func matches(_ item: QueueItem, _ wanted: String) -> Bool {
    let texts = [item.title, item.artist, item.track?.album, item.path.lastComponent.shown]
    return texts.contains { $0?.lowercased().contains(wanted) ?? false }
  }
}
