import MusicLibrary
import SystemBase

extension Application {
  private static let longestText = 200

  /// Changes what is being typed; nothing where no prompt is open.
  package func type(_ input: PromptInput) {
    guard let prompt = state.prompt else { return }
    defer { changes.send(.state) }
    switch input {
    case .insert(let text): change(prompt.text + text)
    case .deleteBackward: change(String(prompt.text.dropLast()))
    case .accept: accept(prompt)
    case .cancel: leave(prompt)
    case .complete:
      if prompt.purpose.isFolder { services.completeFolder(prompt.text) }
      if prompt.purpose == .pick { library?.markInPicker() }
    case .move(let movement): move(movement, below: prompt)
    case .mark: if prompt.purpose == .filterQueue { markSelected() }
    case .remove: if prompt.purpose == .filterQueue { removeFromQueue() }
    }
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
    case .searchHelp, .saveQueue, .takeName, .scanFolder, .takeFolder, .playlistName: break
    }
  }

  private func change(_ text: String) {
    let text = String(text.prefix(Application.longestText))
    guard let purpose = state.prompt?.purpose else { return }
    state.prompt?.text = text
    state.prompt?.choices = []
    switch purpose {
    case .filterQueue: setFilter(text)
    case .searchHelp:
      state.helpSearch = text
      state.helpSelection = 0
    case .filterLibrary: library?.setFilter(text)
    case .pick: library?.typeInPicker(text)
    case .saveQueue, .takeName, .playlistName, .scanFolder, .takeFolder: break
    }
  }

  private func accept(_ prompt: Prompt) {
    state.prompt = nil
    let isEmpty = prompt.text.isEmpty
    switch prompt.purpose {
    case .filterQueue: finishFilter()
    case .saveQueue: if !isEmpty { services.saveQueue(QueueSave(prompt.text)) }
    case .takeName: nameSelectedTake(prompt.text)
    case .takeFolder: if !isEmpty { takes?.saveElsewhere(services.folder(prompt.text)) }
    case .playlistName(let list): rename(list, to: prompt.text)
    case .scanFolder: if !isEmpty { library?.scan([services.folder(prompt.text)]) }
    case .pick:
      if state.overlay == .picker { state.overlay = nil }
      library?.pick()
    case .searchHelp, .filterLibrary: break
    }
  }

  private func leave(_ prompt: Prompt) {
    state.prompt = nil
    switch prompt.purpose {
    case .filterQueue: leaveFilter()
    case .searchHelp: state.helpSearch = ""
    case .filterLibrary: library?.setFilter("")
    case .pick: closePicker()
    case .saveQueue, .takeName, .playlistName, .scanFolder, .takeFolder: break
    }
  }

  /// Takes over what a folder's name may become, unless something else was typed meanwhile.
  package func receive(_ completion: FolderCompletion) {
    guard let prompt = state.prompt, prompt.purpose.isFolder, prompt.text == completion.typed else { return }
    state.prompt?.text = completion.text
    state.prompt?.choices = completion.names
    changes.send(.state)
  }
}
