import Testing

@testable import Application

/// The arguments of `:practice`.
@Suite struct PracticeCommandTests {
  @Test(arguments: ["parts 3", "bars 8", "lines on", "lines 4", "lines off", "clear"])
  func commandsAreRead(text: String) {
    #expect(Command(name: "practice \(text)")?.name == "practice \(text)")
  }

  @Test(arguments: [
    "parts 0", "parts 13", "bars", "bars 33", "lines", "lines maybe", "lines 0", "lines 33", "clear 1", "x",
    "parts 3 4",
  ])
  func othersAreRefused(text: String) {
    #expect(throws: CommandError.self) { try Command.parse("practice \(text)") }
  }

  @Test func nameAloneOpensTheFigures() {
    #expect(Command(name: "practice") == .take(.practice))
  }
}
