import AudioBase
import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// The sleep of the system, announced by a stand-in for systemd-logind.
@Suite(.together, .enabled(if: MessageBus.hasPeers)) struct SleepTests {
  private func start(_ sandbox: Sandbox, _ bus: MessageBus) throws -> PseudoTerminal {
    try TestTrack(seed: 61, seconds: 60).write(to: "a.wav", in: sandbox)
    let terminal = try sandbox.terminal(
      "--output", "file:out.wav", "a.wav", environment: [bus.system], columns: 160)
    try terminal.wait(for: "playing")
    return terminal
  }

  @Test func takeAndSessionAreStoredBeforeSleepAndMusicResumes() throws {
    let sandbox = try Sandbox()
    let bus = try MessageBus(sandbox)
    let logind = try bus.peer("logind")
    let terminal = try start(sandbox, bus)
    try logind.wait(for: "lock sleep DrumDub delay")
    terminal.type("r")
    try terminal.wait(for: "recording")
    try sandbox.waitForSound(0.3, in: "out.wav")
    terminal.type("a")
    try sandbox.waitForSound(1, in: "out.wav")
    try bus.announceSleep(true)
    try logind.wait(for: "released")
    // The lock was released after the take and the session were on the disk.
    let takes = try FolderReader(sandbox.file("data/drumdub/takes")).names().map(\.shown)
    #expect(takes.count { $0.hasSuffix(".dub") } == 1, "\(takes)")
    #expect(takes.allSatisfy { !$0.contains("journal") }, "\(takes)")
    #expect(sandbox.size(of: "state/drumdub/session.json") > 0)
    try terminal.wait(for: "goes to sleep")
    try bus.announceSleep(false)
    try terminal.wait(for: "the music plays on")
    try Wait.until("another lock") { logind.text.split(separator: "\n").count { $0.hasPrefix("lock") } == 2 }
    terminal.type(" ")
    try terminal.wait(for: "paused")
    // Paused music stays paused.
    let seen = terminal.output.count
    try bus.announceSleep(true)
    try Wait.until("the lock") { logind.text.split(separator: "\n").count { $0 == "released" } == 2 }
    try bus.announceSleep(false)
    try terminal.wait(for: "awake again", from: seen)
    try terminal.expectQuit()
  }

  /// `DRUMDUB_SLEEPS` is the number of times.
  @Test func thePositionSurvivesManySleeps() throws {
    let sandbox = try Sandbox()
    let bus = try MessageBus(sandbox)
    let logind = try bus.peer("logind")
    try TestTrack(seed: 61, seconds: 600).write(to: "a.wav", in: sandbox)
    let terminal = try sandbox.terminal(
      "--output", "null", "a.wav", environment: [bus.system, bus.session])
    try bus.expect("Playing", from: "status")
    let count = getenv("DRUMDUB_SLEEPS").flatMap { Int(String(cString: $0)) } ?? 5
    for round in 1...count {
      try Wait.until("a lock") { logind.text.split(separator: "\n").count { $0.hasPrefix("lock") } == round }
      try bus.announceSleep(true)
      try Wait.until("the lock") { logind.text.split(separator: "\n").count { $0 == "released" } == round }
      try bus.expect("Paused", from: "status")
      let before = try #require(Double(try bus.playerctl("position")))
      if round % 2 == 0 { terminal.type("asdf") }
      let start = HostTime.now
      try bus.announceSleep(false)
      try bus.expect("Playing", from: "status")
      let after = try #require(Double(try bus.playerctl("position")))
      let passed = HostTime.now.seconds(since: start)
      #expect(after >= before - 0.01 && after - before < passed + 0.01, "round \(round): \(before), \(after)")
    }
    try terminal.expectQuit()
  }

  @Test func nothingIsHeardDuringSleep() throws {
    let sandbox = try Sandbox()
    let bus = try MessageBus(sandbox)
    let logind = try bus.peer("logind")
    let terminal = try start(sandbox, bus)
    try logind.wait(for: "lock")
    try sandbox.waitForSound(0.5, in: "out.wav")
    try bus.announceSleep(true)
    try logind.wait(for: "released")
    try sandbox.waitForSound(1, in: "out.wav")
    try bus.announceSleep(false)
    try sandbox.waitForSound(0.5, in: "out.wav")
    try terminal.expectQuit()
    let frames = try FloatWAV(sandbox.file("out.wav")).frames
    let (half, step) = (24_000, 4_800)
    let starts = Array(stride(from: half, to: frames.count - half, by: step))
    func isSilent(_ start: Int) -> Bool { frames[start..<(start + half)].allSatisfy { $0 == .zero } }
    let silent = try #require(starts.first(where: isSilent))
    #expect(frames[(silent + half)...].contains { (frame: Frame) in abs(frame.x) > 0.01 })
  }
}
