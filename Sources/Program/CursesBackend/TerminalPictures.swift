@preconcurrency import CNcurses
import Glibc
import TerminalKit

/// The queries to the terminal about graphics, and its replies so far.
///
/// Replies come in the order of the queries.
struct GraphicsAnswers: Hashable, Sendable {
  private let choice: GraphicsChoice
  /// Whether kitty's sequences may reach a terminal that knows them: screen and tmux take them for the title of the pane.
  private var mayUseKitty: Bool
  private let mayAsk: Bool
  private var hasAskedKitty = false
  private var takesKitty = false
  private var takesSixel = false
  private var cell: Size?

  /// Sequences that other terminals ignore. Source: xterm's ctlseqs.
  private static let cellSizeQuestion = Array("\u{1B}[16t".utf8)
  private static let attributesQuestion = Array("\u{1B}[c".utf8)
  private static let kindQuestion = Array("\u{1B}[>c".utf8)

  /// The kinds of screen and of tmux: the letters S and T. They may draw the terminal where no variable says so, as at the
  /// other end of an SSH connection. Sources: `tmux/input.c`, `screen/ansi.c`.
  private static let multiplexers = [83, 84]

  /// Creates the list of questions for a terminal. `terminal`: the value of TERM. `isInside`: whether the terminal is
  /// drawn by another program, such as tmux.
  init(_ choice: GraphicsChoice, terminal: String, isInside: Bool) {
    self.choice = choice
    mayAsk = choice != .symbols && TerminalModes.mayBeAsked(terminal)
    mayUseKitty =
      mayAsk && choice != .sixel && !isInside && !["screen", "tmux"].contains { terminal.hasPrefix($0) }
    (takesKitty, takesSixel) = (choice == .kitty, choice == .sixel)
  }

  /// The questions to send first; empty if there are none.
  var questions: [UInt8] {
    guard mayAsk else { return [] }
    return (mayUseKitty ? GraphicsAnswers.kindQuestion : []) + sizeQuestion
      + GraphicsAnswers.attributesQuestion
  }

  /// Returns the query of kitty graphics, which is sent once, when the terminal has said that it is no multiplexer.
  mutating func questions(after reply: TerminalReply) -> [UInt8] {
    guard case .kind = reply, mayUseKitty, !hasAskedKitty else { return [] }
    hasAskedKitty = true
    return KittyGraphics.query
  }

  /// The query of the cell size, sent again when the window size has changed.
  var sizeQuestion: [UInt8] { mayAsk && !isSizeTold ? GraphicsAnswers.cellSizeQuestion : [] }

  /// Whether the terminal driver reports the cell size, so that the terminal is not asked.
  private var isSizeTold = false

  mutating func apply(_ reply: TerminalReply) {
    switch reply {
    case .kind(let kind): if GraphicsAnswers.multiplexers.contains(kind) { mayUseKitty = false }
    case .kittyGraphics(let isGood): takesKitty = takesKitty || isGood
    case .attributes(let numbers):
      takesSixel = takesSixel || (choice == .auto && numbers.dropFirst().contains(4))
    case .cellSize(let size): if !isSizeTold { cell = GraphicsAnswers.likely(size) ?? cell }
    case .keyboardFlags, .ground: break
    }
  }

  /// Stores the window size that the terminal driver reports.
  mutating func apply(_ window: winsize) {
    guard window.ws_col > 0, window.ws_row > 0 else { return }
    let size = Size(Int(window.ws_xpixel / window.ws_col), Int(window.ws_ypixel / window.ws_row))
    guard let size = GraphicsAnswers.likely(size) else { return }
    (cell, isSizeTold) = (size, true)
  }

  private static func likely(_ size: Size) -> Size? {
    (2...200).contains(size.width) && (4...400).contains(size.height) ? size : nil
  }

  /// The graphics protocol, or nil if pictures are made of characters.
  var graphics: TerminalGraphics? {
    guard mayAsk else { return nil }
    // Kitty's protocol states the number of cells, not their size.
    if takesKitty, mayUseKitty { return TerminalGraphics(.kitty, cell: cell ?? Size(10, 20)) }
    return takesSixel ? cell.map { TerminalGraphics(.sixel, cell: $0) } : nil
  }
}

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
