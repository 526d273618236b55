import Application
import MusicLibrary
import Player
import SystemBase
import TerminalKit

extension PlayerScreen {
  /// Whether keys go to the library's panel.
  var hasLibraryFocus: Bool { state.panel == .library && library?.isShown ?? false }

  /// Shows the library's panel, there or not, and gives it the keys.
  package func askForFolder() {
    library?.show()
    state.panel = .library
    onChange?()
  }

  /// - Returns: nil where the command is for something else.
  func takeForLibrary(_ command: Command) -> Request? {
    guard let library else { return nil }
    switch command {
    case .library(let command): return take(command, library)
    case .cancel where library.stopScan(): return .nothing
    case .nextPanel where !library.isShown:
      library.show()
      state.panel = .library
      return .nothing
    default: return hasLibraryFocus ? takeInLibrary(command, library) : nil
    }
  }

  private func take(_ command: LibraryCommand, _ library: LibraryController) -> Request {
    switch command {
    case .pick:
      library.pickSong()
      openPicker()
    case .add: addToQueue(library, next: false)
    case .addNext: addToQueue(library, next: true)
    case .up: _ = library.back()
    case .rate: library.rate(selected: hasLibraryFocus)
    case .playList: playList(library)
    case .scan: library.scan()
    case .scanFolder: state.prompt = ScreenState.Prompt(purpose: .scanFolder, text: suggested(library))
    }
    return .nothing
  }

  private func suggested(_ library: LibraryController) -> String {
    library.stage == .ready || !library.hasSuggestion ? "" : library.suggestion.shown
  }

  private func addToQueue(_ library: LibraryController, next: Bool) {
    if isInLibrary() { library.add(next: next) }
  }

  private func playList(_ library: LibraryController) {
    if isInLibrary() { library.playList() }
  }

  /// Whether the panel has the keys; says so where it does not.
  private func isInLibrary() -> Bool {
    if !hasLibraryFocus {
      state.notices.add("Tab goes to the library, whose tracks can be added", .info, at: .now)
    }
    return hasLibraryFocus
  }

  /// Movements and what the panel makes of the queue's keys.
  private func takeInLibrary(_ command: Command, _ library: LibraryController) -> Request? {
    if library.stage == .empty || library.stage == .closed { return takeInOffers(command, library) }
    if moveInLibrary(command) { return .nothing }
    switch command {
    case .activate: library.open()
    case .mark: library.mark()
    // Outside of this panel the key sets the speed back.
    case .speedReset: _ = library.back()
    case .find: state.prompt = ScreenState.Prompt(purpose: .filterLibrary, text: library.browser.level.filter)
    case .cancel:
      library.clearMarks()
      if !library.browser.level.filter.isEmpty { library.setFilter("") }
      model.dismissNotice()
      state.notices.dismiss()
    case .remove: if let list = library.selectedPlaylist { ask(.deletePlaylist(list)) }
    case .take(.rename):
      guard let list = library.selectedPlaylist else { return nil }
      state.prompt = ScreenState.Prompt(purpose: .playlistName(list), text: list.name)
    // The queue's own.
    case .trackUp, .trackDown, .findNext, .findPrevious: break
    default: return nil
    }
    return .nothing
  }

  /// - Returns: false where the panel does not have the keys, or the command does not move its selection.
  func moveInLibrary(_ command: Command) -> Bool {
    guard hasLibraryFocus, let library else { return false }
    if library.stage == .empty || library.stage == .closed {
      return takeInOffers(command, library) != nil
    }
    let page = max(state.libraryRows - 1, 1)
    let all = library.browser.level.count
    switch command {
    case .moveUp: library.move(by: -1)
    case .moveDown: library.move(by: 1)
    case .pageUp: library.move(by: -page)
    case .pageDown: library.move(by: page)
    case .moveToStart: library.move(by: -all)
    case .moveToEnd: library.move(by: all)
    default: return false
    }
    return true
  }

  private func takeInOffers(_ command: Command, _ library: LibraryController) -> Request? {
    let offers = LibraryOffer.list(library)
    switch command {
    case .moveUp, .pageUp, .moveToStart: state.offer = max(state.offer - 1, 0)
    case .moveDown, .pageDown, .moveToEnd: state.offer = min(state.offer + 1, offers.count - 1)
    case .activate:
      if case .scan(let path) = offers[min(state.offer, offers.count - 1)] {
        library.scan([path])
        return .nothing
      }
      state.prompt = ScreenState.Prompt(purpose: .scanFolder, text: suggested(library))
      return .takeText
    case .find, .speedReset, .mark, .remove, .trackUp, .trackDown: break
    default: return nil
    }
    return .nothing
  }

