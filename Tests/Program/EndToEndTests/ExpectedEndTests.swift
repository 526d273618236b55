import TerminalTestSupport
import TestSupport
import Testing

/// What a test reports when a program in a terminal ends in another way than expected.
@Suite(.together) struct ExpectedEndTests {
  @Test func unexpectedEndIsReportedWithTheOutput() throws {
    let terminal = try PseudoTerminal()
    let script = #"printf '\033]0;title\007first\033[2;1H\033[1msecond \033(Bline\033[0m\n'; exit 3"#
    try terminal.spawn("/bin/sh", ["-c", script], environment: [])
    try withKnownIssue {
      try terminal.expectEnd(.exited(0))
    } matching: {
      $0.comments.map(\.rawValue) == [
        "the program ended with .exited(3) instead of .exited(0); its last output:\nfirst\nsecond line"
      ]
    }
  }

  @Test func unexpectedExitCodeInTmuxIsReportedWithTheScreen() throws {
    let session = try TmuxSession(
      ["sh", "-c", "echo; echo broken; exit 3"], environment: ["PATH=/usr/bin:/bin"], directory: "/",
      columns: 40,
      rows: 5)
    try withKnownIssue {
      try session.expectEnd(0)
    } matching: {
      $0.comments.contains {
        $0.rawValue.contains("exit code 3 instead of 0") && $0.rawValue.contains("broken")
      }
    }
  }
}
