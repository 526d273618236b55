import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// The program with few resources of the system: it says what is missing and ends with 1, or it works.
///
/// `make fuzz-keys` tries more limits.
@Suite(.together) struct LimitTests {
  /// Options and values of `ulimit`.
  private static let limits: [(option: String, value: Int)] =
    RandomInput.seconds == nil
    ? [("-n", 16), ("-n", 40), ("-n", 64), ("-v", 100_000), ("-v", 250_000), ("-v", 400_000)]
    : stride(from: 16, through: 64, by: 4).map { ("-n", $0) }
      + stride(from: 100_000, through: 400_000, by: 20_000).map { ("-v", $0) }

  /// Runs the program within a limit; it is told to end if it plays.
  private func run(_ limit: (option: String, value: Int), _ words: [String], in sandbox: Sandbox) throws
    -> Tool.Finished
  {
    let limit = "ulimit \(limit.option) \(limit.value)"
    let script = "\(limit); cd \"$0\"; exec timeout --preserve-status -k 30 30 \"$@\""
    return try Tool.capture(
      "/bin/bash", ["-c", script, sandbox.path.shown, Sandbox.program] + words,
      environment: sandbox.environment([DetachedPlayer.runtime(sandbox)]))
  }

  @Test(arguments: limits) func startUnderALimitPlaysOrFailsInOneLine(option: String, value: Int) throws {
    let sandbox = try Sandbox()
    try FileBytes.makeFolder(sandbox.file("run"), permissions: 0o700)
    // The plain mode ends with its track.
    try TestTrack(seed: 1, seconds: 1).write(to: "a.wav", in: sandbox)
    for words in [["--plain"], ["--detach"]] {
      let end = try run((option, value), words + ["--output", "null", "a.wav"], in: sandbox)
      if let player = DetachedPlayer.holder(sandbox) {
        kill(player, SIGTERM)
        try Wait.until("the end of the player") { DetachedPlayer.holder(sandbox) == nil }
      }
      if end.status == 0 { continue }
      #expect(end.status == 1 && end.errorLines.count == 1, "\(end.status) \(end.errorLines)")
      #expect(
        end.errorLines.first?.hasSuffix("raise the limit (ulimit \(option))") ?? false, "\(end.errorLines)")
    }
  }

  @Test(arguments: limits) func subcommandUnderALimitWorksOrReportsErrors(option: String, value: Int) throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 1, seconds: 1).write(to: "Music/a.wav", in: sandbox)
    for words in [["scan", "Music"], ["query"], ["info", "Music/a.wav"], ["kits", "check", "DrumDub"]] {
      let end = try run((option, value), words, in: sandbox)
      #expect([0, 1].contains(end.status), "\(words) \(end.status) \(end.errorLines)")
      if end.status == 1 { #expect(!end.errorLines.isEmpty) }
    }
  }

  @Test func fileThatReachesTheLimitOfItsSizeIsReported() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 1, seconds: 2).write(to: "a.wav", in: sandbox)
    let end = try run(("-f", 64), ["decode", "a.wav", "-o", "b.wav"], in: sandbox)
    #expect(end.status == 1 && end.errorLines.count == 1, "\(end.status) \(end.errorLines)")
    #expect(end.errorLines.first?.contains("b.wav") ?? false, "\(end.errorLines)")
  }

  /// Connects; nil if the player accepts no connection for a number of seconds.
  private func connection(to socket: FilePath, seconds: Double) throws -> Int32? {
    let start = HostTime.now
    while HostTime.now.seconds(since: start) < seconds {
      let descriptor = try LocalSocket.connect(to: socket)
      var address = sockaddr_un()
      var size = socklen_t(MemoryLayout<sockaddr_un>.size)
      let isMade = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &size) == 0 }
      }
      if isMade { return descriptor }
      close(descriptor)
      usleep(5_000)
    }
    return nil
  }

  @Test func exhaustingConnectionsLeaveDescriptorsForThePlayer() throws {
    let wanted = 1_010
    ProcessLimits.raiseDescriptors(to: 4_096)
    try #require(ProcessLimits.descriptors >= 1_500)
    let sandbox = try Sandbox()
    try FileBytes.makeFolder(sandbox.file("run"), permissions: 0o700)
    for name in ["a", "b"] { try TestTrack(seed: 1, seconds: 60).write(to: "\(name).wav", in: sandbox) }
    let terminal = try PseudoTerminal(columns: 200, rows: 50)
    try terminal.spawn(
      "/bin/bash",
      ["-c", "ulimit -n 1024; cd \"$0\"; exec \"$@\"", sandbox.path.shown, Sandbox.program]
        + ["--plain", "--output", "null", "a.wav"],
      environment: sandbox.environment([DetachedPlayer.runtime(sandbox), "TERM=xterm-256color"]))
    let socket = sandbox.file("run/drumdub/mpd.sock")
    try terminal.wait("the socket") { _ in (try? RemoteTestClient(socket)) != nil }
    let client = try RemoteTestClient(socket)
    var others: [Int32] = []
    defer { for descriptor in others { close(descriptor) } }
    func connect(_ count: Int, seconds: Double) throws {
      while others.count < count, let other = try connection(to: socket, seconds: seconds) {
        others.append(other)
      }
    }
    // A busy player accepts no connection for some time, too.
    try connect(801, seconds: Wait.patience)
    #expect(others.count > 800)
    try connect(wanted, seconds: 0.5)
    // Files, signals and threads need descriptors.
    #expect(try client.answer(to: "kit DrumDub") == ["OK"])
    for path in ["a.wav", "b.wav"] {
      let address = "\"\(sandbox.file(path).shown)\""
      #expect(try client.answer(to: "add \(address)") == ["OK"])
      _ = try client.answer(to: "readpicture \(address) 0")
      #expect(try client.answer(to: "next") == ["OK"])
    }
    try terminal.wait("the second track") { _ in
      try client.answer(to: "currentsong").contains { $0.hasSuffix("b.wav") }
    }
    #expect(try client.answer(to: "status").contains("state: play"))
    // When they have gone, others are served.
    others.forEach { close($0) }
    others = []
    try terminal.wait("another client to be served") { _ in (try? RemoteTestClient(socket)) != nil }
    try terminal.expectQuit()
  }
}
