import Application
import MusicLibrary
import MusicQuery

/// Selects the first row of the library's list that begins with the typed letters. Escape selects the former row again.
package final class LetterJumpPrompt: PromptLayer {
  private let start: Int

  override init(_ session: ScreenSession, text: String = "") {
    start = session.libraryPanel?.browser.level.selection ?? 0
    super.init(session, text: text)
    session.libraryPanel?.readTitles()
  }

  package override var name: String { "jump to" }
  override var enterText: String { "stay" }
  package override var hasRows: Bool { true }
  package override var fieldNote: String? { matchesNothing ? "no row begins with this" : nil }
  package override var matchesNothing: Bool {
    !text.text.isEmpty && session.libraryPanel?.browser.level.row(beginningWith: text.text) == nil
  }

  override func textChanged() { session.libraryPanel?.jump(to: text.text) }
  override func discard() { session.libraryPanel?.select(start) }
  package override func move(_ movement: Movement) { session.moveInLibrary(movement) }
}

extension ScreenSession {
  func jump(to letters: String) -> Outcome {
    guard hasLibraryFocus, let library = libraryPanel else { return .refused(.libraryHasNoFocus) }
    return library.jump(to: letters) ? .row : .notice(.library(.nothingMatches(letters)))
  }
}

extension LibraryPanel {
  /// Selects the first row that begins with letters.
  ///
  /// - Returns: false if there is none.
  @discardableResult
  func jump(to letters: String) -> Bool {
    guard let row = browser.level.row(beginningWith: letters) else { return false }
    select(row)
    return true
  }

  /// Requests the tracks of the list, as many as are kept, since their titles are not in it.
  func readTitles() { show { $0.readTitles() } }
}

extension LibraryLevel {
  /// Returns the first row that begins with letters, regardless of case and accents; nil if there is none. Of tracks,
  /// those that have been read are compared.
  func row(beginningWith letters: String) -> Int? {
    let wanted = FoldedText.bytes(letters)
    guard let first = wanted.first else { return nil }
    return (0..<count).first { index in
      guard let name = name(ofRow: index) else { return false }
      // Most names are rejected without a folded copy.
      if let byte = name.utf8.first, byte < 0x80, first < 0x80, byte | 0x20 != first | 0x20 { return false }
      return FoldedText.bytes(name).starts(with: wanted)
    }
  }

  private func name(ofRow index: Int) -> String? {
    switch listing?.item(index) {
    case .place(let row)?: LibraryText.name(row.place)
    case .track(let id)?: track(id).map { $0.track.title ?? $0.track.path.lastComponent.shown }
    case .entry?, nil: nil
    }
  }
}
