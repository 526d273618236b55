import Glibc
import TerminalTestSupport
import Testing

@testable import CursesBackend

/// The terminal is restored however the program ends.
@Suite struct TerminalGuardTests {
  private static let leave = ["\u{1B}[?2004l", "\u{1B}[?25h", "\u{1B}[?1049l"]

  private func expectRestored(_ probe: Probe, from start: Int) {
    let text = String(decoding: probe.terminal.output[start...], as: UTF8.self)
    for words in Self.leave { #expect(text.contains(words), "\(words.debugDescription)") }
    #expect(!text.contains("$<"))
    #expect(probe.terminal.modes == probe.modesBefore)
  }

  @Test(arguments: [
    SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSYS, SIGQUIT, SIGUSR1, SIGALRM, SIGPIPE, SIGXCPU,
  ]) func signalFromOutsideRestoresTheTerminal(number: Int32) throws {
    let probe = try Probe.ready()
    let start = probe.terminal.output.count
    probe.terminal.signal(number)
    try probe.terminal.expectEnd(.signalled(number))
    expectRestored(probe, from: start)
  }

  @Test(arguments: [("s", SIGSEGV), ("t", SIGILL), ("a", SIGABRT), ("o", SIGSEGV), ("T", SIGSEGV)])
  func crashRestoresTheTerminal(key: String, number: Int32) throws {
    let probe = try Probe.ready()
    let start = probe.terminal.output.count
    probe.terminal.type(key)
    try probe.terminal.expectEnd(.signalled(number))
    expectRestored(probe, from: start)
  }

  @Test func errorsOfLibrariesAreNotShownOnTheScreen() throws {
    let probe = try Probe.ready()
    probe.terminal.type("e")
    try probe.terminal.wait(for: "key e")
    try probe.terminal.expectQuit()
    #expect(!probe.terminal.text.contains("error of a library"))
  }

  @Test func errorsOfALibraryThatNothingReadsAreLimited() throws {
    let probe = try Probe.ready()
    probe.terminal.type("E")
    try probe.terminal.wait(for: "bytes")
    let kept = try #require(probe.terminal.text.firstMatch(of: /(\d+)bytes/).flatMap { Int($0.1) })
    #expect(kept > 0 && kept <= 1 << 16)
    try probe.terminal.expectQuit()
  }

  @Test func reasonOfATrapIsShownAfterTheTerminalIsRestored() throws {
    let probe = try Probe.ready()
    probe.terminal.type("f")
    try probe.terminal.expectEnd(.signalled(SIGILL))
    let text = probe.terminal.text
    let end = try #require(text.ranges(of: "\u{1B}[?1049l").last)
    #expect(text[end.upperBound...].contains("Fatal error: the reason"))
    #expect(text.ranges(of: "Fatal error").count == 1)
  }

  @Test(arguments: 1...50) func nothingIsDrawnAfterTheCrashOfAnotherThread(round: Int) throws {
    let probe = try Probe.ready()
    let start = probe.terminal.output.count
    probe.terminal.type("W")
    try probe.terminal.expectEnd(.signalled(SIGSEGV))
    expectRestored(probe, from: start)
    let text = probe.terminal.text
    let after = text.ranges(of: "\u{1B}[?1049l").last.map { text[$0.upperBound...] } ?? Substring(text)
    #expect(!after.contains { $0 == "#" || $0 == "+" })
  }

  @Test func exitWhileTheScreenIsOpenRestoresTheTerminal() throws {
    let probe = try Probe.ready()
    probe.terminal.type("x")
    try probe.terminal.expectEnd(.exited(3))
    expectRestored(probe, from: 0)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func terminationSignalIsHandledByTheMainLoop(number: Int32)
    throws
  {
    let probe = try Probe.ready()
    probe.terminal.signal(number)
    try probe.terminal.expectEnd(.exited(64 + number))
    expectRestored(probe, from: 0)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func secondTerminationSignalEndsAStuckProgram(number: Int32)
    throws
  {
    let probe = try Probe.ready()
    probe.terminal.type("k")
    try probe.terminal.wait(for: "key k")
    let start = probe.terminal.output.count
    probe.terminal.signal(number)
    // A further signal ends the program if the first one was unread for two seconds, so it is sent repeatedly.
    while true {
      if let end = try? probe.terminal.waitForEnd(seconds: 0.05) {
        #expect(end == .signalled(number))
        break
      }
      probe.terminal.signal(number)
    }
    expectRestored(probe, from: start)
  }

  @Test func crashRestoresTheKeyboardMode() throws {
    let probe = try Probe.ready()
    probe.terminal.type("\u{1B}[?0u")
    try probe.terminal.wait(for: "\u{1B}[>31u")
    let start = probe.terminal.output.count
    probe.terminal.signal(SIGSEGV)
    try probe.terminal.expectEnd(.signalled(SIGSEGV))
    #expect(String(decoding: probe.terminal.output[start...], as: UTF8.self).contains("\u{1B}[<u"))
    expectRestored(probe, from: start)
  }

  @Test func crashWithoutAnAlternateScreenMovesTheCursorBelow() throws {
    let probe = try Probe.ready("vt100")
    let start = probe.terminal.output.count
    probe.terminal.signal(SIGSEGV)
    try probe.terminal.expectEnd(.signalled(SIGSEGV))
    let text = String(decoding: probe.terminal.output[start...], as: UTF8.self)
    #expect(text.contains("\u{1B}[24;1H\r\n") && !text.contains("$<"))
    #expect(probe.terminal.modes == probe.modesBefore)
  }

  @Test func terminfoPaddingIsRemoved() {
    #expect(
      Terminfo.withoutPadding(Array("\u{1B}[m\u{0F}$<2>x$<5/>y$".utf8)) == Array("\u{1B}[m\u{0F}xy$".utf8))
  }
}
