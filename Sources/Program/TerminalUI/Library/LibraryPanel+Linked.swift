import MusicLibrary

/// The linked lists of the library panel, which stay as they were left while others are shown.
extension LibraryPanel {
  /// Whether the linked lists are shown.
  package var showsLinkedLists: Bool { stage == .ready && browser.isLinked }

  /// Shows the linked lists, or those that were opened.
  ///
  /// - Returns: false if they are shown already.
  @discardableResult
  package func showLinkedLists(_ isShown: Bool) -> Bool {
    let left = browser
    guard left.isLinked != isShown else { return false }
    let other = otherBrowser ?? LibraryBrowser(linked: linkedLists, like: left)
    otherBrowser = left
    show {
      $0 = other
      $0.refresh()
    }
    return true
  }

  /// Changes which lists are linked.
  package func setLinkedLists(_ lists: [LinkedList]) {
    guard lists != linkedLists else { return }
    linkedLists = lists
    if browser.isLinked {
      show { $0 = LibraryBrowser(linked: lists, like: $0) }
    } else {
      otherBrowser = nil
    }
  }

  /// Whether the linked lists are shown, which of them has the keys, and the selected rows, as text for the next start;
  /// nil if they were not shown.
  var savedLinkedLists: String? {
    guard let lists = browser.isLinked ? browser : otherBrowser else { return nil }
    return ([browser.isLinked ? "shown" : "hidden", "\(lists.focus)"] + lists.selectedRows)
      .joined(separator: "\u{1F}")
  }

  /// Restores the linked lists from their text at the start. If other lists are linked now, only whether they are shown is
  /// restored.
  package func restoreLinkedLists(_ text: String) {
    let words = text.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init)
    guard words.count > 2, let focus = Int(words[1]), !browser.isLinked else { return }
    var lists = LibraryBrowser(linked: linkedLists, like: browser)
    let rows = words.dropFirst(2)
    if rows.count == lists.levels.count {
      lists.awaitedRows = Dictionary(uniqueKeysWithValues: zip(0..., rows))
      lists.moveFocus(by: focus)
    }
    otherBrowser = lists
    if words[0] == "shown" { showLinkedLists(true) }
  }

  /// Gives the keys to the linked list on the left or on the right.
  ///
  /// - Returns: false if there is none.
  @discardableResult
  package func moveFocus(by lists: Int) -> Bool { show { $0.moveFocus(by: lists) } }

  /// Gives the keys to a linked list.
  ///
  /// - Returns: whether it did not have them.
  package func focus(onList index: Int) -> Bool {
    let lists = index - browser.focus
    return lists != 0 && moveFocus(by: lists)
  }
}
