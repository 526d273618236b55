import MusicLibrary
import SystemBase

extension Application {
  private static let longestText = 200
  /// A tag may be longer than what is typed elsewhere.
  private static let longestTag = 4_000

  /// Applies input to the open prompt; does nothing if none is open.
  @discardableResult
  package func type(_ input: PromptInput) -> Response {
    guard let prompt = state.prompt else { return .done }
    defer { changes.send(.state) }
    switch input {
    case .insert(let text): change(prompt.text + text)
    case .deleteBackward: change(String(prompt.text.dropLast()))
    case .accept: return accept(prompt)
    case .cancel: leave(prompt)
    case .complete: complete(prompt)
    case .move(let movement): move(movement, below: prompt)
    case .mark:
      if prompt.purpose == .filterQueue { markSelected() }
      if prompt.purpose == .searchHelp { return askForDefaultKeys() }
      if prompt.purpose == .tag { resetTag(to: nil) }
    case .remove:
      if prompt.purpose == .filterQueue { removeFromQueue() }
      if prompt.purpose == .searchHelp { return removeKey() }
      if prompt.purpose == .tag { resetTag(to: "") }
    }
    return .done
  }

  private func complete(_ prompt: Prompt) {
    if prompt.purpose.isFolder { services.completeFolder(prompt.text) }
    if prompt.purpose == .padSample { services.completeFile(prompt.text) }
    if prompt.purpose == .pick { library?.markInPicker() }
    if prompt.purpose == .command { completeInPalette(prompt.text) }
    if prompt.purpose == .tag { moveInTags(.down) }
    if prompt.purpose == .export { moveInExport(.down) }
  }

  func openPrompt(_ purpose: Prompt.Purpose, text: String = "") {
    state.prompt = Prompt(purpose, text: text)
  }

  private func move(_ movement: Movement, below prompt: Prompt) {
    switch prompt.purpose {
    case .filterQueue: moveInQueue(movement)
    case .filterLibrary:
      library?.move(by: movement.rows(page: libraryPage, count: library?.browser.level.count ?? 0))
    case .pick:
      let count = library?.picking?.list.level.count ?? 0
      library?.moveInPicker(by: movement.rows(page: max(state.rows.picker - 1, 1), count: count))
    case .searchHelp: moveInHelp(movement)
    case .command: moveInPalette(movement)
    case .tag: moveInTags(movement)
    case .filterKits:
      if let list = kits?.list {
        kits?.list?.select(movement.row(from: list.selection, last: list.rows.count - 1, page: 10))
      }
    case .export: moveInExport(movement)
    case .saveQueue, .takeName, .scanFolder, .takeFolder, .playlistName, .addToPlaylist, .saveQuery, .tempo,
      .timeSignature, .sleep, .padValue, .padSample, .kitName:
      break
    }
  }

  private func change(_ text: String) {
    guard let purpose = state.prompt?.purpose else { return }
    let typed = purpose == .padSample ? Application.restarted(text) : text
    let longest = [.tag, .export].contains(purpose) ? Application.longestTag : Application.longestText
    let text = String(typed.prefix(longest))
    state.prompt?.text = text
    state.prompt?.choices = []
    state.prompt?.error = nil
    switch purpose {
    case .filterQueue: setFilter(text)
    case .searchHelp:
      state.helpSearch = text
      state.helpSelection = 0
    case .filterLibrary: library?.setFilter(text)
    case .pick: library?.typeInPicker(text)
    case .command: state.paletteSelection = nil
    case .tag: typeTag(text)
    case .filterKits: kits?.list?.setFilter(text)
    case .export: typeExport(text)
    case .saveQueue, .takeName, .scanFolder, .takeFolder, .playlistName, .addToPlaylist, .saveQuery, .tempo,
      .timeSignature, .sleep, .padValue, .padSample, .kitName:
      break
    }
  }

  /// Returns a path from its last `//` or `/~` on: who types them behind a folder begins a new path.
  private static func restarted(_ path: String) -> String {
    let starts = path.ranges(of: "//").map { path.index(before: $0.upperBound) }
    let homes = path.ranges(of: "/~").map { path.index(before: $0.upperBound) }
    return (starts + homes).max().map { String(path[$0...]) } ?? path
  }

  private func accept(_ prompt: Prompt) -> Response {
    if prompt.purpose == .command { return acceptInPalette(prompt) }
    if prompt.purpose == .tag { return acceptTags() }
    if prompt.purpose == .export { return acceptExport() }
    state.prompt = nil
    let isEmpty = prompt.text.isEmpty
    switch prompt.purpose {
    case .filterQueue: finishFilter()
    case .saveQueue: if !isEmpty { services.saveQueue(QueueSave(prompt.text)) }
    case .takeName: nameSelectedTake(prompt.text)
    case .sleep: if !isEmpty { sleep(typed: prompt.text) }
    case .tempo: if !isEmpty { takes?.setTempo(typed: prompt.text) }
    case .timeSignature: if !isEmpty { takes?.setTimeSignature(typed: prompt.text) }
    case .takeFolder: if !isEmpty { takes?.saveElsewhere(services.folder(prompt.text)) }
    case .playlistName(let list): rename(list, to: prompt.text)
    case .addToPlaylist: addToPlaylist(prompt.text)
    case .saveQuery: if !isEmpty { library?.saveQuery(as: prompt.text) }
    case .scanFolder: if !isEmpty { library?.scan([services.folder(prompt.text)]) }
    case .pick:
      if state.overlay == .picker { state.overlay = nil }
      library?.pick()
    case .searchHelp: return rebindSelected()
    case .filterKits: kits?.preview()
    case .padValue, .padSample: acceptPadValue(prompt.text)
    case .kitName: if !isEmpty { saveKit(as: prompt.text) }
    case .filterLibrary, .command, .tag, .export: break
    }
    return .done
  }

  private func leave(_ prompt: Prompt) {
    state.prompt = nil
    switch prompt.purpose {
    case .filterQueue: leaveFilter()
    case .searchHelp, .command: state.overlay = nil
    case .filterLibrary: library?.setFilter("")
    case .pick: closePicker()
    case .tag: leaveTags()
    case .filterKits: kits?.list?.setFilter("")
    case .export: leaveExport()
    case .saveQueue, .takeName, .scanFolder, .takeFolder, .playlistName, .addToPlaylist, .saveQuery, .tempo,
      .timeSignature, .sleep, .padValue, .padSample, .kitName:
      break
    }
  }

  /// Applies the completion of a folder's name, unless the text has changed since.
  package func receive(_ completion: FolderCompletion) {
    guard let prompt = state.prompt else { return }
    // In the palette, the folder is the argument of `open`.
    let before = prompt.purpose == .command ? "open " : ""
    guard prompt.purpose.isFolder || [.command, .padSample].contains(prompt.purpose),
      prompt.text == before + completion.typed
    else {
      return
    }
    state.prompt?.text = before + completion.text
    state.prompt?.choices = completion.names
    changes.send(.state)
  }
}
