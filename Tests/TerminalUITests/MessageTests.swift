import Application
import SystemBase
import TerminalKit
import Testing

@testable import TerminalUI

/// Messages on narrow screens: what is decisive is seen.
@Suite struct MessageTests {
  private func text(_ text: String, _ severity: Severity = .error, in columns: Int) -> String {
    MessageContent(text, severity).text(in: columns)
  }

  @Test func messageThatFitsIsShownAsItIs() {
    let long = "cannot play /music/a b/x.mp3: no such file; skipped"
    #expect(text(long, in: 80) == long)
  }

  @Test func messageThatDoesNotFitNamesTheFileWithoutItsFolders() {
    let long = "cannot play /music/by year/1999/x.mp3: no such file; skipped"
    #expect(text(long, in: 50) == "cannot play …/x.mp3: no such file; skipped")
    #expect(text("wrote /a/b.flac, 01:00, to /c/d/e", .info, in: 20) == "wrote …/b.flac, 01:00, to …/e")
    #expect(text("24/7 and /x", .info, in: 3) == "24/7 and /x")
  }

  @Test func problemThatDoesNotFitBeginsWithItsReason() {
    let long = "cannot play /music/a song with a long name.mp3: no such file; skipped"
    #expect(
      text(long, in: 40) == "no such file; skipped: cannot play …/a song with a long name.mp3")
    // What is before the colon of other messages is decisive.
    let warning = "config, line 3: unknown setting x"
    #expect(text(warning, .warning, in: 20) == warning)
    #expect(text("layout: large pads and lists", .info, in: 20) == "layout: large pads and lists")
  }

  @Test(arguments: [(40, 12), (80, 24), (20, 5)])
  func everyWordOfALongMessageCanBeScrolledTo(width: Int, height: Int) {
    let words = (0..<80).map { "word\($0)" }
    let area = Rect(0, 0, width, height)
    var content = NoticesContent([MessageContent(words.joined(separator: " ")), MessageContent("older")])
    var seen = ""
    while true {
      var surface = Surface(Size(width, height))
      content.draw(on: &surface, in: area, theme: .monochrome)
      seen += surface.lines.joined(separator: "\n")
      guard NoticesOverlay(notices: content, theme: .monochrome).linesBelow(in: area) > 0 else { break }
      content.line += 1
    }
    for word in words { #expect(seen.contains(word), "\(word)") }
  }
}
