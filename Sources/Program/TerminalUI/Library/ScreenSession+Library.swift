import Application
import Controls
import Librarian
import MusicLibrary
import Player
import SystemBase

/// A row of the library panel while there is no library.
package enum EmptyLibraryRow: Hashable, Sendable {
  case scan(FilePath)
  /// Asks for another folder.
  case other

  var text: String {
    switch self {
    case .scan(let path): "Scan \(path.shown)"
    case .other: "Choose a folder …"
    }
  }

  @MainActor
  package static func list(_ controller: LibraryController) -> [EmptyLibraryRow] {
    controller.suggestion.exists ? [.scan(controller.suggestion.folder), .other] : [.other]
  }
}

/// Browsing the library.
extension ScreenSession {
  /// Whether the library panel is shown and has the focus.
  package var hasLibraryFocus: Bool { state.panel == .library && library?.isShown ?? false }

  /// Whether the library has no lists yet, but offers to scan a folder.
  var isOffering: Bool { library?.stage == .empty || library?.stage == .closed }

  /// Shows the library panel, which requests a folder if there is no library, and gives it the focus.
  package func askForFolder() {
    library?.show()
    state.panel = .library
    changed()
  }

  func perform(_ command: Command.Library, _ library: LibraryPanel) -> Outcome {
    switch command {
    case .pick:
      closeLayers()
      library.pick(.songs)
      open(PickerLayer(self, library, .songs))
    case .findAlbum:
      closeLayers()
      library.pick(.albums)
      open(PickerLayer(self, library, .albums))
    case .add: return inLibrary(command, .noticeOrChange) { library.add(next: false) }
    case .addNext: return inLibrary(command, .noticeOrChange) { library.add(next: true) }
    case .addList: return inLibrary(command, .noticeOrChange) { library.addList() }
    case .up:
      _ = library.back()
      return application.inLibrary(
        hasLibraryFocus ? .rowWith(.firstList) : .refused(.libraryHasNoFocus))
    case .rate: return rate(.next)
    case .playList: return inLibrary(command, .noticeOrChange) { library.playList() }
    case .sortColumn: library.sortByNextColumn()
    case .sortDirection: library.reverseSort()
    case .addToPlaylist: open(AddToPlaylistPrompt(self))
    case .saveQuery:
      if library.queryToSave == nil { return .notice(.library(.noQuery)) }
      open(SaveQueryPrompt(self))
    case .importPlaylist: return inLibrary(command, .notice) { library.importPlaylist() }
    case .joinAlbum: return joinAlbums()
    case .splitAlbum: return inLibrary(command, .notice) { library.splitAlbums() }
    case .tagAlbum: return tagAlbum()
    case .scanFolder: openFolderPrompt(library.controller)
    case .renamePlaylist:
      guard hasLibraryFocus, let list = library.selectedPlaylist else { return show(.playlists) }
      open(PlaylistNamePrompt(self, list))
    case .entryUp, .entryDown:
      if !hasLibraryFocus { return show(.playlists) }
      return moveEntries(command == .entryUp ? .up : .down, library)
    case .linkedLists:
      if !hasLibraryFocus || !library.showLinkedLists(false) { return show(.linked) }
    case .listLeft, .listRight:
      if !hasLibraryFocus || !library.showsLinkedLists { return show(.linked) }
      let isMoved = library.moveFocus(by: command == .listLeft ? -1 : 1)
      if !isMoved, command == .listLeft { return .rowWith(.firstList) }
    case .jumpTo:
      if !hasLibraryFocus || isOffering { return show(.linked) }
      open(LetterJumpPrompt(self))
    case .scan: return application.perform(command, library.controller)
    // Performed before, because they need no library.
    case .editTags, .editListTags: break
    }
    return application.inLibrary(.row)
  }

  private func openFolderPrompt(_ library: LibraryController) {
    let isSuggested = library.stage != .ready && library.suggestion.exists
    open(ScanPrompt(self, text: isSuggested ? library.suggestion.folder.shown : ""))
  }

