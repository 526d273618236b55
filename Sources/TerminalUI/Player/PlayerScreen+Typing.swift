import Player
import TerminalKit

extension PlayerScreen {
  /// Takes a key or a paste while the prompt is open; while something is looked for, each letter goes to the next
  /// place that has it.
  package func type(_ event: InputEvent) -> Request {
    guard let prompt = state.prompt else { return .nothing }
    defer { onChange?() }
    switch event {
    case .paste(let text): change(prompt.text + text)
    case .key(let key):
      switch key.key {
      case .enter: return finish(prompt)
      case .escape: leave(prompt)
      case .backspace: change(String(prompt.text.dropLast()))
      case .tab where prompt.purpose == .scanFolder: return .complete(prompt.text)
      case let other where moveWhileTyping(other, prompt.purpose): break
      default: if let text = key.text { change(prompt.text + text) }
      }
    case .focus, .mouse, .reply: break
    }
    return .nothing
  }

  private func finish(_ prompt: ScreenState.Prompt) -> Request {
    state.prompt = nil
    switch prompt.purpose {
    case .find: if !prompt.text.isEmpty { state.lastSearch = prompt.text }
    case .saveQueue: if !prompt.text.isEmpty { return .saveQueue(prompt.text) }
    case .takeName: nameSelected(prompt.text)
    case .searchHelp: break
    case .filterLibrary, .scanFolder, .pick: return finishLibrary(prompt)
    }
    return .nothing
  }

  private func leave(_ prompt: ScreenState.Prompt) {
    state.prompt = nil
    if prompt.purpose == .searchHelp { state.helpSearch = "" }
    leaveLibrary(prompt.purpose)
    if prompt.purpose == .find, !prompt.text.isEmpty { state.lastSearch = prompt.text }
  }

  private func change(_ text: String) {
    let text = String(text.prefix(200))
    state.prompt?.text = text
    state.prompt?.choices = []
    switch state.prompt?.purpose {
    case .find: find(text, forward: true, startingAfter: false)
    case .searchHelp:
      state.helpSearch = text
      state.helpSelection = 0
    case .filterLibrary: changed(text, .filterLibrary)
    case .pick: changed(text, .pick)
    case .saveQueue, .takeName, .scanFolder, nil: break
    }
  }

  /// Selects the next track in the queue that has the text in title, artist, album or file name.
  func find(_ text: String, forward: Bool, startingAfter: Bool) {
    let items = model.queue.items
    guard !text.isEmpty, !items.isEmpty else { return }
    let start = selected.flatMap { model.queue.index(of: $0) } ?? 0
    let step = forward ? 1 : -1
    for distance in (startingAfter ? 1 : 0)...items.count {
      let index = ((start + step * distance) % items.count + items.count) % items.count
      if PlayerScreen.matches(items[index], text) {
        state.selection = items[index].id
        return
      }
    }
  }

  private static func matches(_ item: QueueItem, _ wanted: String) -> Bool {
    let texts = [item.title, item.artist, item.track?.album, item.path.lastComponent.shown]
    return texts.contains { $0.map { TextMatch.range(of: wanted, in: $0) != nil } ?? false }
  }
}
