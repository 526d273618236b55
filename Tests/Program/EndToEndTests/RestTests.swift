import Glibc
import HeardSound
import HostTools
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// Paused, the program does nothing at all; the next key wakes it.
@Suite(.waiting) struct RestTests {
  @Test(arguments: [false, true])
  func aPausedProgramSleepsUntilAKeyComes(isStoppedMeanwhile: Bool) throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 60, seconds: 60).write(to: "a.wav", in: sandbox)
    let terminal = try sandbox.terminal("--output", "null", "--trace-hits", "trace", "a.wav")
    try terminal.wait(for: "playing")
    terminal.type(" ")
    try waitForSleep(terminal)
    if isStoppedMeanwhile {
      terminal.signal(SIGSTOP)
      try terminal.expectEnd(.stopped)
      terminal.signal(SIGCONT)
    }
    // Another key each time: one that comes in steady steps is taken for a held one.
    for (index, key) in ["a", "s", "d"].enumerated() {
      terminal.type(key)
      try terminal.wait("hit \(index + 1)") { _ in try traced(sandbox).count == index + 1 }
    }
    let hits = try traced(sandbox)
    let latencies = hits.filter { !$0.late }.map { Double($0.heardNs - $0.readNs) / 1e9 }
    #expect((latencies.max() ?? 0) - (latencies.min() ?? 0) < 0.000_25, "as early after a rest")
    // A machine that lets the program wait for longer than a period makes a hit late.
    #expect(hits.allSatisfy { $0.heardNs > $0.readNs } && hits.count { $0.late } <= 1)
    try waitForSleep(terminal)
    terminal.type("q")
    try terminal.expectEnd(.exited(0))
  }

  @Test func programWithALibrarySleepsBetweenScreenUpdates() throws {
    let sandbox = try Sandbox()
    try FileBytes.makeFolder(sandbox.file("Music"))
    try TestTrack(seed: 61, seconds: 60).write(to: "Music/a.wav", in: sandbox)
    #expect(try sandbox.run(["scan", "Music"]).status == 0)
    let terminal = try sandbox.terminal("--output", "null", "Music/a.wav")
    for words in ["Artists", "playing"] { try terminal.wait(for: words) }
    let start = RunningProcess(terminal.child).mainWakes
    try terminal.wait("sleep between pictures") { RunningProcess($0.child).mainWakes >= start + 20 }
    terminal.type("q")
    try terminal.expectEnd(.exited(0))
  }

  private func traced(_ sandbox: Sandbox) throws -> [TracedHit] { try TracedHit.read(sandbox.file("trace")) }

  /// Waits until no thread of the program has run for a second.
  private func waitForSleep(_ terminal: PseudoTerminal) throws {
    var (last, since) = (-1, HostTime.now)
    try terminal.wait("sleep") { terminal in
      let wakes = RunningProcess(terminal.child).wakes
      if wakes != last { (last, since) = (wakes, .now) }
      return HostTime.now.seconds(since: since) > 1
    }
  }
}
