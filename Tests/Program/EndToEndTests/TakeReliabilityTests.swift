import Dubbing
import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// What is played reaches the disk whatever happens to the terminal, the disk, the files and the kit.
@Suite(.quiet) struct TakeReliabilityTests {
  /// Hits that a journal of the sandbox would bring back now.
  private func journalled(_ folder: FilePath, _ sandbox: Sandbox) throws -> Int {
    let listed = try Tool.capture("ls", [folder.shown], environment: ["PATH=/usr/bin:/bin"])
    guard let name = listed.text.split(separator: "\n").first(where: { $0.hasSuffix(".journal") }) else {
      return 0
    }
    return JournalRecovery(try FileBytes.read(folder.appending(String(name)), limit: 1 << 20))?.hitCount ?? 0
  }

  private func journalled(_ sandbox: Sandbox) throws -> Int {
    try journalled(sandbox.file(StoredTake.folder), sandbox)
  }

  @Test func stalledTerminalDelaysNeitherTheJournalNorTheTapTempo() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 61, seconds: 60).write(to: "a.wav", in: sandbox)
    let terminal = try sandbox.terminal("--output", "file:out.wav", "a.wav", columns: 200, rows: 50)
    try terminal.wait(for: "playing")
    terminal.type("r")
    try terminal.wait(for: "recording")
    try terminal.stall()
    for count in 1...8 {
      // Not one key: held down, it would be taken to repeat.
      terminal.type(count % 2 == 0 ? "a" : "s")
      try Wait.until("hit \(count) in the journal") { try journalled(sandbox) == count }
    }
    // A quarter of a second apart, all read while the main thread waits for the terminal.
    let start = HostTime.now
    for tap in 0..<5 {
      let due = start.advanced(bySeconds: 0.25 * Double(tap))
      try Wait.until("the next tap's time") { HostTime.now >= due }
      terminal.type("t")
    }
    #expect(terminal.unread >= 4_095)
    terminal.type("r")
    try terminal.wait(for: ": 8 hits")
    try terminal.expectQuit()
    let take = try #require(TakeStore(folder: sandbox.file(StoredTake.folder)).all().takes.first?.take)
    // The keys are pressed at 240 beats per minute, apart from delays of the machine. All are recorded when the
    // main thread handles them.
    let bpm = try #require(take.tempo).bpm
    #expect((160...320).contains(bpm), "\(bpm)")
  }

  /// A disk of 64 KiB that is full from the start, in a namespace of the test's own.
  @Test(.enabled(if: Tool.mayMount, "mounts are not allowed"))
  func fullDiskIsReportedAndHitsAreSavedOnceThereIsRoom() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 62, seconds: 60).write(to: "a.wav", in: sandbox)
    let disk = sandbox.file(StoredTake.folder)
    try FileBytes.makeFolder(disk)
    let terminal = try PseudoTerminal(columns: 150, rows: 34)
    try terminal.spawn(
      "/usr/bin/env",
      ["-C", sandbox.path.shown]
        + FullDisk.command(disk, [Sandbox.program, "--output", "file:out.wav", "a.wav"]),
      environment: sandbox.environment(["TERM=xterm-256color"]))
    try terminal.wait(for: "playing")
    let inside = FilePath("/proc/\(terminal.child)/root\(disk.shown)")
    terminal.type("r")
    try terminal.wait(for: "take 1 is not saved: the disk is full; kept in memory")
    for count in 1...5 {
      // Not one key: held down, it would be taken to repeat.
      terminal.type(count % 2 == 0 ? "a" : "s")
      try sandbox.waitForSound(0.2, in: "out.wav", terminal)
    }
    #expect(try journalled(inside, sandbox) == 0)
    FileBytes.remove(inside.appending("filler"))
    try Wait.until("the journal") { try journalled(inside, sandbox) == 5 }
    terminal.type("a")
    try sandbox.waitForSound(0.2, in: "out.wav", terminal)
    terminal.type("r")
    try Wait.until("the take") { TakeStore(folder: inside).all().takes.first?.take.hitCount == 6 }
    try terminal.expectQuit()
  }

  @Test func damagedTakeIsReportedWithLineAndColumnAndKept() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 63, seconds: 60).write(to: "a.wav", in: sandbox)
    let damaged = Array("{\"format\":\"drumdub-take\",\n\"version\":1, oh no".utf8)
    let file = try sandbox.write(damaged, to: "\(StoredTake.folder)/mine.dub")
    let session = try sandbox.tmux("--output", "file:out.wav", "a.wav", columns: 200)
    try session.wait(forAll: ["mine.dub", "line 2, column 14", "left as it is"])
    try session.type("r")
    try session.wait(for: "● take 1")
    try session.type("a")
    try sandbox.waitForSound(0.4, in: "out.wav")
    try session.type("r")
    try session.wait(for: "the end of the recording") {
      $0.contains("take 1 · 1 layer") && !$0.contains("● take 1")
    }
    try session.expectQuit()
    #expect(try FileBytes.read(file, limit: 1000) == damaged)
    #expect(TakeStore(folder: sandbox.file(StoredTake.folder)).all().takes.map(\.take.hitCount) == [1])
  }

  @Test func takeOfARemovedKitIsPlayedOnTheCurrentKit() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 64, seconds: 60).write(to: "a.wav", in: sandbox)
    let kit = sandbox.file("data/drumdub/kits/Mine")
    try FileBytes.makeFolder(kit.directory)
    let original = Sandbox.checkout.appending("Resources/Kits/DrumDub")
    try Tool.run("cp", ["-R", original.shown, kit.shown])
    let text = String(decoding: try FileBytes.read(kit.appending("kit.json"), limit: 1 << 20), as: UTF8.self)
    // With the same sound under another name, it would be the same kit.
    let other = text.replacing(#""name":"DrumDub""#, with: #""name":"Mine""#)
      .replacing(#""fade":0.03"#, with: #""fade":0.04"#)
    #expect(other.contains(#""fade":0.04"#))
    try AtomicFile.replace(kit.appending("kit.json"), with: Array(other.utf8))
    let first = try sandbox.tmux("--output", "file:out.wav", "--kit", "Mine", "a.wav")
    try first.wait(for: "▶ playing")
    try first.type("r")
    try first.wait(for: "● take 1")
    try first.type("s")
    try sandbox.waitForSound(0.4, in: "out.wav")
    try first.type("r")
    try first.wait(for: "saved take 1: 1 hit")
    try first.expectQuit()
    try Tool.run("rm", ["-r", kit.shown])
    let second = try sandbox.tmux(
      "--output", "file:again.wav", "--trace-hits", "trace", "a.wav", columns: 160)
    try second.wait(for: "take 1 was recorded with the kit Mine")
    try Wait.until("the hit of the take") { sandbox.size(of: "trace") > 0 }
    try second.expectQuit()
    #expect(try TracedHit.read(sandbox.file("trace")).map(\.pad) == [2])
  }
}

/// A disk without room, for one program alone.
private enum FullDisk {
  static func command(_ folder: FilePath, _ program: [String]) -> [String] {
    let script = """
      mount -t tmpfs -o size=64k t "$0" && { cat /dev/zero > "$0/filler" 2>/dev/null; exec "$@"; }
      """
    return ["unshare", "-rm", "sh", "-c", script, folder.shown] + program
  }
}
