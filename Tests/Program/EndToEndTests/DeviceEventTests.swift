import AudioBase
import Glibc
import HeardSound
import HostTools
import SystemBase
import TestSupport
import Testing

/// Devices that come and go at random while music plays and pads are struck: after each event the music is heard again
/// where it was, and nothing is leaked.
///
/// How soon that is, and how exact the position, measures `drumdub-bench devices`.
@Suite(.quiet, .enabled(if: SoundServer.mayRun && MessageBus.hasPeers, "a peer is not installed"))
struct DeviceEventTests {
  @Test func musicIsHeardAgainAfterEachEvent() throws {
    let run = try DeviceEventRun(seed: 7)
    for number in 1...20 {
      let event = run.next()
      try run.perform(event)
      try run.checkPosition("event \(number), \(event)")
      try run.strike()
      // What the first events load stays loaded.
      if number == 6 { run.noteResources() }
    }
    try run.checkResources()
    try run.end()
  }
}

/// The program under events, with what is heard of it.
private final class DeviceEventRun {
  enum Event: CaseIterable {
    /// All outputs are unplugged, and plugged in again.
    case allUnplugged
    /// The output in use is unplugged, and the other one takes over.
    case unplugged
    /// Another output becomes the default.
    case moved
    /// The user chooses another output.
    case chosen
    case serverKilled
    case jobStopped
    case systemSlept
  }

  /// Seconds by which the end of a recorded file may be older than what is heard, on a busy machine.
  private static let delay = 2.0
  private static let tolerance = 0.05

  private let sandbox: Sandbox
  private let server: SoundServer
  private let bus: MessageBus
  private let logind: BusProgram
  private let terminal: PseudoTerminal
  private let track = TestTrack(seed: 91, seconds: 90)
  private var numbers: SeededGenerator
  /// The output that is heard.
  private var sink = "speakers"
  private var locks = 1
  private var resources: (descriptors: Int, megabytes: Double)?

  init(seed: UInt64) throws {
    numbers = SeededGenerator(seed: seed)
    sandbox = try Sandbox()
    server = try SoundServer(sandbox, sinks: ["speakers", "phones"])
    bus = try MessageBus(sandbox)
    logind = try bus.peer("logind")
    try track.write(to: "a.wav", in: sandbox)
    terminal = try PseudoTerminal(columns: 160, rows: 34)
    try terminal.spawn(
      "/usr/bin/env", ["-C", sandbox.path.shown, "bash", "--norc", "--noprofile", "-i"],
      environment: sandbox.environment(
        server.environment + [bus.session, bus.system, "TERM=xterm-256color", "PS1=ready> "]))
    try terminal.wait(for: "ready>")
    terminal.type("\(Sandbox.program) --plain --output pulse --trace-hits hits --stats stats a.wav\n")
    try terminal.wait(for: "playing: 1 of 1")
    try logind.wait(for: "lock sleep DrumDub delay")
    try strike()
  }

  func next() -> Event { Event.allCases.randomElement(using: &numbers) ?? .moved }

  private var other: String { sink == "speakers" ? "phones" : "speakers" }

  // MARK: Events

  /// Performs an event and waits until the music is heard again.
  func perform(_ event: Event) throws {
    terminal.dropOutput(before: terminal.output.count)
    let seen = terminal.output.count
    // The program may not yet know of the former sinks.
    switch event {
    case .allUnplugged:
      try server.unplug(other)
      try server.unplug(sink)
      try terminal.wait(for: "playback continues", from: seen)
      try server.plug(sink)
      try server.plug(other)
      try hear()
    case .unplugged:
      try server.unplug(sink)
      try terminal.wait(for: "paused: \(sink) is gone; the sound will play on \(other)", from: seen)
      sink = other
      // Else the server would return to the former one.
      try server.control("set-default-sink", sink)
      terminal.type(" ")
      try hear()
      try server.plug(other)
    case .moved:
      sink = other
      try server.control("set-default-sink", sink)
      try hear()
    case .chosen:
      sink = other
      // A stream on a named sink does not follow the default one, so it is the default one too.
      try server.control("set-default-sink", sink)
      try terminal.type(":output pulse\r", andSee: "output is pulse")
      try hear()
    case .serverKilled:
      server.kill()
      try terminal.wait(for: "interrupted: the sound server has ended", from: seen)
      try server.start(sinks: [sink, other])
      try hear()
    case .jobStopped:
      try terminal.type("\u{1A}", andSee: "Stopped")
      terminal.type("fg\n")
      try hear()
    case .systemSlept:
      try bus.announceSleep(true)
      try Wait.until("the lock") { logind.text.split(separator: "\n").count { $0 == "released" } == locks }
      try bus.announceSleep(false)
      locks += 1
      try hear()
      try Wait.until("another lock") {
        logind.text.split(separator: "\n").count { $0.hasPrefix("lock") } == locks
      }
    }
  }