  /// Performs a command that acts on the selected row of the library, which must have the focus for that.
  private func inLibrary(
    _ command: Command.Library, _ awaited: Outcome.Awaited, _ perform: () -> Void
  ) -> Outcome {
    guard hasLibraryFocus else { return .notice(.hint(.libraryHasNoFocus(command))) }
    perform()
    return application.inLibrary(.row).awaits(awaited)
  }

  /// Performs commands that the library panel handles while it has the focus, or while a scan runs.
  ///
  /// - Returns: nil if it does not handle the command.
  func performInLibrary(_ command: Command) -> Outcome? {
    guard let library = libraryPanel else { return nil }
    if command == .program(.cancel), library.controller.stopScan() {
      return .nothingOpen(isDeselected: false)
    }
    if command == .program(.nextPanel), !library.controller.isShown {
      library.controller.show()
      state.panel = .library
      return .rowWith(.panel)
    }
    guard hasLibraryFocus else { return nil }
    return isOffering ? performInOffers(command, library.controller) : performInList(command, library)
  }

  private func performInList(_ command: Command, _ library: LibraryPanel) -> Outcome? {
    switch command {
    case .move(let movement):
      moveInLibrary(movement)
      return .rowWith(.noRows)
    case .list(.activate):
      library.open()
      return .rowWith(.chosen)
    case .list(.mark): library.mark()
    case .list(.remove):
      if !library.removeEntries(), let list = library.selectedPlaylist {
        application.ask(.deletePlaylist(list))
      }
      return .rowWith(.notRemoved)
    case .list(.markedToStart): return moveEntries(.start, library)
    case .list(.markedToEnd): return moveEntries(.end, library)
    case .list(.markedHere): return moveEntries(.row(library.browser.level.selection), library)
    case .list(.info): return showTrackInfo()
    case .list(.selectPlaying): return selectPlaying()
    case .search(.find): open(LibraryFilterPrompt(self, text: library.browser.level.filter))
    case .program(.cancel):
      library.clearMarks()
      if !library.browser.level.filter.isEmpty { library.setFilter("") }
      application.dismissNotice()
      return .nothingOpen(isDeselected: false)
    // This would change the queue, which does not have the focus.
    case .search: return .refused(.onlyQueueIsSearched)
    default: return nil
    }
    return .row
  }

  private func moveEntries(_ move: BlockMove, _ library: LibraryPanel) -> Outcome {
    guard library.moveEntries(move), library.browser.level.filter.isEmpty else { return .rowWith(.notMoved) }
    // A moved entry is another row, which the plain mode has printed.
    if case .row = move { return .row }
    return .rowWith(.atEnd(isAfter: move == .down || move == .end))
  }

  func moveInLibrary(_ movement: Movement) {
    guard let library = libraryPanel else { return }
    if isOffering {
      let last = EmptyLibraryRow.list(library.controller).count - 1
      state.emptyLibrarySelection = movement.row(from: state.emptyLibrarySelection, last: last, page: 1)
    } else {
      library.move(
        by: movement.rows(page: max(state.rows.library - 1, 1), count: library.browser.level.count))
    }
  }

  private func performInOffers(_ command: Command, _ library: LibraryController) -> Outcome? {
    switch command {
    case .move(let movement):
      moveInLibrary(movement)
      return .rowWith(.noRows)
    case .list(.activate):
      switch selectedOffer(library) {
      case .scan(let path): library.scan([path])
      case .other: openFolderPrompt(library)
      }
      return .rowWith(.chosen)
    case .list(.mark), .list(.remove), .list(.selectPlaying), .list(.markedToStart), .list(.markedToEnd),
      .list(.markedHere), .search(.find):
      return application.inLibrary(.row)
    default: return nil
    }
  }

