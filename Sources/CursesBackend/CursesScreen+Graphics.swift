@preconcurrency import CNcurses
import Glibc
import TerminalKit

/// The picture that the terminal itself draws over cells that ncurses leaves alone.
extension CursesScreen {
  /// How the terminal takes pictures, as far as it has answered; nil where they are to be made of characters.
  package var graphics: TerminalGraphics? { colours > 0 && pictures != nil ? answers.graphics : nil }

  /// A picture is on its way: nothing can be drawn until it is through.
  package var isBusy: Bool { pictures?.isBusy ?? false }

  /// Becomes writable when there is room for more of the picture; −1 where none is on its way.
  package var busyDescriptor: Int32 {
    guard let descriptor = pictures?.descriptor, isBusy else { return -1 }
    return descriptor
  }

  /// Sends what there is room for.
  package func goOn() { pictures?.goOn() }

  /// Takes away the picture that stands, if it is to go.
  func leavePicture(for next: PlacedGraphic?) {
    guard let old = shownPicture, isPictureStale || old != next else { return }
    shownPicture = nil
    switch old.picture.kind {
    case .kitty: send(KittyGraphics.removal)
    case .sixel: wredrawln(stdscr, Int32(old.place.y), Int32(old.place.height))
    }
  }

  /// Has the terminal draw a picture, unless it stands there.
  func show(_ placed: PlacedGraphic?) {
    isPictureStale = false
    guard let placed, placed != shownPicture, placed.place.size == placed.picture.size else { return }
    shownPicture = placed
    // Where ncurses has left the cursor, and expects it.
    let back = Terminfo.move(to: Int(getcury(curscr)), column: Int(getcurx(curscr)))
    let start = Terminfo.move(to: placed.place.y, column: placed.place.x)
    pictures?.send(start + placed.picture.drawing + back)
    if modes.graphics != placed.picture.kind {
      modes.graphics = placed.picture.kind
      arm()
    }
  }
}
