@preconcurrency import CNcurses
import Glibc
import TerminalKit

/// Drawing of the picture that the terminal itself shows, over cells that ncurses leaves blank.
extension CursesScreen {
  /// The graphics protocol that the terminal has reported, or nil if pictures are made of characters.
  package var graphics: TerminalGraphics? { colours > 0 ? answers.graphics : nil }

  /// Removes the picture on the screen if the next one is another.
  func leavePicture(for next: PlacedGraphic?) {
    guard let old = shownPicture, isPictureStale || old != next else { return }
    shownPicture = nil
    switch old.picture.kind {
    case .kitty: send(KittyGraphics.removal)
    case .sixel: wredrawln(stdscr, Int32(old.place.y), Int32(old.place.height))
    }
  }

  /// Draws a picture unless it is on the screen already.
  func show(_ placed: PlacedGraphic?) {
    isPictureStale = false
    guard let placed, placed != shownPicture, placed.place.size == placed.picture.size else { return }
    shownPicture = placed
    // Where ncurses has left the cursor, and expects it.
    let back = Terminfo.move(to: Int(getcury(curscr)), column: Int(getcurx(curscr)))
    let start = Terminfo.move(to: placed.place.y, column: placed.place.x)
    send(start + placed.picture.drawing + back)
    if modes.graphics != placed.picture.kind {
      modes.graphics = placed.picture.kind
      arm()
    }
  }
}
