import HeardSound
import TerminalTestSupport
import TestSupport
import Testing

/// Pictures that the terminal draws by itself, and colours that fit its ground. The terminal is the test: it answers what
/// the program asks.
@Suite(.together) struct GraphicsTests {
  private static let kittyQuestion = "\u{1B}_Gi=7268,a=q"
  private static let lastQuestion = "\u{1B}[c"
  private static let kittyPicture = "\u{1B}_Ga=T"
  private static let kittyRemoval = "\u{1B}_Ga=d"
  /// The answer of kitty about its kind.
  private let kitty = "\u{1B}[>1;4000;30c"
  private static let sixelPicture = "\u{1B}P0;1;0q"

  private func start(
    _ answers: String, environment: String..., options: String...
  ) throws -> (PseudoTerminal, Sandbox) {
    let sandbox = try Sandbox()
    try TestTrack(seed: 4, seconds: 30).write(to: "a.wav", in: sandbox)
    let terminal = try PseudoTerminal(columns: 110, rows: 34)
    try sandbox.start(in: terminal, ["--output", "null"] + options + ["a.wav"], environment: environment)
    if !answers.isEmpty {
      try terminal.wait(for: Self.lastQuestion)
      terminal.type(answers)
    }
    return (terminal, sandbox)
  }

  private func count(_ words: String, in terminal: PseudoTerminal) -> Int {
    terminal.text.split(separator: words, omittingEmptySubsequences: false).count - 1
  }

  /// Until the meters have moved for a while.
  private func waitForMotion(_ terminal: PseudoTerminal) throws {
    try terminal.wait(for: "playing")
    let start = terminal.output.count
    try terminal.wait("the meters") { $0.output.count > start + 800 }
  }

  private func end(_ terminal: PseudoTerminal) throws {
    try terminal.expectQuit()
  }

  /// The grey of rules, 243, has a contrast of 3.9 on the ground of Ubuntu's terminal, and 102 one of 4.9.
  @Test func coloursAreFittedToTheGroundThatTheTerminalTells() throws {
    let (terminal, _) = try start("", options: "--theme", "terminal")
    try terminal.wait(for: "\u{1B}]11;?\u{1B}\\")
    try terminal.wait(for: "38;5;243m")
    #expect(!terminal.text.contains("38;5;102m"))
    terminal.type("\u{1B}]11;rgb:3030/0a0a/2424\u{1B}\\")
    try terminal.wait(for: "38;5;102m")
    try end(terminal)
  }

  @Test func kittyPictureIsSentOnceAndRemovedWhenCovered() throws {
    let (terminal, _) = try start("\(kitty)\u{1B}[?62;c\u{1B}_Gi=7268;OK\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;4c")
    try terminal.wait(for: Self.kittyPicture)
    try terminal.wait(for: "m=0;")
    let head = try #require(terminal.text.split(separator: Self.kittyPicture).dropFirst().first)
    #expect(head.hasPrefix(",f=32,o=z,s=200,v=200,i=7267,p=1,c=20,r=10,C=1,q=2,m=1;"))
    // The cursor is where the picture is to stand, below the header's line.
    #expect(terminal.text.contains("\u{1B}[3;2H\(Self.kittyPicture)"))
    #expect(terminal.text.contains(Self.kittyQuestion) && !terminal.text.contains(Self.sixelPicture))
    // The seconds go on, the picture is not sent again.
    try waitForMotion(terminal)
    #expect(count(Self.kittyPicture, in: terminal) == 1 && count(Self.kittyRemoval, in: terminal) == 0)
    terminal.type("?")
    try terminal.wait(for: Self.kittyRemoval)
    #expect(count(Self.kittyPicture, in: terminal) == 1)
    var start = terminal.output.count
    terminal.type("\u{1B}")
    try terminal.wait(for: Self.kittyPicture, from: start)
    start = terminal.output.count
    terminal.type("\u{0C}")
    try terminal.wait(for: Self.kittyPicture, from: start)
    start = terminal.output.count
    terminal.resize(columns: 120, rows: 36)
    try terminal.wait(for: Self.kittyPicture, from: start)
    let before = count(Self.kittyRemoval, in: terminal)
    try end(terminal)
    #expect(count(Self.kittyRemoval, in: terminal) == before + 1)
  }