  // MARK: What is heard

  /// Records the sink while `body` runs, which gets the frames since the beginning with each call.
  private func listen(_ body: (() throws -> [Frame]) throws -> Void) throws {
    let file = sandbox.file("heard.raw")
    FileBytes.remove(file)
    let listener = try server.listen(to: sink, file: "heard.raw")
    defer {
      kill(listener, SIGKILL)
      waitpid(listener, nil, 0)
    }
    try body {
      guard let bytes = try? FileBytes.read(file, limit: 1 << 26) else { return [] }
      return FloatWAV.frames(bytes.prefix(bytes.count / 8 * 8))
    }
  }

  private func hear() throws {
    try listen { frames in
      try terminal.wait("music on \(sink)") { _ in try frames().first(above: 0.01) != nil }
    }
  }

  /// The seconds in the buffers of server and sink after dropouts, which the program remembers. The monitor of a sink is
  /// ahead of the speakers by as much.
  private var buffer: Double {
    let bytes = (try? FileBytes.read(sandbox.file("state/drumdub/devices.json"), limit: 1 << 16)) ?? []
    let digits = bytes.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return Double(String(decoding: digits, as: UTF8.self)).map { $0 / 48_000 } ?? 0
  }

  /// Compares the position that the program states with what is heard, and stays away from the end of the track.
  func checkPosition(_ event: String) throws {
    try listen { frames in
      var (heard, time) = (0.0, HostTime.now)
      // Frames with hits are not those of the track.
      try terminal.wait("the track on \(sink) after \(event)") { _ in
        let last = try frames().suffix(64)
        time = .now
        guard last.count == 64, let place = track.place(of: last) else { return false }
        heard = Double(place + 64) / 48_000
        return true
      }
      let before = HostTime.now
      let stated = try #require(Double(try bus.playerctl("position")))
      let after = HostTime.now
      let (earliest, latest) = (before.seconds(since: time), after.seconds(since: time))
      #expect(
        stated - heard > earliest - buffer - DeviceEventRun.tolerance
          && stated - heard < latest + DeviceEventRun.delay + DeviceEventRun.tolerance,
        "\(event): \(stated) s, heard \(heard) s before \(latest) s, buffer \(buffer) s")
      if stated > 60 { terminal.type(":seek 0:05\r") }
    }
  }

  // MARK: Hits, files and memory

  /// Strikes a pad and waits until it sounds.
  func strike() throws {
    let count = sandbox.size(of: "hits")
    terminal.type("a")
    try terminal.wait("a hit") { _ in sandbox.size(of: "hits") > count }
  }

  private func currentResources() throws -> (descriptors: Int, megabytes: Double) {
    let process = try #require(RunningProcess.holding(sandbox.file("hits")).first)
    let files = try FolderReader(FilePath("/proc/\(process.id)/fd")).names().count
    return (files, try #require(process.anonymousMemory))
  }

  func noteResources() { resources = try? currentResources() }

  func checkResources() throws {
    let (before, after) = (try #require(resources), try currentResources())
    #expect(after.descriptors <= before.descriptors + 3, "\(before) \(after)")
    #expect(after.megabytes < before.megabytes + 16, "\(before) \(after)")
  }

  func end() throws {
    try terminal.type("q", andSee: "ready>")
    try terminal.type("echo status $?\n", andSee: "status 0")
  }
}
