import Glibc
import HeardSound
import HostTools
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// A terminal that takes no more output delays neither music nor hits, other front ends nor the end.
@Suite(.together) struct StalledTerminalTests {
  /// A player in a full terminal.
  private func stalled(_ sandbox: Sandbox, _ options: String..., environment: [String] = []) throws
    -> PseudoTerminal
  {
    try TestTrack(seed: 51, seconds: 20).write(to: "a.wav", in: sandbox)
    let terminal = try PseudoTerminal(columns: 200, rows: 50)
    try sandbox.start(
      in: terminal, ["--output", "null"] + options + ["a.wav"],
      environment: [try runtime(sandbox)] + environment)
    try terminal.wait(for: "playing")
    try terminal.stall()
    return terminal
  }

  /// Makes the runtime folder. Returns its variable.
  private func runtime(_ sandbox: Sandbox) throws -> String {
    try FileBytes.makeFolder(sandbox.file("run"), permissions: 0o700)
    return DetachedPlayer.runtime(sandbox)
  }

  private func remote(_ sandbox: Sandbox, _ words: String...) throws -> String {
    let finished = try DetachedPlayer.run(sandbox, ["remote"] + words)
    #expect(finished.status == 0, "\(words) \(finished.errorLines)")
    return finished.text
  }

  @Test func musicAndHitsContinueWhileTheTerminalIsStalled() throws {
    let sandbox = try Sandbox()
    let track = TestTrack(seed: 50, seconds: 10)
    try track.write(to: "a.wav", in: sandbox)
    let terminal = try sandbox.terminal(
      "--output", "file:out.wav", "--trace-hits", "trace", "a.wav", columns: 200, rows: 50)
    // However early that is: the keys are read without the main thread.
    try terminal.stall()
    terminal.type("a")
    try Wait.until("the key to be read") { terminal.untaken == 0 }
    try Wait.until("the hit") { sandbox.size(of: "trace") > 0 }
    try sandbox.waitForSound(1.2, in: "out.wav")
    #expect(terminal.unread >= 4_095)
    try terminal.expectQuit()

    var rest = try FloatWAV(sandbox.file("out.wav")).frames
    let first = try #require(rest.first(above: 0))
    let music = track.frames
    for index in first..<rest.count { rest[index] -= music[index - first] }
    let (hits, remainder) = try HitFinder().find(in: rest)
    #expect(hits.map(\.pad) == [1] && remainder.peak < HitFinder.floor)
  }

  @Test func remoteControlAnswersWhileTheTerminalIsStalled() throws {
    let sandbox = try Sandbox()
    let terminal = try stalled(sandbox)
    #expect(try remote(sandbox, "status", "--format", "{state}") == "playing\n")
    _ = try remote(sandbox, "toggle")
    #expect(try remote(sandbox, "status", "--format", "{state}") == "paused\n")
    #expect(terminal.unread >= 4_095)
    // Only the newest state is drawn.
    try terminal.wait(for: "paused", from: terminal.output.count)
    try terminal.expectQuit()
  }

  @Test(.enabled(if: Tool.mayUse("dbus-daemon") && Tool.mayUse("playerctl")))
  func mediaKeysWorkWhileTheTerminalIsStalled() throws {
    let sandbox = try Sandbox()
    let bus = try MessageBus(sandbox)
    let terminal = try stalled(sandbox, environment: [bus.session])
    _ = try bus.playerctl("pause")
    try bus.expect("Paused", from: "status")
    #expect(terminal.unread >= 4_095)
    _ = try bus.call("org.mpris.MediaPlayer2.Quit")
    try Wait.until("the end") { terminal.end != nil }
    #expect(terminal.end == .exited(0))
  }

  /// The terminal is read only after the end.
  @Test(arguments: [
    (SIGTERM, PseudoTerminal.End.exited(0)), (SIGHUP, .exited(0)), (SIGINT, .exited(0)),
    (SIGSEGV, .signalled(SIGSEGV)),
  ]) func signalEndsTheProgramWhileTheTerminalIsStalled(signal: Int32, end: PseudoTerminal.End) throws {
    let sandbox = try Sandbox()
    let terminal = try stalled(sandbox)
    let modes = terminal.modes
    terminal.signal(signal)
    try Wait.until("the end") { terminal.end != nil }
    #expect(terminal.end == end && terminal.modes != modes)
    #expect((sandbox.size(of: "state/drumdub/session.json") > 0) == (signal != SIGSEGV))
    terminal.read(milliseconds: 0)
    // What leaves the screen has found room.
    #expect(terminal.text.hasSuffix("\u{1B}[?1l\u{1B}>") || signal == SIGSEGV)
    #expect(terminal.text.suffix(200).contains("\u{1B}[?1049l"))
  }

