import Glibc
import HeardSound
import TerminalTestSupport
import TestSupport
import Testing

/// Keys are acted on while a disk or a server hangs. `StalledTerminalTests` has the terminals that do.
@Suite(.together) struct ResponsivenessTests {
  private func player(_ sandbox: Sandbox, _ options: [String], _ environment: [String]) throws
    -> PseudoTerminal
  {
    try TestTrack(seed: 61, seconds: 30).write(to: "a.wav", in: sandbox)
    let terminal = try PseudoTerminal(columns: 160, rows: 40)
    try sandbox.start(in: terminal, ["--output", "null"] + options + ["a.wav"], environment: environment)
    try terminal.wait(for: "playing")
    return terminal
  }

  /// Mutes the player, which is drawn by the main thread.
  private func expectAnswer(_ terminal: PseudoTerminal) throws {
    let drawn = terminal.output.count
    terminal.type("M")
    try terminal.wait(for: "muted", from: drawn)
  }

  @Test func keysAreHandledWhileTheDiskOfARecordingHangs() throws {
    let sandbox = try Sandbox()
    let stalled = try StalledFiles(sandbox, filling: "/rec.wav")
    let terminal = try player(sandbox, ["--record", "rec.wav"], stalled.environment)
    try terminal.wait("the write that hangs") { _ in stalled.isReached }
    // The recording ends.
    terminal.type("R")
    try expectAnswer(terminal)
    terminal.type("q")
    try terminal.wait(for: "the recording of the output may lack its end")
    _ = try terminal.waitForEnd()
  }

  @Test func keysAreHandledWhileTheDiskOfTheKeyBindingsHangs() throws {
    let sandbox = try Sandbox()
    let stalled = try StalledFiles(sandbox, writing: "/keys")
    let terminal = try player(sandbox, [], stalled.environment)
    // Gives the first command of the help another key.
    terminal.type("?")
    terminal.type("\r")
    try terminal.wait(for: "press a key")
    terminal.type("\u{1B}[15~")
    try terminal.wait(for: "Enter gives it")
    terminal.type("\r")
    try terminal.wait("the write that hangs") { _ in stalled.isReached }
    // Closes the help.
    let drawn = terminal.output.count
    terminal.type("\u{1B}")
    try terminal.wait(for: "Artist", from: drawn)
    try expectAnswer(terminal)
    terminal.type("q")
    _ = try terminal.waitForEnd()
  }

  @Test func keysAreHandledWhileTheDiskOfTheHitTraceHangs() throws {
    let sandbox = try Sandbox()
    let stalled = try StalledFiles(sandbox, filling: "/hits.trace")
    let terminal = try player(sandbox, ["--trace-hits", "hits.trace"], stalled.environment)
    terminal.type("a")
    try terminal.wait("the write that hangs") { _ in stalled.isReached }
    terminal.type("a")
    try expectAnswer(terminal)
    try terminal.expectQuit()
  }

  @Test func keysAreHandledWhileTheDiskOfAThemeHangs() throws {
    let sandbox = try Sandbox()
    let stalled = try StalledFiles(sandbox)
    try sandbox.write("plain=7\n".utf8, to: "config/drumdub/themes/stalled.theme")
    let terminal = try player(sandbox, [], stalled.environment)
    terminal.type(":set theme stalled\r")
    try terminal.wait("the read that hangs") { _ in stalled.isReached }
    try expectAnswer(terminal)
    try terminal.expectQuit()
    #expect(!terminal.text.contains("theme is stalled"))
  }

  /// The output waits half a second for a server that accepts a connection and does not answer.
  @Test func keysAreHandledWhileASoundServerHangs() throws {
    let sandbox = try Sandbox()
    let server = try SilentServer(sandbox.file("pulse.sock").shown)
    defer { server.close() }
    let terminal = try player(sandbox, [], ["PULSE_SERVER=unix:\(sandbox.file("pulse.sock").shown)"])
    let drawn = terminal.output.count
    terminal.type(":output pulse\rM")
    try terminal.wait(for: "the output is not changed", from: drawn)
    let text = String(decoding: terminal.output[drawn...], as: UTF8.self)
    let (muted, kept) = (text.firstRange(of: "muted"), text.firstRange(of: "the output is not changed"))
    if let muted, let kept { #expect(muted.lowerBound < kept.lowerBound) } else { Issue.record("not muted") }
    try terminal.expectQuit()
  }
}

/// A socket that accepts connections and answers nothing.
private struct SilentServer {
  private let descriptor: Int32

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    try #require(path.utf8.count < MemoryLayout.size(ofValue: address.sun_path))
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0 && listen(descriptor, 8) == 0)
  }

  func close() { Glibc.close(descriptor) }
}
