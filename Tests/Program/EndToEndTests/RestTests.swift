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
    // A machine that lets the program wait for longer than a period makes a hit late: others are struck then. Another key each
    // time: one that comes in steady steps is taken for a held one.
    var latencies: [Double] = []
    for (index, key) in "asdfjl;asdfjl;".enumerated() where latencies.count < 3 {
      if latencies.isEmpty { try waitForSleep(terminal) }
      terminal.type(String(key))
      try terminal.wait("hit \(index + 1)") { _ in (try? traced(sandbox).count) == index + 1 }
      let hit = try #require(try traced(sandbox).last)
      #expect(hit.heardNs > hit.readNs)
      if !hit.late { latencies.append(Double(hit.heardNs - hit.readNs) / 1e9) }
    }
    #expect(latencies.count == 3)
    #expect((latencies.max() ?? 0) - (latencies.min() ?? 0) < 0.000_25, "as early after a rest")
    try waitForSleep(terminal)
    try terminal.expectQuit()
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
    try terminal.expectQuit()
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
