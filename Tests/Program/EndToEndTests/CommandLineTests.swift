import FoundationEssentials
import HeardSound
import TerminalTestSupport
import TestSupport
import Testing

/// Exit codes and messages, without a screen.
@Suite(.together) struct CommandLineTests {
  @Test(arguments: [
    ["--nonsense"], ["-x"], ["--output"], ["--output", "nonsense"], ["--period", "1"], ["--rate=x"],
    ["--resume=maybe"],
    ["--pad-keys=aa"], ["--help=yes"], ["--config", "missing"], ["--config", "."], ["info"],
    ["info", "--nonsense"],
  ])
  func wrongArgumentsAreReportedInOneLineWithAHelpHint(arguments: [String]) throws {
    let result = try Sandbox().run(arguments)
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errorLines.count == 1)
    let line = try #require(result.errorLines.first)
    let help = arguments[0] == "info" ? "try 'drumdub info --help'" : "try 'drumdub --help'"
    #expect(line.hasPrefix("drumdub: ") && line.hasSuffix(help), "\(line)")
  }

  @Test(arguments: [["takes", "nothing"], ["scan", "nothing"]]) func missingFileOrFolderIsReportedInOneLine(
    arguments: [String]
  ) throws {
    let result = try Sandbox().run(arguments)
    #expect(result.status == 1 && result.errorLines.count == 1)
    let line = try #require(result.errorLines.first)
    #expect(line.hasSuffix(arguments[0] == "scan" ? "no such folder" : "no such file"), "\(line)")
    #expect(!result.text.contains("no takes yet"))
  }

  @Test func startWithoutATerminalIsRefused() throws {
    let sandbox = try Sandbox()
    let result = try sandbox.run([])
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(
      result.errorLines == [
        "drumdub: no terminal: start drumdub in a terminal, without redirecting its input and output, or with "
          + "--plain"
      ])
    #expect(sandbox.size(of: "state/drumdub/session.json") == 0)
  }

  @Test func startWithRedirectedInputOrOutputIsRefused() throws {
    for redirection in [">out", "<in"] {
      let sandbox = try Sandbox()
      try sandbox.write([], to: "in")
      let terminal = try PseudoTerminal()
      try terminal.spawn(
        "/bin/sh", ["-c", "cd \(sandbox.path.shown); exec \(Sandbox.program) --output null \(redirection)"],
        environment: sandbox.environment([]))
      try terminal.expectEnd(.exited(2))
      #expect(terminal.text.contains("no terminal"))
    }
  }

  @Test func helpAndVersionArePrinted() throws {
    for (option, words) in [("--help", "--output DEVICE"), ("-h", "Exit codes"), ("--version", "drumdub ")] {
      let result = try Sandbox().run([option])
      #expect(result.status == 0 && result.errors.isEmpty && result.text.contains(words))
    }
  }

  @Test func infoPrintsReadableFilesAndFailsForAnUnreadableOne() throws {
    let sandbox = try Sandbox()
    let track = TestTrack(seed: 11, seconds: 1.5)
    try track.write(to: "a.flac", in: sandbox, comments: ["TITLE=The Title", "ARTIST=The Artist"])
    try track.write(to: "c.wav", in: sandbox)
    try sandbox.write("no music".utf8, to: "b.flac")
    let good = try sandbox.run(["info", "a.flac", "c.wav"])
    #expect(good.status == 0 && good.errors.isEmpty)
    let result = try sandbox.run(["info", "a.flac", "b.flac", "c.wav"])
    #expect(result.status == 1 && result.errorLines.count == 1)
    #expect(try #require(result.errorLines.first).contains("b.flac"))
    for words in ["The Title", "The Artist", "a.flac", "c.wav"] { #expect(result.text.contains(words)) }
  }

  private struct Report: Decodable {
    struct File: Decodable {
      var path: String
      var title: String?
      var duration: Double?
      var sampleRate: Int?
      var channels: Int?
      var bitsPerSample: Int?
      var codec: String?
      var error: String?
    }
    var files: [File]
  }

  @Test func infoInJSONContainsFilePropertiesAndErrors() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 12, seconds: 1.5).write(to: "a.flac", in: sandbox, comments: ["TITLE=\"Ä\"\t x"])
    let result = try sandbox.run(["info", "--json", "a.flac", "missing.flac"])
    #expect(result.status == 1 && result.errorLines.count == 1)
    let files = try JSONDecoder().decode(Report.self, from: Data(result.output)).files
    try #require(files.map(\.path) == ["a.flac", "missing.flac"])
    #expect(files[0].title == "\"Ä\"\t x")
    #expect(files[0].duration == 1.5 && files[0].codec == "flac")
    #expect(files[0].sampleRate == 48_000 && files[0].channels == 2 && files[0].bitsPerSample == 24)
    #expect(
      files[0].error == nil && files[1].error?.contains("missing.flac") == true && files[1].title == nil)
  }
}
