import CursesBackend
import SystemBase
import Testing

@testable import Subcommands

@Suite struct AttachMessageTests {
  private static let environment = TerminalEnvironment(["TERM": "xterm-256color", "COLORTERM": "truecolor"])

  private static let requests: [AttachRequest] = [
    .show(environment, hasShell: true), .show(TerminalEnvironment([:]), hasShell: false), .resized, .suspend,
    .resumed, .leave, .otherVersion(9),
  ]

  private static let replies: [AttachReply] = [
    .uses(restoredBy: Array("\u{1B}[?1049l".utf8)), .uses(restoredBy: []), .stop, .end(status: 0, line: ""),
    .end(status: 2, line: "no terminal"),
  ]

  @Test(arguments: requests) func requestsAreReadAsWritten(request: AttachRequest) throws {
    #expect(try AttachRequest(request.bytes) == request)
  }

  @Test(arguments: replies) func repliesAreReadAsWritten(reply: AttachReply) throws {
    #expect(try AttachReply(reply.bytes) == reply)
  }

  @Test func cutAndExtendedMessagesAreRefused() {
    for bytes in AttachMessageTests.requests.map(\.bytes) {
      for length in 0..<bytes.count {
        let cut = try? AttachRequest(Array(bytes[..<length]))
        // Of the first message, only the version is read by all versions.
        #expect(cut == nil, "\(bytes[..<length])")
      }
      if bytes.first != UInt8(ascii: "S") || bytes.count > 2 {
        #expect((try? AttachRequest(bytes + [0])) == nil)
      }
    }
    for bytes in AttachMessageTests.replies.map(\.bytes) {
      for length in 0..<bytes.count { #expect((try? AttachReply(Array(bytes[..<length]))) == nil) }
      #expect((try? AttachReply(bytes + [0])) == nil)
    }
    #expect((try? AttachRequest(Array("?".utf8))) == nil && (try? AttachReply(Array("?".utf8))) == nil)
  }

  @Test func otherVersionIsRecognizedWhateverFollows() throws {
    #expect(try AttachRequest([UInt8(ascii: "S"), 2, 0xFF, 0xFF]) == .otherVersion(2))
  }

  @Test func longAndUnknownVariablesAreLeftOut() throws {
    let long = String(repeating: "x", count: 20_000)
    let request = AttachRequest.show(
      TerminalEnvironment(["TERM": "xterm", "TMUX": long, "PATH": "/bin"]), hasShell: true)
    #expect(request.bytes.count < MessageConnection.mostBytes)
    #expect(
      try AttachRequest(request.bytes) == .show(TerminalEnvironment(["TERM": "xterm"]), hasShell: true))
  }
}
