import Glibc
import HostTools
import TerminalTestSupport
import TestSupport
import Testing

/// A terminal that takes no more output holds up neither music nor hits.
@Suite(.alone) struct StalledTerminalTests {
  @Test func musicAndHitsGoOn() throws {
    let sandbox = try Sandbox()
    let track = TestTrack(seed: 50, seconds: 10)
    try track.write(to: "a.wav", in: sandbox)
    let terminal = try sandbox.terminal("--output", "file:out.wav", "a.wav", columns: 200, rows: 50)
    // However early that is: the keys are read without the main thread.
    try terminal.stall()
    terminal.type("a")
    try Wait.until("the key to be read") { terminal.untaken == 0 }
    try sandbox.waitForSound(1.2, in: "out.wav")
    #expect(terminal.unread >= 4_095)
    terminal.type("q")
    try terminal.expectEnd(.exited(0))

    var rest = try FloatWAV(sandbox.file("out.wav")).frames
    let first = try #require(rest.first(above: 0))
    for index in first..<rest.count { rest[index] -= track.frames[index - first] }
    let (hits, remainder) = try HitFinder().find(in: rest)
    #expect(hits.map(\.pad) == [1] && remainder.peak < HitFinder.floor)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGSEGV])
  func theProgramEndsAllTheSame(signal: Int32) throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 51, seconds: 10).write(to: "a.wav", in: sandbox)
    let terminal = try sandbox.terminal("--output", "null", "a.wav", columns: 200, rows: 50)
    try terminal.wait(for: "playing")
    try terminal.stall()
    // The first is not answered while the terminal is full; one that comes two seconds later ends the program.
    try Wait.until("the end") {
      terminal.signal(signal)
      return RunningProcess(terminal.child).state == "Z"
    }
    try terminal.expectEnd(.signalled(signal))
  }

  /// A closed terminal sends HUP twice. The program saves its session although it answers only after the second one.
  @Test func aSecondHangUpDoesNotStopTheSaving() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 52, seconds: 10).write(to: "a.wav", in: sandbox)
    let terminal = try sandbox.terminal("--output", "null", "a.wav", columns: 200, rows: 50)
    try terminal.wait(for: "playing")
    try terminal.stall()
    terminal.signal(SIGHUP)
    // The interval between the two signals is the subject of the test.
    usleep(300_000)
    terminal.signal(SIGHUP)
    _ = try terminal.waitForEnd()
    #expect(sandbox.size(of: "state/drumdub/session.json") > 0)
  }
}
