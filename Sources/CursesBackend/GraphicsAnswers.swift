import Glibc
import TerminalKit

/// The questions to the terminal about graphics, and its answers so far.
///
/// The last question is one that every terminal answers, and answers come in the order of the questions.
struct GraphicsAnswers: Hashable, Sendable {
  private let choice: GraphicsChoice
  /// Other terminals would read the question as a title (screen, tmux) or print it.
  private let mayAskKitty: Bool
  private let mayAsk: Bool
  private var takesKitty = false
  private var takesSixel = false
  private var cell: Size?

  /// Sequences that are harmless where they are not known. Source: xterm's ctlseqs.
  private static let cellSizeQuestion = Array("\u{1B}[16t".utf8)
  private static let attributesQuestion = Array("\u{1B}[c".utf8)

  /// - Parameters:
  ///   - terminal: the value of TERM.
  ///   - isInside: whether the terminal is drawn by another program, such as tmux.
  init(_ choice: GraphicsChoice, terminal: String, isInside: Bool) {
    self.choice = choice
    mayAsk = choice != .symbols && TerminalModes.mayBeAsked(terminal)
    mayAskKitty =
      mayAsk && choice != .sixel && !isInside && !["screen", "tmux"].contains { terminal.hasPrefix($0) }
    (takesKitty, takesSixel) = (choice == .kitty, choice == .sixel)
  }

  static var isInside: Bool { ["TMUX", "STY"].contains { LocaleChoice.value(of: $0) != nil } }

  /// The questions to send; empty if there are none.
  var questions: [UInt8] {
    guard mayAsk else { return [] }
    return (mayAskKitty ? KittyGraphics.question : []) + sizeQuestion + GraphicsAnswers.attributesQuestion
  }

  /// Asked again when the window's size has changed.
  var sizeQuestion: [UInt8] { mayAsk && !isSizeTold ? GraphicsAnswers.cellSizeQuestion : [] }

  /// Whether the terminal's driver tells the size, so that it need not be asked for.
  private var isSizeTold = false

  mutating func take(_ reply: TerminalReply) {
    switch reply {
    case .kittyGraphics(let isGood): takesKitty = takesKitty || (isGood && mayAskKitty)
    case .attributes(let numbers):
      takesSixel = takesSixel || (choice == .auto && numbers.dropFirst().contains(4))
    case .cellSize(let size): if !isSizeTold { cell = GraphicsAnswers.likely(size) ?? cell }
    case .keyboardFlags: break
    }
  }

  /// Stores the window size that the terminal driver reports.
  mutating func take(_ window: winsize) {
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
    if takesKitty { return TerminalGraphics(.kitty, cell: cell ?? Size(10, 20)) }
    return takesSixel ? cell.map { TerminalGraphics(.sixel, cell: $0) } : nil
  }
}
