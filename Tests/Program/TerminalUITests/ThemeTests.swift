import Glibc
import SystemBase
import Testing

@testable import TerminalKit
@testable import TerminalUI

@Suite struct ThemeTests {
  static let names = ["dark", "light", "high-contrast", "monochrome", "terminal"]

  @Test func slotsHaveTheNamesOfTheirCases() {
    for slot in Theme.Slot.allCases {
      let words = "\(slot)".map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }
      #expect(slot.name == words.joined())
    }
  }

  /// What is no text: lines, bars, frames.
  private static let graphics: Set<Theme.Slot> = [
    .rule, .progressRest, .progressDone, .progressKnob, .waveRest, .meterRest, .waveCursor,
  ]

  @Test(arguments: ["dark", "light", "high-contrast"], [16, 256, 1 << 24])
  func textOfShippedThemesHasEnoughContrast(name: String, colours: Int) throws {
    let theme = try Sample.theme(name, colours: colours)
    for slot in Theme.Slot.allCases where !Self.graphics.contains(slot) {
      let style = theme[slot]
      guard let text = Self.components(style.foreground, colours),
        let ground = Self.components(style.background, colours)
      else {
        Issue.record("\(slot.name) has the terminal's own colours")
        continue
      }
      let contrast = Self.contrast(text, ground)
      #expect(contrast >= (name == "high-contrast" && colours > 16 ? 7 : 4.5), "\(slot.name): \(contrast)")
    }
  }

  /// The default text and ground of terminals.
  private static let terminals: [(text: SIMD3<Int>, ground: SIMD3<Int>)] = [
    // xterm, and with -rv; the VGA console.
    (SIMD3(0, 0, 0), SIMD3(255, 255, 255)), (SIMD3(255, 255, 255), SIMD3(0, 0, 0)),
    (SIMD3(170, 170, 170), SIMD3(0, 0, 0)),
    // GNOME, Ubuntu, KDE, Visual Studio Code.
    (SIMD3(23, 20, 33), SIMD3(255, 255, 255)), (SIMD3(208, 207, 204), SIMD3(23, 20, 33)),
    (SIMD3(255, 255, 255), SIMD3(48, 10, 36)), (SIMD3(252, 252, 252), SIMD3(35, 38, 39)),
    (SIMD3(204, 204, 204), SIMD3(30, 30, 30)), (SIMD3(51, 51, 51), SIMD3(255, 255, 255)),
  ]

  /// Bars, lines and frames, which have colours of their own on the terminal's ground. WCAG 2.1 asks 3 of them on any
  /// ground; on black and on white they have 4.5.
  private static let coloured: Set<Theme.Slot> = graphics.union([
    .waveLow, .waveMiddle, .waveHigh, .meterLow, .meterMiddle, .meterHigh, .pad1, .pad2, .pad3, .pad4, .pad5,
    .pad6, .pad7, .pad8, .partDrums, .partBass, .partVocals, .partOther,
  ])

  @Test(arguments: [8, 16, 256, 1 << 24])
  func theTerminalThemeHasEnoughContrastOnDarkAndOnLight(colours: Int) throws {
    let theme = try Sample.theme("terminal", colours: colours)
    for slot in Theme.Slot.allCases {
      let style = theme[slot]
      #expect(!style.attributes.contains(.dim), "\(slot.name): terminals dim as they like")
      if style.foreground == .default || colours <= 16 {
        // The user defines what 16 colours look like.
        #expect(style.foreground == .default && style.background == .default, "\(slot.name)")
      }
      for terminal in Self.terminals {
        let text = Self.components(style.foreground, colours) ?? terminal.text
        let ground = Self.components(style.background, colours) ?? terminal.ground
        let isTinted = ![0, 765].contains(terminal.ground.wrappedSum())
        let contrast = Self.contrast(text, ground)
        let least = Self.coloured.contains(slot) && isTinted ? max(3, 0.95 * Self.highest(on: ground)) : 4.5
        #expect(contrast >= least, "\(slot.name): \(contrast) on \(ground)")
      }
    }
  }

  /// Solarized, Gruvbox, Nord, a grey, and the grounds of terminals.
  private static let told: [Colour] =
    [.rgb(0, 43, 54), .rgb(253, 246, 227), .rgb(40, 40, 40), .rgb(46, 52, 64), .rgb(128, 128, 128)]
    + terminals.map { .rgb(UInt8($0.ground.x), UInt8($0.ground.y), UInt8($0.ground.z)) }

  @Test(arguments: [256, 1 << 24], told)
  func theTerminalThemeFitsAGroundThatTheTerminalTells(colours: Int, ground: Colour) throws {
    let file = ThemeFile(
      String(decoding: try FileBytes.read(Sample.themePath("terminal"), limit: 1 << 16), as: UTF8.self))
    let (theme, unfitted) = (file.theme(colours: colours, on: ground), file.theme(colours: colours))
    for slot in Theme.Slot.allCases where theme[slot].background == .default {
      guard let shown = Self.components(theme[slot].foreground, colours) else { continue }
      let contrast = try #require(ground.contrast(with: .rgb(UInt8(shown.x), UInt8(shown.y), UInt8(shown.z))))
      #expect(contrast >= 4.5, "\(slot.name): \(contrast)")
    }
    for slot in Theme.Slot.allCases where unfitted[slot].background != .default {
      #expect(theme[slot] == unfitted[slot])
    }
    for colour: Colour in [.rgb(0, 0, 0), .rgb(255, 255, 255), .rgb(0, 0, 200), .rgb(255, 255, 0)] {
      #expect(try #require(theme.pad(0, colour).foreground.contrast(with: ground)) >= 4.5)
    }
  }

  @Test func otherThemesKeepTheirColoursOnEveryGround() {
    let file = ThemeFile("rule=#303030\nfit-ground=no\nfit-ground=maybe")
    #expect(file.theme(colours: 256, on: .rgb(40, 40, 40)) == file.theme(colours: 256))
    #expect(file.problems.map(\.line) == [3])
    let few = ThemeFile("rule=8\nfit-ground=yes")
    #expect(few.theme(colours: 16, on: .rgb(40, 40, 40)) == few.theme(colours: 16))
  }

  /// The highest contrast on a dark ground of a colour that has 4.5 on white, too.
  private static func highest(on ground: SIMD3<Int>) -> Double { 1.05 / 4.5 / (luminance(ground) + 0.05) }

  @Test func kitColoursHaveEnoughContrastOnTheTerminalsGround() throws {
    let theme = try Sample.theme("terminal", colours: 1 << 24)
    for colour: Colour in [.rgb(0, 0, 0), .rgb(255, 255, 255), .rgb(0, 0, 200), .rgb(255, 255, 0)] {
      let shown = theme.pad(0, colour).foreground
      for ground: Colour in [.rgb(0, 0, 0), .rgb(255, 255, 255)] {
        #expect(try #require(shown.contrast(with: ground)) >= 4.5, "\(colour)")
      }
      let struck = theme.struckPad(0, colour)
      #expect(try #require(struck.foreground.contrast(with: struck.background)) >= 4.5)
    }
  }

  @Test func monochromeThemeEqualsTheBuiltInOneWithoutColours() throws {
    #expect(try Sample.theme("monochrome") == .monochrome)
    for slot in Theme.Slot.allCases {
      let style = Theme.monochrome[slot]
      #expect(style.foreground == .default && style.background == .default)
    }
  }

  @Test(arguments: names) func everyLineOfAShippedThemeIsUnderstood(name: String) throws {
    let path = Sample.themePath(name)
    let file = ThemeFile(String(decoding: try FileBytes.read(path, limit: 1 << 16), as: UTF8.self))
    #expect(file.problems.isEmpty)
    #expect(file.theme(colours: 0) == .monochrome)
  }

  @Test func aThemeDecidesWhetherPadsHaveTheColoursOfTheKit() throws {
    let shown = try Self.names.map { try Sample.theme($0).showsKitColours }
    #expect(shown == [true, true, false, false, true])
    #expect(try !Sample.theme("dark", colours: 16).showsKitColours)
    let own = ThemeFile("pad1=#ff0000\nkit-colours=no\nkit-colours=maybe")
    #expect(!own.theme(colours: 256).showsKitColours && own.problems.map(\.line) == [3])
  }

  @Test(arguments: ["dark", "light"]) func kitColoursHaveEnoughContrast(name: String) throws {
    let theme = try Sample.theme(name)
    for colour: Colour in [.rgb(0, 0, 0), .rgb(255, 255, 255), .rgb(0, 0, 200), .rgb(255, 255, 0)] {
      for style in [theme.pad(0, colour), theme.struckPad(0, colour)] {
        #expect(try #require(style.foreground.contrast(with: style.background)) >= 4.5)
      }
    }
    #expect(theme.pad(0, .rgb(128, 128, 128)).background == theme[.plain].background)
  }

  @Test func themeFileIsReadIntoStyles() {
    let file = ThemeFile(
      "# one\nplain=#102030 on 231\n\n title = bold underline default on #ffffff\nbrand=bold\nbrand@16=2\n")
    let theme = file.theme(colours: 256)
    #expect(theme[.plain] == Style(.rgb(16, 32, 48), on: .indexed(231)))
    #expect(theme[.title] == Style(.default, on: .rgb(255, 255, 255), [.bold, .underline]))
    #expect(theme[.brand] == Style(.default, on: .indexed(231), .bold))
    #expect(theme[.error] == theme[.plain])
    #expect(file.theme(colours: 8)[.brand] == Style(.indexed(2), on: .indexed(231)))
  }

  @Test(arguments: [
    "title", "titel=1", "title=red", "title=#12345", "title=1 on", "title=1 on 2 3", "title=256",
  ])
  func invalidThemeLineIsReported(line: String) {
    #expect(ThemeFile("plain=7\n" + line).problems == [ThemeFile.Problem(line: 2, text: line)])
  }

  private static func components(_ colour: Colour, _ colours: Int) -> SIMD3<Int>? {
    if colours > 256, case .rgb(let red, let green, let blue) = colour {
      return SIMD3(Int(red), Int(green), Int(blue))
    }
    return colour.index(inPaletteOf: min(colours, 256)).map(Colour.components)
  }

  /// Source: WCAG 2.1, relative luminance and contrast ratio.
  private static func contrast(_ one: SIMD3<Int>, _ other: SIMD3<Int>) -> Double {
    let (light, dark) = (max(luminance(one), luminance(other)), min(luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
  }

  private static func luminance(_ colour: SIMD3<Int>) -> Double {
    func linear(_ value: Int) -> Double {
      let share = Double(value) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(colour.x) + 0.7152 * linear(colour.y) + 0.0722 * linear(colour.z)
  }
}
