import Percussion
import TerminalKit
import Testing

@testable import TerminalUI

@Suite struct PadGridTests {
  private static let theme = ThemeFile(
    """
    plain=#d4d8de on #101010
    pad-name=#d4d8de
    pad1=#ff0000
    struck1=#000000 on #ff0000
    """)

  private func drawn(
    _ sizeClass: SizeClass, velocity: Int = 0, glow: Float = 0, isLit: Bool = false, colours: Int = 256
  ) -> (surface: Surface, pad: Rect) {
    let pad = PadContent(
      key: "a", name: "hat", chokedKeys: "k ;", isLit: isLit, velocity: velocity, glow: glow)
    let size = sizeClass == .regular ? Size(112, 4) : (sizeClass == .compact ? Size(72, 6) : Size(60, 2))
    var surface = Surface(size)
    PadGrid(
      pads: Array(repeating: pad, count: 8), theme: Self.theme.theme(colours: colours), sizeClass: sizeClass
    )
    .draw(on: &surface, in: surface.bounds)
    return (surface, PadGrid.places(of: 8, sizeClass, in: surface.bounds)[0])
  }

  @Test(arguments: [SizeClass.regular, .compact, .minimal]) func padGridShowsTheBankOfAKitWithSeveral(
    _ size: SizeClass
  ) {
    let area = size == .regular ? Size(112, 4) : (size == .compact ? Size(72, 6) : Size(60, 2))
    var bank = PadBank()
    func shown() -> String {
      var surface = Surface(area)
      PadGrid(
        pads: Array(repeating: PadContent(key: "a", name: "hat"), count: 8), bank: bank,
        theme: Self.theme.theme(colours: 256), sizeClass: size
      )
      .draw(on: &surface, in: surface.bounds)
      return surface.lines.joined(separator: "\n")
    }
    #expect(!shown().contains("1/1"))
    bank.setCount(4)
    bank.select(2)
    #expect(shown().contains(size == .minimal ? " 2/4" : " bank 2/4 "))
  }

  @Test(arguments: [256, 16, 0]) func padsHaveTheColoursOfTheKitWith256ColoursOnly(colours: Int) {
    let pad = PadContent(key: "a", name: "hat", colour: .rgb(0, 200, 255), velocity: 127, glow: 1)
    let theme = Self.theme.theme(colours: colours)
    var surface = Surface(Size(112, 4))
    PadGrid(pads: [pad], theme: theme, sizeClass: .regular).draw(on: &surface, in: surface.bounds)
    let (frame, name) = (surface[0, 0].style, surface[2, 1].style)
    #expect((frame.foreground == .rgb(0, 200, 255)) == (colours == 256))
    #expect((name == Style(.rgb(13, 15, 18), on: .rgb(0, 200, 255))) == (colours == 256))
    #expect(colours == 256 || frame == theme.pad(0))
  }

  private func text(_ surface: Surface, _ pad: Rect) -> String {
    pad.rows.map { y in String(pad.columns.map { surface[$0, y].character }) }.joined(separator: "\n")
  }

  @Test(arguments: [SizeClass.regular, .compact, .minimal]) func padShowsItsKeyItsNameAndThePadsThatItChokes(
    _ size: SizeClass
  ) {
    let (surface, pad) = drawn(size)
    let text = text(surface, pad)
    #expect(text.contains("a") && text.contains("hat"))
    let choked = [SizeClass.minimal: " ↔k ;", .compact: " chokes k ; ", .regular: " ↔k ; "][size]
    #expect(choked.map(text.contains) == true)
  }

  @Test(arguments: [SizeClass.regular, .compact, .minimal]) func padThatIsHitSoftlyHasItsKeyInParentheses(
    _ size: SizeClass
  ) {
    var pad = PadContent(key: "a", name: "hat")
    func line() -> String {
      var surface = Surface(size == .regular ? Size(112, 4) : size == .compact ? Size(72, 6) : Size(60, 2))
      PadGrid(
        pads: Array(repeating: pad, count: 8), theme: Self.theme.theme(colours: 256), sizeClass: size
      )
      .draw(on: &surface, in: surface.bounds)
      return surface.lines[0]
    }
    #expect(line().hasPrefix(size == .minimal ? "a hat" : "┌ a ─"))
    pad.isSoft = true
    #expect(line().hasPrefix(size == .minimal ? "(a) hat" : "┌ (a) ─"))
    pad.key = ""
    #expect(!line().contains("("), "its bank is not chosen")
  }

  @Test func padsOfAChokeGroupNameTheKeysOfTheOthersThatAreShown() {
    let pads = [("a", 1), ("s", nil), ("d", 1), ("", 1), ("f", 2)].map {
      PadContent(key: $0.0, name: "pad", chokeGroup: $0.1, silencedBy: $0.1)
    }
    #expect(pads.withChokedKeys.map(\.chokedKeys) == ["d", "", "a", "a d", ""])
  }

  /// Columns of the bar: what looks otherwise than at rest.
  private func bar(_ size: SizeClass, _ velocity: Int, _ glow: Float, colours: Int = 256) -> Int {
    let (surface, pad) = drawn(size, velocity: velocity, glow: glow, isLit: true, colours: colours)
    if size != .minimal {
      return text(surface, pad).filter { $0 == "▆" || $0 == "━" }.count
    }
    let struck = Self.theme.theme(colours: colours).struckPad(0)
    return pad.columns.filter { surface[$0, pad.y].style == struck }.count
  }

