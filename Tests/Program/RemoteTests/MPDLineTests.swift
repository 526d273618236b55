import Testing

@testable import Remote

@Suite struct MPDLineTests {
  private func parse(_ text: String) throws -> MPDLine { try MPDLine(parsing: Array(text.utf8)) }

  @Test(arguments: [
    ("play", MPDLine("play")), ("  play  1 ", MPDLine("play", ["1"])),
    ("add \"a b\"", MPDLine("add", ["a b"])), ("add \"a\\\"b\\\\c\"", MPDLine("add", ["a\"b\\c"])),
    ("find title \"\"", MPDLine("find", ["title", ""])), ("x\ty", MPDLine("x", ["y"])),
    ("find \"(Artist == \\\"A\\\\\\\"B\\\")\"", MPDLine("find", ["(Artist == \"A\\\"B\")"])),
    ("add a\"b", MPDLine("add", ["a\"b"])),
  ]) func wordsAndQuotesAreRead(text: String, line: MPDLine) throws { #expect(try parse(text) == line) }

  @Test(arguments: ["", "   ", "add \"a", "add \"a\"b", "add \"a\\"]) func malformedLinesAreRefused(
    text: String
  ) {
    #expect(throws: MPDError.self) { try parse(text) }
  }

  @Test func writtenLineIsReadBackUnchanged() throws {
    let line = MPDLine("add", ["a \"b\" \\ c", "", "ü"])
    #expect(try parse(line.text) == line)
    #expect(try parse(MPDLine("add", ["a\nb"]).text) == MPDLine("add", ["a b"]))
  }

  @Test func bytesThatAreNotTextAreReplaced() throws {
    #expect(try MPDLine(parsing: Array("add ".utf8) + [0xFF]).arguments == ["\u{FFFD}"])
  }

  @Test func rangesAreReadAndLimited() throws {
    #expect(try MPDRange("3").within(10) == 3..<4)
    #expect(try MPDRange("3:").within(10) == 3..<10)
    #expect(try MPDRange("3:5").within(4) == 3..<4)
    #expect(try MPDRange("-1").within(4) == 0..<4)
    #expect(try MPDRange("9:12").within(4) == 4..<4)
    #expect(try MPDRange("5:2").within(9) == 5..<5)
    for text in ["", "a", ":", "1:a", "-2", "1:-1", "1:2:3"] {
      #expect(throws: MPDError.self, "\(text)") { try MPDRange(text) }
    }
  }

  @Test func errorsAndRepliesAreWrittenAsProtocolLines() {
    let error = MPDError(.unknownCommand, "unknown command \"foo\"")
    #expect(
      String(decoding: error.line(index: 0, command: "foo"), as: UTF8.self)
        == "ACK [5@0] {foo} unknown command \"foo\"\n")
    #expect(
      String(decoding: MPDError(.notFound, "a\nb").line(index: 3, command: "x"), as: UTF8.self)
        == "ACK [50@3] {x} a b\n")
    var reply = MPDReply("Title", "a\nb")
    reply.add("duration", seconds: 61.0005)
    reply.add(binary: [1, 2, 3])
    #expect(reply.bytes == Array("Title: a b\nduration: 61.001\nbinary: 3\n".utf8) + [1, 2, 3, 10])
  }

  @Test func wrongCountsOfArgumentsAreRefused() throws {
    #expect(try MPDCommand.command(of: MPDLine("play", ["1"])) == .playback(.play))
    #expect(throws: MPDError(.unknownCommand, "unknown command \"foo\"")) {
      try MPDCommand.command(of: MPDLine("foo"))
    }
    #expect(throws: MPDError(.argument, "too few arguments for \"seek\"")) {
      try MPDCommand.command(of: MPDLine("seek", ["1"]))
    }
    #expect(throws: MPDError(.argument, "too many arguments for \"status\"")) {
      try MPDCommand.command(of: MPDLine("status", ["1"]))
    }
  }
}
