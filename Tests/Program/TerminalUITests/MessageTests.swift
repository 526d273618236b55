import Player
import SystemBase
import TerminalKit
import Testing

@testable import Application
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

  @Test func wrongValueOfASettingStaysInFrontOfItsReason() {
    let error = ConfigurationError.badValue(
      setting: "click-level", FilePath("12.5"), expected: "-60 to 12, or a percentage such as 80%",
      summary: "level of the metronome: 0 is that of the music")
    let shown = text(ErrorText.sentence(error), .warning, in: 40)
    #expect(shown.hasPrefix("click-level cannot be 12.5; it must be "), "\(shown)")
  }

  private static let long = (0..<16).map { "word\($0)" }.joined(separator: " ") + "."

  @Test func newMessageThatIsLongerThanItsLineIsShownWholeOverTheKeys() {
    var content = Sample.playing
    content.message = MessageContent(Self.long, .warning, age: 1, isNew: true)
    let lines = Sample.lines(content, 80, 24)
    #expect(lines[22].hasPrefix(" word0 ") && lines[23].contains("word15."), "\(lines)")
    #expect(!lines.contains { $0.contains("quit") })
    // Later, the keys are shown again.
    content.message = MessageContent(Self.long, .warning, age: 20)
    let later = Sample.lines(content, 80, 24)
    #expect(later[22].contains("quit") && later[23].contains("…"), "\(later)")
  }

  @Test func newMessageLeavesMostOfASmallScreen() {
    var content = Sample.playing
    content.message = MessageContent(Self.long, .error, age: 1, isNew: true)
    let without = Sample.lines(Sample.playing, 40, 12)
    let lines = Sample.lines(content, 40, 12)
    #expect(Array(lines[..<9]) == Array(without[..<9]))
    #expect(lines[9].hasPrefix("word0 ") && lines[11].hasPrefix("word"), "\(lines)")
  }

  @Test func errorInTypedTextIsShownWholeAboveTheText() {
    var content = Sample.prompting
    (content.prompt, content.promptNote) = ("sort-queue foo", Self.long)
    content.isPromptNoteError = true
    let lines = Sample.lines(content, 80, 24)
    #expect(lines[23].contains("sort-queue foo") && !lines[23].contains("word"))
    #expect(lines[21].hasPrefix(" word0 ") && lines[22].contains("word15."), "\(lines)")
    // Completions stay in the line.
    content.isPromptNoteError = false
    #expect(Sample.lines(content, 80, 24)[23].contains("word0"))
  }

  @Test func newMessageIsShownInsteadOfTheProgressOfAScan() {
    var content = Sample.playing
    content.scan = ScanContent(text: "12 files", done: 0.5)
    content.message = MessageContent("removed Bell Song", age: 1, isNew: true)
    #expect(Sample.lines(content, 80, 24)[23].contains("removed Bell Song"))
    content.message = MessageContent("removed Bell Song", age: MessageContent.secondsOverScan)
    #expect(Sample.lines(content, 80, 24)[23].contains("scan: 12 files"))
    content.message = MessageContent("no sound", .error, age: 60)
    #expect(Sample.lines(content, 80, 24)[23].contains("no sound"))
  }

  @Test func agesAreToldInStepsThatAreTrueUntilTheNextDrawing() {
    let ages = [0: "just now", 59: "just now", 60: "1 min ago", 3_599: "59 min ago", 7_300: "2 h ago"]
    for (seconds, text) in ages { #expect(ShownText.age(seconds) == text) }
  }

  @Test(arguments: [(0.0, 15.0), (14.9, 15), (15, 60), (60, 120), (3_599, 3_600), (3_601, 7_200)])
  func messageChangesWithItsAge(age: Double, next: Double) throws {
    let start = HostTime(nanoseconds: 1_000_000_000)
    var log = NoticeLog()
    log.add(.paused, at: start)
    let entry = try #require(log.entries.last)
    let now = start.advanced(bySeconds: age)
    #expect(entry.isNew(at: now) == (age < 15))
    #expect(entry.nextChange(after: now) == start.advanced(bySeconds: next))
  }

  @Test(arguments: [(40, 12), (80, 24), (20, 5)])
  func everyWordOfALongMessageCanBeScrolledTo(width: Int, height: Int) {
    let words = (0..<80).map { "word\($0)" }
    let area = Rect(0, 0, width, height)
    var content = NoticesContent(
      messages: [MessageContent(words.joined(separator: " ")), MessageContent("older")])
    var seen = ""
    while true {
      var surface = Surface(Size(width, height))
      content.draw(on: &surface, in: area, theme: .monochrome)
      seen += surface.lines.joined(separator: "\n")
      guard content.linesBelow(in: area) > 0 else { break }
      content.line += 1
    }
    for word in words { #expect(seen.contains(word), "\(word)") }
  }
}
