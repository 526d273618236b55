import Glibc
import TerminalKit
import Testing

@testable import CursesBackend

@Suite struct GraphicsAnswersTests {
  private func answers(
    _ choice: GraphicsChoice = .auto, _ terminal: String = "xterm-256color", isInside: Bool = false,
    _ replies: TerminalReply...
  ) -> GraphicsAnswers {
    var answers = GraphicsAnswers(choice, terminal: terminal, isInside: isInside)
    for reply in replies { answers.apply(reply) }
    return answers
  }

  private func questions(_ answers: GraphicsAnswers) -> [String] {
    let all = String(decoding: answers.questions, as: UTF8.self)
    return ["_G", "[>c", "[16t", "[c"].filter { all.contains("\u{1B}\($0)") }
  }

  @Test func graphicsQuestionsDependOnTheTerminalAndTheSetting() {
    #expect(questions(answers()) == ["[>c", "[16t", "[c"])
    for terminal in ["screen", "screen-256color", "tmux-256color"] {
      #expect(questions(answers(.auto, terminal)) == ["[16t", "[c"])
    }
    #expect(questions(answers(.auto, "xterm-256color", isInside: true)) == ["[16t", "[c"])
    for terminal in ["linux", "vt100", "dumb"] { #expect(questions(answers(.auto, terminal)) == []) }
    #expect(questions(answers(.symbols)) == [])
    #expect(questions(answers(.sixel)) == ["[16t", "[c"])
  }

  /// tmux takes the query for the title of the pane, also where nothing but its answer tells that it is there.
  @Test func kittyGraphicsAreQueriedOnceIfTheTerminalIsNoMultiplexer() {
    var kitty = answers(.auto, "xterm-256color", .kind(1))
    #expect(kitty.questions(after: .attributes([62])) == [])
    #expect(kitty.questions(after: .kind(1)) == KittyGraphics.query)
    #expect(kitty.questions(after: .kind(1)) == [])
    for kind in [83, 84] {
      for choice in [GraphicsChoice.auto, .kitty] {
        var inside = answers(choice, "xterm-256color", .kind(kind))
        #expect(inside.questions(after: .kind(kind)) == [] && inside.graphics == nil)
      }
    }
    var sixel = answers(.sixel, "xterm-256color", .kind(1))
    #expect(sixel.questions(after: .kind(1)) == [])
    #expect(answers(.kitty, "xterm-256color", isInside: true).graphics == nil)
  }

  @Test func terminalWithoutAPositiveAnswerGetsNoGraphics() {
    #expect(answers().graphics == nil)
    #expect(answers(.auto, "xterm", .kittyGraphics(false), .attributes([62, 22])).graphics == nil)
    // The first number is the terminal's class, 64 a VT420's; a class of 4 would be none.
    #expect(answers(.auto, "xterm", .attributes([4]), .cellSize(Size(8, 16))).graphics == nil)
    #expect(answers(.symbols, "xterm", .kittyGraphics(true), .attributes([62, 4])).graphics == nil)
  }

  @Test func kittyGraphicsArePreferredToSixel() {
    let both = answers(
      .auto, "xterm-kitty", .kittyGraphics(true), .cellSize(Size(9, 18)), .attributes([62, 4]))
    #expect(both.graphics == TerminalGraphics(.kitty, cell: Size(9, 18)))
    #expect(answers(.auto, "xterm-kitty", .kittyGraphics(true)).graphics?.kind == .kitty)
    #expect(answers(.auto, "screen", .kittyGraphics(true)).graphics == nil)
  }

  @Test func sixelsNeedTheSizeOfACell() {
    #expect(answers(.auto, "foot", .attributes([62, 4])).graphics == nil)
    let known = answers(.auto, "foot", .cellSize(Size(8, 16)), .attributes([62, 4]))
    #expect(known.graphics == TerminalGraphics(.sixel, cell: Size(8, 16)))
    #expect(answers(.auto, "foot", .cellSize(Size(9_000, 1)), .attributes([62, 4])).graphics == nil)
  }

  @Test func graphicsSettingOverridesTheAnswers() {
    #expect(answers(.kitty, "xterm").graphics?.kind == .kitty)
    #expect(answers(.sixel, "xterm", .cellSize(Size(8, 16))).graphics?.kind == .sixel)
    #expect(
      answers(.sixel, "xterm", .kittyGraphics(true), .cellSize(Size(8, 16))).graphics?.kind == .sixel)
  }

  @Test func cellSizeOfTheDriverIsUsedWithoutAQuestion() {
    var answers = answers(.auto, "foot", .attributes([62, 4]))
    answers.apply(winsize(ws_row: 30, ws_col: 100, ws_xpixel: 900, ws_ypixel: 600))
    #expect(answers.graphics == TerminalGraphics(.sixel, cell: Size(9, 20)) && answers.sizeQuestion == [])
    answers.apply(.cellSize(Size(50, 50)))
    #expect(answers.graphics?.cell == Size(9, 20))
    answers.apply(winsize(ws_row: 30, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0))
    #expect(answers.graphics?.cell == Size(9, 20))
  }
}