  @Test(arguments: [SizeClass.regular, .compact, .minimal], [256, 16, 0])
  func theBarIsAsLongAsTheStrikeWasHardAndShrinks(size: SizeClass, colours: Int) {
    // The flash of a soft hit ends soon; the bar remains.
    let (hard, soft, fading) = (
      bar(size, 127, 0.3, colours: colours), bar(size, 60, 0.3, colours: colours),
      bar(size, 127, 0.1, colours: colours)
    )
    #expect(hard > soft && hard > fading && soft > 0 && fading > 0)
    #expect(bar(size, 127, 0, colours: colours) == 0)
  }

  @Test(arguments: [SizeClass.regular, .compact, .minimal]) func padFlashesLongerAfterAHarderStrike(
    _ size: SizeClass
  ) {
    func ground(_ velocity: Int, _ glow: Float, isLit: Bool = true) -> Colour {
      let (surface, pad) = drawn(size, velocity: velocity, glow: glow, isLit: isLit)
      // Beside the bar, in the name's row.
      return surface[pad.endX - 2, pad.y + (size == .minimal ? 0 : 1)].style.background
    }
    let (full, rest) = (Colour.rgb(255, 0, 0), Colour.rgb(16, 16, 16))
    #expect(ground(127, 1) == full && ground(30, 1) == full)
    #expect(ground(127, 0.5) == full && ground(30, 0.5) != full)
    // Dim while it still sounds, and then at rest.
    #expect(![full, rest].contains(ground(127, 0.1)) && ![full, rest].contains(ground(127, 0)))
    #expect(ground(127, 0, isLit: false) == rest)
  }

  private func shown(_ lateness: Int?, _ size: SizeClass, banks: Int = 1) -> [String] {
    var bank = PadBank()
    bank.setCount(banks)
    var surface = Surface(size == .regular ? Size(112, 4) : Size(60, 2))
    PadGrid(
      pads: Array(repeating: PadContent(key: "a", name: "hat", lateness: lateness), count: 8), bank: bank,
      theme: Self.theme.theme(colours: 256), sizeClass: size
    )
    .draw(on: &surface, in: surface.bounds)
    return surface.lines
  }

  /// The lines of two banks of pads, whose keys are the rows of letters.
  private func twoBanks(_ size: Size, _ sizeClass: SizeClass) -> [String] {
    var surface = Surface(size)
    let pads = "asdfjkl;qweruiop".map { PadContent(key: String($0), name: "pad \($0)") }
    PadGrid(pads: pads, theme: Self.theme.theme(colours: 256), sizeClass: sizeClass)
      .draw(on: &surface, in: surface.bounds)
    return surface.lines
  }

  @Test func secondOfTwoBanksIsDrawnAboveTheFirst() {
    let lines = twoBanks(Size(112, 8), .regular)
    func keys(_ line: String) -> [Character] {
      line.filter { $0 != " " && $0 != "─" && $0 != "┌" && $0 != "┐" }.map(\.self)
    }
    #expect(keys(lines[0]) == Array("qweruiop") && keys(lines[4]) == Array("asdfjkl;"))
    #expect(lines[1].contains("pad q") && lines[5].contains("pad a"))
    let flat = twoBanks(Size(78, 2), .compact)
    #expect(flat[0].hasPrefix("q pad q  w pad w") && flat[1].hasPrefix("a pad a  s pad s"))
  }

  @Test func narrowScreenHasThePadsOfTheLeftHandAboveThoseOfTheRight() {
    let lines = twoBanks(Size(40, 4), .minimal)
    #expect(lines.map { $0.prefix(1) } == ["q", "a", "u", "j"])
    #expect(lines[0].hasPrefix("q pad q   w pad w"))
    let smallest = twoBanks(Size(20, 2), .minimal)
    #expect(smallest.map { $0.filter { $0 != " " } } == ["qweruiop", "asdfjkl;"])
  }

  @Test func latenessStandsLeftOrRightOfTheMiddleOfTheLowerFrame() {
    func frame(_ lateness: Int?) -> String { String(shown(lateness, .regular)[3].prefix(14)) }
    #expect(frame(nil) == "└────────────┘")
    #expect(frame(-50) == "└−50─────────┘" && frame(50) == "└─────────+50┘")
    #expect(frame(-12) == "└───−12──────┘" && frame(0) == "└──────0─────┘" && frame(8) == "└──────+8────┘")
  }

  @Test func latenessStandsBehindTheNameOfAPadWithoutAFrame() {
    let rows = shown(-7, .minimal, banks: 3)
    #expect(rows[0].hasPrefix("a hat       −7 a hat"))
    #expect(rows[1].hasSuffix("a hat    −7 1/3"))
  }

  @Test func numberOfTheBankDoesNotCoverALateHit() {
    #expect(shown(50, .regular, banks: 4)[3].hasSuffix("└────+50 1/4 ┘"))
    #expect(shown(nil, .regular, banks: 4)[3].hasSuffix("└── bank 1/4 ┘"))
  }
}
