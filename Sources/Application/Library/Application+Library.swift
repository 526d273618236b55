import MusicLibrary
import Player
import SystemBase

/// What is offered where there is no library.
package enum LibraryOffer: Hashable, Sendable {
  case scan(FilePath)
  /// Another folder, to be typed.
  case other

  @MainActor
  package static func list(_ controller: LibraryController) -> [LibraryOffer] {
    controller.hasSuggestion ? [.scan(controller.suggestion), .other] : [.other]
  }
}

/// Browsing the library.
extension Application {
  /// Whether commands act on the library's list.
  package var hasLibraryFocus: Bool { state.panel == .library && library?.isShown ?? false }

  var libraryPage: Int { max(state.rows.library - 1, 1) }

  private var isOffering: Bool { library?.stage == .empty || library?.stage == .closed }

  /// Shows the library's panel, there or not, and gives it the keys.
  package func askForFolder() {
    library?.show()
    state.panel = .library
    changes.send(.state)
  }

  func perform(_ command: LibraryCommand, _ library: LibraryController) {
    switch command {
    case .pick:
      library.pickSong()
      openPicker()
    case .add: if checkLibraryFocus() { library.add(next: false) }
    case .addNext: if checkLibraryFocus() { library.add(next: true) }
    case .up: _ = library.back()
    case .rate: library.rate(selected: hasLibraryFocus)
    case .playList: if checkLibraryFocus() { library.playList() }
    case .scan: library.scan()
    case .scanFolder: openFolderPrompt(library)
    }
  }

  private func openFolderPrompt(_ library: LibraryController) {
    let isSuggested = library.stage != .ready && library.hasSuggestion
    openPrompt(.scanFolder, text: isSuggested ? library.suggestion.shown : "")
  }

  /// Returns whether the library has the keys; says so where it does not.
  private func checkLibraryFocus() -> Bool {
    if !hasLibraryFocus { note(.libraryHasNoKeys) }
    return hasLibraryFocus
  }

  /// Performs what the library makes of commands while it has the keys, or while it scans.
  ///
  /// - Returns: nil where the command is for something else.
  func performInLibrary(_ command: Command) -> Response? {
    guard let library else { return nil }
    if command == .cancel, library.stopScan() { return .done }
    if command == .nextPanel, !library.isShown {
      library.show()
      state.panel = .library
      return .done
    }
    guard hasLibraryFocus else { return nil }
    if let movement = command.movement { return moveInLibrary(movement) ? .done : nil }
    return isOffering ? performInOffers(command, library) : performInList(command, library)
  }

  private func performInList(_ command: Command, _ library: LibraryController) -> Response? {
    // The queue's own.
    if [.trackUp, .trackDown, .findNext, .findPrevious].contains(command) { return .done }
    if command == .activate {
      library.open()
    } else if command == .mark {
      library.mark()
    } else if command == .speedReset {
      // Outside of this panel the key sets the speed back.
      _ = library.back()
    } else if command == .find {
      openPrompt(.filterLibrary, text: library.browser.level.filter)
    } else if command == .cancel {
      library.clearMarks()
      if !library.browser.level.filter.isEmpty { library.setFilter("") }
      dismissNotice()
    } else if command == .remove {
      if let list = library.selectedPlaylist { ask(.deletePlaylist(list)) }
    } else if command == .take(.rename), let list = library.selectedPlaylist {
      openPrompt(.playlistName(list), text: list.name)
    } else {
      return nil
    }
    return .done
  }

  /// - Returns: false where the library does not have the keys.
  func moveInLibrary(_ movement: Movement) -> Bool {
    guard hasLibraryFocus, let library else { return false }
    if isOffering {
      let last = LibraryOffer.list(library).count - 1
      state.offer = movement.place(from: state.offer, last: last, page: 1)
    } else {
      library.move(by: movement.rows(page: libraryPage, count: library.browser.level.count))
    }
    return true
  }

  private func performInOffers(_ command: Command, _ library: LibraryController) -> Response? {
    if [.find, .speedReset, .mark, .remove, .trackUp, .trackDown].contains(command) { return .done }
    guard command == .activate else { return nil }
    let offers = LibraryOffer.list(library)
    switch offers[min(state.offer, offers.count - 1)] {
    case .scan(let path):
      library.scan([path])
      return .done
    case .other:
      openFolderPrompt(library)
      return .acceptText
    }
  }

  /// Gives a playlist the name that was typed; none or the same one changes nothing.
  func rename(_ list: PlaylistName, to typed: String) {
    let name = String(typed.trimmingPrefix(while: { $0 == " " }))
    if !name.allSatisfy({ $0 == " " }), name != list.name { library?.rename(list, to: name) }
  }

  /// Selects a row that was pointed at; the selected one is opened. Gives the library the keys.
  package func activate(libraryRow row: Int) {
    guard let library else { return }
    state.panel = .library
    guard row >= 0 else { return }
    if library.stage == .empty {
      state.offer = row
    } else if row < library.browser.level.count {
      if library.browser.level.selection == row { library.open() } else { library.select(row) }
    }
    changes.send(.state)
  }

  // MARK: Picking

  /// Lets the user pick songs, for whatever asks.
  package func pick(_ picker: SongPicker) -> Response {
    guard let library else { return .done }
    library.open(picker)
    openPicker()
    changes.send(.state)
    return .acceptText
  }

  private func openPicker() {
    open(.picker)
    openPrompt(.pick)
  }

  /// Picks nothing.
  func closePicker() {
    if state.overlay == .picker { state.overlay = nil }
    library?.leavePicker()
  }
}
