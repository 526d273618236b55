import FoundationEssentials
import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// The program ends on request, whatever its threads wait for. Its files are complete, and no process is left.
@Suite(.together) struct QuitTests {
  /// Seconds within which the program ends though tags hang, which are given up after 12 seconds. Other files hang for ever.
  private static let soon = 8.0
  private let track = TestTrack(seed: 50, seconds: 30)

  /// Quits, and expects the modes that the terminal had before the start.
  private func quit(_ terminal: PseudoTerminal, _ modes: [UInt32], seconds: Double = Wait.patience) throws {
    terminal.type("q")
    try terminal.expectEnd(.exited(0), seconds: seconds)
    #expect(terminal.modes == modes)
  }

  /// Waits until no tag worker is left: the kernel ends them after the program.
  private func waitForWorkers(_ sandbox: Sandbox) throws {
    try Wait.until("the end of the workers", seconds: QuitTests.soon) {
      try TagWorkerList.of(sandbox).isEmpty
    }
  }

  private func session(_ sandbox: Sandbox) throws -> String {
    String(decoding: try FileBytes.read(sandbox.sessionFile, limit: 1 << 20), as: UTF8.self)
  }

  @Test(arguments: ["stalled.wav", "stalled.flac", "tags-stall.wav"], [false, true])
  func quitDoesNotWaitForAHangingFile(name: String, isFirst: Bool) throws {
    let sandbox = try Sandbox()
    let stalled = try StalledFiles(sandbox)
    for file in ["a.wav", name] { try track.write(to: file, in: sandbox) }
    let files = isFirst ? [name, "a.wav"] : ["a.wav", name]
    let terminal = try PseudoTerminal(columns: 110, rows: 34)
    let modes = terminal.modes
    try sandbox.start(in: terminal, ["--output", "null"] + files, environment: stalled.environment)
    try terminal.wait("what hangs") { _ in stalled.isReached }
    try terminal.wait(for: "Queue")
    try quit(terminal, modes, seconds: name.hasPrefix("tags") ? QuitTests.soon : Wait.patience)
    let text = try session(sandbox)
    #expect(files.allSatisfy { text.contains($0) })
    try waitForWorkers(sandbox)
  }

  @Test func quitDoesNotWaitForAPipeWithoutAWriter() throws {
    let sandbox = try Sandbox()
    try track.write(to: "music/a.wav", in: sandbox)
    for name in ["music/pipe.wav", "music/pipe.flac"] {
      #expect(sandbox.file(name).withCString { mkfifo($0, 0o600) } == 0)
    }
    let terminal = try PseudoTerminal(columns: 110, rows: 34)
    let modes = terminal.modes
    try sandbox.start(in: terminal, ["--output", "null", "music/pipe.wav", "music/pipe.flac", "music"])
    try terminal.wait(for: "playing")
    try quit(terminal, modes)
  }

  @Test func quitDoesNotWaitForAHangingScan() throws {
    let sandbox = try Sandbox()
    let stalled = try StalledFiles(sandbox)
    try sandbox.writeEmptySession()
    try track.write(to: "music/a.wav", in: sandbox)
    #expect(try sandbox.run(["scan", "music"]).status == 0)
    for name in ["music/tags-stall.wav", "music/stalled.flac"] { try track.write(to: name, in: sandbox) }
    let terminal = try PseudoTerminal(columns: 110, rows: 34)
    let modes = terminal.modes
    try sandbox.start(in: terminal, ["--output", "null"], environment: stalled.environment)
    try terminal.wait("what hangs") { _ in stalled.isReached }
    try quit(terminal, modes, seconds: QuitTests.soon)
    try waitForWorkers(sandbox)
  }

  @Test func tagWorkersThatWereStoppedEndWithTheProgram() throws {
    let sandbox = try Sandbox()
    try track.write(to: "a.wav", in: sandbox)
    let terminal = try PseudoTerminal(columns: 110, rows: 34)
    let modes = terminal.modes
    try sandbox.start(in: terminal, ["--output", "null", "a.wav"])
    var workers: [pid_t] = []
    try terminal.wait("a tag worker") { _ in
      workers = try TagWorkerList.of(sandbox)
      for worker in workers { kill(worker, SIGSTOP) }
      return !workers.isEmpty
    }
    try terminal.wait(for: "Queue")
    try quit(terminal, modes, seconds: QuitTests.soon)
    try waitForWorkers(sandbox)
  }

  @Test func recordedHitsAreKeptWhileAnotherFileHangs() throws {
    let sandbox = try Sandbox()
    let stalled = try StalledFiles(sandbox)
    for file in ["a.wav", "stalled.wav"] { try track.write(to: file, in: sandbox) }
    let terminal = try PseudoTerminal(columns: 110, rows: 34)
    let modes = terminal.modes
    try sandbox.start(
      in: terminal, ["--output", "file:out.wav", "a.wav", "stalled.wav"], environment: stalled.environment)
    try terminal.wait("what hangs") { _ in stalled.isReached }
    try terminal.wait(for: "playing")
    try sandbox.waitForSound(0.3, in: "out.wav", terminal)
    terminal.type("r")
    try terminal.wait(for: "recording")
    try sandbox.waitForSound(0.3, in: "out.wav", terminal)
    terminal.type("a")
    try sandbox.waitForSound(0.5, in: "out.wav", terminal)
    terminal.type("r")
    try terminal.wait(for: "saved take")
    try quit(terminal, modes)
    let list = try sandbox.run(["takes", "--json", "a.wav"])
    #expect(list.text.contains("\"hits\" : 1"), "\(list.text)")
  }