  /// Gives a playlist the name that was typed; none or the same one changes nothing.
  func rename(_ list: PlaylistName, to typed: String) {
    let name = String(typed.trimmingPrefix(while: { $0 == " " }))
    if !name.allSatisfy({ $0 == " " }), name != list.name { library?.rename(list, to: name) }
  }

  // MARK: Picking

  /// Lets the user pick songs, for whatever asks.
  package func pick(_ picker: SongPicker) -> Request {
    guard let library else { return .nothing }
    library.open(picker)
    openPicker()
    onChange?()
    return .takeText
  }

  private func openPicker() {
    open(.picker)
    state.prompt = ScreenState.Prompt(purpose: .pick)
  }

  /// The picker goes when its prompt does.
  func closePicker() {
    if state.overlay == .picker { state.overlay = nil }
  }

  // MARK: Typing

  /// Keys that move in the list below what is typed. - Returns: whether it was one of them.
  func moveWhileTyping(_ key: Key, _ purpose: ScreenState.Prompt.Purpose) -> Bool {
    guard let library, purpose == .filterLibrary || purpose == .pick else { return false }
    let page = max((purpose == .pick ? PickerOverlay.rows(layout.overlay) : state.libraryRows) - 1, 1)
    let steps: [Key: Int] = [.up: -1, .down: 1, .pageUp: -page, .pageDown: page]
    if let rows = steps[key] {
      if purpose == .pick { library.moveInPicker(by: rows) } else { library.move(by: rows) }
      return true
    }
    if key == .tab, purpose == .pick {
      library.markInPicker()
      return true
    }
    return false
  }

  /// What is typed for the library.
  func changed(_ text: String, _ purpose: ScreenState.Prompt.Purpose) {
    if purpose == .filterLibrary { library?.setFilter(text) }
    if purpose == .pick { library?.typeInPicker(text) }
  }

  /// Enter: what was typed counts.
  func finishLibrary(_ prompt: ScreenState.Prompt) -> Request {
    switch prompt.purpose {
    case .pick:
      closePicker()
      library?.pick()
    case .scanFolder: return prompt.text.isEmpty ? .nothing : .scan(prompt.text)
    default: break
    }
    return .nothing
  }

  /// Escape: nothing of it counts.
  func leaveLibrary(_ purpose: ScreenState.Prompt.Purpose) {
    if purpose == .filterLibrary { library?.setFilter("") }
    if purpose == .pick {
      closePicker()
      library?.leavePicker()
    }
  }

  /// What a folder's name may become, unless something else was typed meanwhile.
  package func take(_ completion: FolderCompletion) {
    guard let prompt = state.prompt, prompt.purpose.isFolder, prompt.text == completion.typed else {
      return
    }
    state.prompt?.text = completion.text
    state.prompt?.choices = completion.names
    onChange?()
  }

  /// What there is to choose from, or why what is typed is no query yet, and where.
  func promptNote(_ prompt: ScreenState.Prompt) -> String? {
    if !prompt.choices.isEmpty { return prompt.choices.map { FilePath($0).shown }.joined(separator: "  ") }
    guard prompt.purpose == .filterLibrary || prompt.purpose == .pick else { return nil }
    do throws(QueryError) {
      _ = try SearchQuery(parsing: prompt.text)
      return nil
    } catch {
      return "at \(error.place + 1): \(ErrorText.sentence(error))"
    }
  }

  // MARK: The mouse

  /// The first press selects a row, a second one on the same opens it.
  func pressLibraryRow(at point: Point) {
    guard let library else { return }
    state.panel = .library
    let row = point.y - onSurface(layout[.library]).y - 1
    guard row >= 0 else { return }
    if library.stage == .empty {
      state.offer = row
      return
    }
    let index = library.browser.level.first + row
    guard index < library.browser.level.count else { return }
    if library.browser.level.selection == index { library.open() } else { library.select(index) }
  }

  func pressPickerRow(at point: Point) {
    let box = onSurface(PickerOverlay.box(layout.overlay))
    let row = point.y - box.y - 1
    guard let library, let level = library.picking?.list.level, box.contains(point), row >= 0 else { return }
    if level.first + row < level.count { library.selectInPicker(level.first + row) }
  }
}