  func selectedOffer(_ library: LibraryController) -> EmptyLibraryRow {
    let choices = EmptyLibraryRow.list(library)
    return choices[min(max(state.emptyLibrarySelection, 0), choices.count - 1)]
  }

  /// Adds the rows of the list that has the focus to a playlist of the index: the marked ones, or the selected one.
  func addToPlaylist(_ typed: String) {
    let name = String(typed.trimmingPrefix(while: { $0 == " " }))
    guard let library, !name.isEmpty else { return }
    if hasLibraryFocus {
      libraryPanel?.add(to: name)
      return
    }
    let marked = model.queue.items.filter { state.marks.contains($0.id) }
    let single = selected.flatMap { model.queue[$0] }.map { [$0] } ?? []
    library.add(marked.isEmpty ? single : marked, to: name)
    state.marks = []
  }

  /// Gives the library the focus and selects a row of it, or opens the row if it is selected already.
  ///
  /// - Parameter list: the index of the linked list that has the row; nil without linked lists.
  package func activate(libraryRow row: Int, ofList list: Int? = nil) {
    guard let library = libraryPanel else { return }
    defer { changed() }
    state.panel = .library
    let isOther = list.map(library.focus(onList:)) ?? false
    guard row >= 0 else { return }
    if library.stage == .empty {
      state.emptyLibrarySelection = row
    } else if row < library.browser.level.count {
      if library.browser.level.selection == row, !isOther { library.open() } else { library.select(row) }
    }
  }
}

/// Filters the list of the library panel.
package final class LibraryFilterPrompt: FilterPrompt {
  package override var fieldNote: String? { TextFieldText.queryError(text.text) }

  package override var matchesNothing: Bool { session.libraryPanel?.browser.level.isEmptied ?? false }

  package override func hints(_ keys: KeyMap) -> [KeyHint] {
    [.enter("play or open"), .leave("all again"), .choose, .tab("keep")]
  }

  override func textChanged() { session.libraryPanel?.setFilter(text.text) }
  override func apply(_ text: String) { if !text.isEmpty { session.libraryPanel?.openFound(text) } }
  override func keep(_ text: String) {}
  override func discard() { session.libraryPanel?.setFilter("") }
  package override func move(_ movement: Movement) { session.moveInLibrary(movement) }
}

/// Asks for a folder to scan.
package final class ScanPrompt: FolderPrompt {
  package override var name: String { "folder to scan" }
  override var enterText: String { "scan" }

  override func apply(_ text: String) {
    if !text.isEmpty { session.library?.scan([application.program.folder(typed: text)]) }
  }
}

/// Asks for the playlist that rows are added to.
package final class AddToPlaylistPrompt: PromptLayer {
  package override var name: String { "add to the playlist" }
  override var enterText: String { "add" }
  override func apply(_ text: String) { session.addToPlaylist(text) }
}

/// Asks for the name under which the query of the list is saved.
package final class SaveQueryPrompt: PromptLayer {
  package override var name: String { "save the query as" }
  override var enterText: String { "save" }
  override func apply(_ text: String) { if !text.isEmpty { session.libraryPanel?.saveQuery(as: text) } }
}

/// Asks for the new name of a playlist.
package final class PlaylistNamePrompt: PromptLayer {
  private let list: PlaylistName

  init(_ session: ScreenSession, _ list: PlaylistName) {
    self.list = list
    super.init(session, text: list.name)
  }

  package override var name: String { "playlist name" }
  override var enterText: String { "rename" }

  /// Renames the playlist, unless the typed name is empty or the same.
  override func apply(_ text: String) {
    let name = String(text.trimmingPrefix(while: { $0 == " " }))
    if !name.allSatisfy({ $0 == " " }), name != list.name { session.library?.rename(list, to: name) }
  }
}

extension LibraryLevel {
  /// Whether the list is read and has no rows.
  var isEmptied: Bool { listing != nil && isCurrent && !isAwaiting && count == 0 }
}
