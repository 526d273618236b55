import Application
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