  @Test func ctrlDDetachesThePlayerFromAStalledTerminal() throws {
    let sandbox = try Sandbox()
    let terminal = try stalled(sandbox, "--on-hangup", "detach")
    terminal.type("\u{4}")
    let player = try DetachedPlayer(of: sandbox)
    #expect(try remote(sandbox, "status", "--format", "{state}") == "playing\n")
    try Wait.until("the end of the command") { terminal.end != nil }
    terminal.read(milliseconds: 0)
    #expect(terminal.text.contains("drumdub plays in the background as process \(player.id)"))
  }

  @Test func screenIsCorrectOnceAFrozenTerminalIsReadAgain() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 52, seconds: 60).write(to: "a.wav", in: sandbox)
    let session = try sandbox.tmux(
      "--output", "file:out.wav", "a.wav", environment: [try runtime(sandbox)])
    // The waveform, and the picture in place of a cover.
    try session.wait(forAll: ["▶ playing", "▒", "▀▀▀▀"])
    let socket = sandbox.file("run/drumdub/mpd.sock")
    try Wait.until("the socket") { (try? RemoteTestClient(socket)) != nil }
    let client = try RemoteTestClient(socket)
    let player = try #require(RunningProcess.holding(sandbox.file("out.wav")).first)
    try session.frozen { () throws -> Void in
      for _ in 0..<60 {
        kill(player.id, SIGWINCH)
        // Answered by the main thread, after a drawing.
        #expect(try client.answer(to: "status").last == "OK")
      }
      #expect(try client.answer(to: "pause 1") == ["OK"])
      #expect(try client.answer(to: "setvol 50") == ["OK"])
      #expect(try client.answer(to: "status").contains("state: pause"))
    }
    try session.wait(forAll: ["‖ paused", "[ ▶ play ]", "volume −"])
    // What a key changes is drawn after all that was drawn before.
    try session.type("M")
    let screen = try session.wait(for: "muted").split(separator: "\n")
    // Ctrl-L redraws the whole screen.
    try session.press("C-l")
    try session.type("M")
    try session.wait(for: "volume −")
    try session.type("M")
    let redrawn = try session.wait(for: "muted").split(separator: "\n")
    // The level meters and the age of the message change.
    #expect(zip(screen, redrawn).count { $0 != $1 } <= 2, "\(screen) \(redrawn)")
    try session.expectQuit()
  }

  /// A closed terminal sends HUP twice. The program saves its session although it answers only after the second one.
  @Test func secondHangUpDoesNotPreventSavingTheSession() throws {
    let sandbox = try Sandbox()
    let terminal = try stalled(sandbox)
    terminal.signal(SIGHUP)
    // The interval between the two signals is the subject of the test.
    usleep(300_000)
    terminal.signal(SIGHUP)
    _ = try terminal.waitForEnd()
    #expect(sandbox.size(of: "state/drumdub/session.json") > 0)
  }

  /// The output of the plain mode is a pipe that is full from the start.
  @Test(arguments: [false, true]) func plainModeDoesNotWaitForTheReaderOfAFullPipe(isRead: Bool) throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 53, seconds: 60).write(to: "a.wav", in: sandbox)
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let output = NonblockingPipe(ends[1])
    output.fill()
    let child = try Tool.spawn(
      ["/usr/bin/env", "-C", sandbox.path.shown, Sandbox.program, "--plain", "--output", "null", "a.wav"],
      environment: sandbox.environment([try runtime(sandbox)]), output: ends[1], errors: ends[1])
    var status: Int32 = 0
    defer {
      kill(child, SIGKILL)
      waitpid(child, &status, 0)
    }
    try Wait.until("the socket") { (try? RemoteTestClient(sandbox.file("run/drumdub/mpd.sock"))) != nil }
    try Wait.until("the music") { try remote(sandbox, "status", "--format", "{state}") == "playing\n" }
    _ = try remote(sandbox, "volume", "40")
    #expect(try remote(sandbox, "status", "--format", "{volume}") == "40\n")
    if isRead {
      let reader = NonblockingPipe(ends[0])
      var text = ""
      // In either order: the track is named when its tags are known.
      try Wait.until("the lines", told: { text.filter { $0 != "." } }) {
        text += reader.read()
        return text.contains("playing: 1 of 1, a.wav, ") && text.contains("volume ")
      }
    }
    kill(child, SIGTERM)
    try Wait.until("the end") { waitpid(child, &status, WNOHANG) == child }
    #expect(status == 0 && sandbox.size(of: "state/drumdub/session.json") > 0)
  }
}

/// An end of a pipe that is used without waiting.
private struct NonblockingPipe {
  private let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  private func withoutWaiting(_ body: () -> Int) -> Int {
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    defer { _ = fcntl(descriptor, F_SETFL, flags) }
    return body()
  }

  func fill() {
    let dots = [UInt8](repeating: UInt8(ascii: "."), count: 4_096)
    while withoutWaiting({ write(descriptor, dots, dots.count) }) > 0 {}
  }

  func read() -> String {
    var bytes = [UInt8](repeating: 0, count: 1 << 17)
    let count = withoutWaiting { Glibc.read(descriptor, &bytes, bytes.count) }
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }
}
