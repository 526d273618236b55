@preconcurrency import CNcurses
import Glibc
import SystemBase
import TerminalKit
import Testing

@testable import CursesBackend

/// Rows are as wide on the terminal as on the surface, by the widths of the C library, which ncurses and most terminals use.
@MainActor @Suite struct CellWidthTests {
  /// Sequences and their parts, and characters that are not drawn.
  private static let pieces = [
    "a", "Z", " ", "é", "日", "ｱ", "Ａ", "\u{301}", "\u{20E3}", "\u{FE0F}", "\u{FE0E}", "\u{200D}", "\u{200B}",
    "\u{200C}",
    "\u{2060}", "\u{AD}", "\u{34F}", "\u{FEFF}", "👩", "👦", "❤", "\u{1F3FD}", "\u{1F3FF}", "👍", "☝", "🇫", "🇷",
    "1", "#", "©",
    "\u{1112}", "\u{1161}", "\u{11AB}", "\u{A960}", "\u{D7B0}", "\u{AC00}", "\u{3164}", "क", "\u{94D}", "ष",
    "\u{93F}",
    "\u{902}", "த", "\u{BBF}", "ก", "\u{E33}", "\u{E31}", "\u{600}", "\u{D4E}", "\u{302E}", "\u{3099}",
    "\u{304B}",
    "\u{16FF0}", "\u{E0067}", "🏴", "\u{1D165}", "\u{E0100}", "\u{1885}", "ا", "\u{651}", "\u{1B}", "\r\n",
    "\t", "\u{1171E}",
    "\u{378}", "👩‍👩‍👧‍👦", "👍🏽", "🇩🇪", "1️⃣",
  ]

  private func text(_ count: Int, _ random: inout SeededGenerator) -> String {
    (0..<count).map { _ in CellWidthTests.pieces.randomElement(using: &random) ?? "" }.joined()
  }

  /// Returns the code points that are sent for the row of a surface.
  private func sent(_ surface: Surface) throws -> [wchar_t] {
    let locale = try #require(newlocale(Int32(1) << LC_CTYPE, "C.UTF-8", nil))
    let before = uselocale(locale)
    defer {
      uselocale(before)
      freelocale(locale)
    }
    var encoder = CellEncoder(isUTF8: true, wantsColour: false)
    let cells = encoder.encode(surface.row(0))
    let scalars = cells.flatMap { cell in
      let all = cell.chars
      return [all.0, all.1, all.2, all.3, all.4].prefix { $0 != 0 }
    }
    let columns = scalars.reduce(0) { $0 + Int(wcwidth($1)) }
    #expect(
      columns == surface.size.width, "\(surface.lines[0].unicodeScalars.map { String($0.value, radix: 16) })")
    return scalars
  }

  @Test func rowOfAnySequencesHasTheWidthOfTheScreen() throws {
    var random = SeededGenerator(seed: 14)
    for width in 1...200 {
      for alignment in [Surface.Alignment.leading, .centre, .trailing] {
        var surface = Surface(Size(width, 1))
        let long = text(Int.random(in: 1...(width + 8), using: &random), &random)
        surface.write(long, in: surface.bounds, .plain, alignment)
        // Over the first text, and cut by its clip.
        let start = Int.random(in: -4..<width, using: &random)
        let clip = Rect(Int.random(in: 0..<width, using: &random), 0, 9, 1)
        surface.write(text(8, &random), at: Point(start, 0), .plain, in: clip)
        let scalars = try sent(surface)
        // Terminals join these with the character before.
        let joined = scalars.filter {
          [0x200D, 0xFE0E, 0xFE0F].contains($0) || (0x1F3FB...0x1F3FF).contains($0)
        }
        #expect(joined.isEmpty)
        let flags = scalars.split { !(0x1F1E6...0x1F1FF).contains($0) }
        #expect(flags.allSatisfy { $0.count % 2 == 0 })
      }
    }
  }

  /// Terminals draw them in columns of their own behind the letter, as the C library and ncurses count them.
  @Test func spacingMarkIsSentInColumnsOfItsOwn() throws {
    let marks = (UInt32(0x300)...0x1FFFF).compactMap(Unicode.Scalar.init).filter {
      // Those that the C library of the oldest supported system knows. It counts no column for U+1171E.
      $0.properties.generalCategory == .spacingMark && ($0.properties.age?.major ?? .max) <= 14
        && $0.value != 0x1171E
    }
    #expect(marks.count > 400)
    for mark in marks {
      var surface = Surface(Size(4, 1))
      surface.write("x\(mark)y", at: Point(0, 0))
      let expected = ["x", mark, "y"].map { wchar_t($0.value) }
      #expect(try sent(surface).starts(with: expected), "\(String(mark.value, radix: 16))")
    }
  }

  @Test(arguments: [("🇫🇷🇩", "🇫🇷D "), ("🇫\u{200B}🇷", "🇫🇷  "), ("a🇫", "aF  "), ("🇫🇷🇩🇪", "🇫🇷🇩🇪")])
  func letterOfHalfAFlagIsLatin(text: String, expected: String) throws {
    var surface = Surface(Size(4, 1))
    surface.write(text, at: Point(0, 0))
    #expect(try sent(surface) == expected.unicodeScalars.map { wchar_t($0.value) })
  }
}