  @Test func sixelPictureIsDrawnWhenTheTerminalSupportsSixels() throws {
    let (terminal, _) = try start("\u{1B}[6;20;10t\u{1B}[?62;4;22c")
    try terminal.wait(for: Self.sixelPicture)
    #expect(terminal.text.contains("\u{1B}[3;2H\(Self.sixelPicture)"))
    try waitForMotion(terminal)
    #expect(count(Self.sixelPicture, in: terminal) == 1 && !terminal.text.contains(Self.kittyPicture))
    terminal.type("?")
    try terminal.wait(for: "Keys")
    let start = terminal.output.count
    terminal.type("\u{1B}")
    try terminal.wait(for: Self.sixelPicture, from: start)
    try end(terminal)
  }

  @Test func pictureIsCompletedAfterTheTerminalStalls() throws {
    let (terminal, sandbox) = try start("\(kitty)\u{1B}_Gi=7268;OK\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;c")
    _ = sandbox
    try terminal.wait(for: Self.kittyPicture)
    // The terminal is not read any more and fills up; typed keys are still handled.
    try Wait.until("the terminal to be full") { terminal.unread >= 4_000 }
    terminal.type(" ")
    try terminal.wait(for: "m=0;")
    try terminal.wait(for: "paused")
    let frames = terminal.text.split(separator: "\u{1B}_G").dropFirst(2)
    for frame in frames.dropLast() where frame.hasPrefix("q=2,m=") || frame.hasPrefix("a=T") {
      // Whole pieces, nothing between them.
      #expect(frame.hasSuffix("\u{1B}\\") || frame.contains("m=0;"))
    }
    try end(terminal)
  }

  @Test(arguments: ["", "\u{1B}[?62;22c"]) func pictureWithoutGraphicsUsesCharacters(answer: String) throws {
    let (terminal, _) = try start(answer)
    try waitForMotion(terminal)
    for words in [Self.kittyPicture, Self.sixelPicture] { #expect(!terminal.text.contains(words)) }
    try terminal.wait("a picture of characters") { terminal in
      ["▀", "▄", "▌"].contains { terminal.text.contains($0) }
    }
    try end(terminal)
  }

  @Test func graphicsQueriesAreSentOnlyToSuitableTerminals() throws {
    for (kind, isAsked) in [("screen-256color", true), ("linux", false), ("vt100", false)] {
      let (terminal, _) = try start("", environment: "TERM=\(kind)")
      try terminal.wait(for: "playing")
      #expect(!terminal.text.contains(Self.kittyQuestion))
      #expect(terminal.text.contains(Self.lastQuestion) == isAsked)
      try end(terminal)
    }
    // tmux over SSH, which no variable names.
    let (tmux, _) = try start("\u{1B}[>84;0;0c\u{1B}[?1;2;4c")
    try waitForMotion(tmux)
    #expect(!tmux.text.contains(Self.kittyQuestion))
    try end(tmux)
    let (terminal, _) = try start("", options: "--graphics", "symbols")
    try terminal.wait(for: "playing")
    #expect(!terminal.text.contains(Self.kittyQuestion) && !terminal.text.contains(Self.lastQuestion))
    try end(terminal)
  }

  @Test func titleOfTheTerminalIsThatOfTheTrackUntilTheEnd() throws {
    let (push, pop) = ("\u{1B}[22;2t", "\u{1B}[23;2t")
    let (terminal, _) = try start("")
    // The title is that of the program until the queue is there.
    try terminal.wait(for: push)
    try terminal.wait(for: "\u{1B}]2;a.wav\u{1B}\\")
    let start = terminal.output.count
    terminal.type(":set title no\r")
    try terminal.wait(for: pop, from: start)
    terminal.type(":set title yes\r")
    try terminal.wait(for: push, from: start)
    #expect(count(pop, in: terminal) == 1)
    try end(terminal)
    #expect(count(pop, in: terminal) == 2)
    let (own, _) = try self.start("", options: "--title", "no")
    try own.wait(for: "playing")
    try end(own)
    #expect(!own.text.contains("\u{1B}]2;") && !own.text.contains(push))
  }

  @Test func abortedProgramRemovesTheKittyPicture() throws {
    let (terminal, _) = try start("\(kitty)\u{1B}_Gi=7268;OK\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;c")
    try terminal.wait(for: "m=0;")
    terminal.signal(6)
    try terminal.expectEnd(.signalled(6))
    #expect(count(Self.kittyRemoval, in: terminal) == 1)
  }
}
