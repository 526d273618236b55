import TerminalKit
import Testing

/// The looks of a whole screen, theme by theme: a letter for each cell's look, and what the letters stand for.
@Suite struct LooksTests {
  @Test(arguments: ThemeTests.names) func looksOfEachThemeMatchTheSnapshots(name: String) throws {
    for colours in [16, 256] {
      let surface = Sample.surface(Sample.full, 80, 24, try Sample.theme(name, colours: colours))
      try Snapshot.expect("looks-\(name)-\(colours)", Self.looks(surface))
    }
  }

  private static func looks(_ surface: Surface) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    var known: [Style] = []
    let lines = (0..<surface.size.height).map { y in
      String(
        surface.row(y).map { cell in
          if let index = known.firstIndex(of: cell.style) { return letters[index % letters.count] }
          known.append(cell.style)
          return letters[(known.count - 1) % letters.count]
        })
    }
    let legend = known.enumerated().map { index, style in
      "\(letters[index % letters.count]) \(style.foreground) on \(style.background) \(style.attributes.rawValue)"
    }
    return (lines + legend).joined(separator: "\n")
  }
}