  @Test func quitDoesNotWaitForAHangingDiskOfTakes() throws {
    let sandbox = try Sandbox()
    let stalled = try StalledFiles(sandbox, writing: ".dub.")
    try track.write(to: "a.wav", in: sandbox)
    let terminal = try PseudoTerminal(columns: 110, rows: 34)
    let modes = terminal.modes
    try sandbox.start(in: terminal, ["--output", "file:out.wav", "a.wav"], environment: stalled.environment)
    try terminal.wait(for: "playing")
    terminal.type("r")
    try terminal.wait(for: "recording")
    try sandbox.waitForSound(0.3, in: "out.wav", terminal)
    terminal.type("a")
    try sandbox.waitForSound(0.6, in: "out.wav", terminal)
    terminal.type("r")
    try terminal.wait("the save that hangs") { _ in stalled.isReached }
    terminal.type("q")
    try terminal.wait(for: "not saved")
    try terminal.expectEnd(.exited(1))
    #expect(terminal.modes == modes)
    // The next start has the hits from the journal.
    let next = try sandbox.terminal("--output", "null", "a.wav")
    try next.wait(for: "recovered")
    try next.expectQuit()
    let list = try sandbox.run(["takes", "--json", "a.wav"])
    #expect(list.text.contains("\"hits\" : 1"), "\(list.text)")
  }

  @Test func quitDoesNotWaitForAHangingDiskOfTheSession() throws {
    let sandbox = try Sandbox()
    let stalled = try StalledFiles(sandbox, renaming: "session.json")
    try track.write(to: "a.wav", in: sandbox)
    let terminal = try PseudoTerminal(columns: 110, rows: 34)
    try sandbox.start(in: terminal, ["--output", "null", "a.wav"], environment: stalled.environment)
    try terminal.wait(for: "playing")
    terminal.type("q")
    try terminal.wait(for: "the session was not saved")
    try terminal.expectEnd(.exited(1))
    #expect(stalled.isReached)
  }

  /// The kernel has the written session, so the end of the program does not lose it.
  @Test func aSessionThatTheDiskDoesNotSyncIsRestored() throws {
    let sandbox = try Sandbox()
    let stalled = try StalledFiles(sandbox, writing: "session.json")
    try track.write(to: "a.wav", in: sandbox)
    let terminal = try PseudoTerminal(columns: 110, rows: 34)
    try sandbox.start(in: terminal, ["--output", "null", "a.wav"], environment: stalled.environment)
    try terminal.wait(for: "playing")
    try terminal.expectQuit()
    #expect(stalled.isReached)
    let next = try sandbox.terminal("--output", "null")
    try next.wait(for: "a.wav")
    try next.expectQuit()
  }

  @Test func keysAreReadThoughTheKitHangs() throws {
    let sandbox = try Sandbox()
    let stalled = try StalledFiles(sandbox)
    try track.write(to: "a.wav", in: sandbox)
    try track.write(to: "mine/stalled.wav", in: sandbox)
    let kit =
      #"{"format":"drumdub-kit","version":1,"name":"Mine","pads":["#
      + #"{"number":1,"name":"kick","layers":[{"samples":["stalled.wav"]}]}]}"#
    try sandbox.write(kit.utf8, to: "mine/kit.json")
    let terminal = try PseudoTerminal(columns: 110, rows: 34)
    let modes = terminal.modes
    try sandbox.start(
      in: terminal, ["--output", "null", "--kit", "./mine", "a.wav"], environment: stalled.environment)
    try terminal.wait("what hangs") { _ in stalled.isReached }
    try terminal.wait(for: "playing")
    try quit(terminal, modes)
  }

  @Test func theMusicGoesOnWhileTheTagsOfTheNextTrackHang() throws {
    let sandbox = try Sandbox()
    let stalled = try StalledFiles(sandbox)
    let tracks = [TestTrack(seed: 51, seconds: 1.5), TestTrack(seed: 52, seconds: 1)]
    try tracks[0].write(to: "a.wav", in: sandbox)
    try tracks[1].write(to: "tags-stall.wav", in: sandbox)
    let terminal = try sandbox.terminal(
      "--output", "file:out.wav", "a.wav", "tags-stall.wav", environment: stalled.environment)
    // It is stopped before its first track too.
    try terminal.wait(for: "playing")
    try terminal.wait(for: "stopped", from: terminal.output.count)
    terminal.type("q")
    try terminal.expectEnd(.exited(0), seconds: QuitTests.soon)
    #expect(stalled.isReached)
    let sound = try FloatWAV(sandbox.file("out.wav")).frames
    let start = try #require(sound.first(above: 0))
    let music = tracks[0].frames + tracks[1].frames
    #expect(sound[start...].prefix(music.count).elementsEqual(music))
  }
}

/// Tag workers that live.
private enum TagWorkerList {
  /// Those that were started in a sandbox's folder.
  static func of(_ sandbox: Sandbox) throws -> [pid_t] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob("/proc/[0-9]*", 0, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { index in
      guard let name = found.gl_pathv[index].map({ String(cString: $0) }) else { return nil }
      return isWorker(FilePath(name), sandbox) ? pid_t(name.dropFirst("/proc/".count)) : nil
    }
  }

  /// One that has ended and waits to be collected has no command line.
  private static func isWorker(_ process: FilePath, _ sandbox: Sandbox) -> Bool {
    let words = (try? FileBytes.read(process.appending("cmdline"), limit: 1 << 16)) ?? []
    guard String(decoding: words, as: UTF8.self).contains("--tag-worker") else { return false }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = process.appending("cwd").withCString { readlink($0, &buffer, buffer.count - 1) }
    let folder = buffer.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }
    return folder == sandbox.path.bytes
  }
}
