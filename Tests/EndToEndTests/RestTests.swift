import AudioBase
import Glibc
import TestSupport
import Testing

/// Paused, the program does nothing at all; the next key wakes it.
@Suite(.together) struct RestTests {
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
      #expect(try terminal.waitForEnd(orStop: true) == .stopped)
      terminal.signal(SIGCONT)
    }
    // Another key each time: one that comes in steady steps is taken for a held one.
    for (index, key) in ["a", "s", "d"].enumerated() {
      terminal.type(key)
      try terminal.wait("hit \(index + 1)") { _ in try traced(sandbox).count == index + 1 }
    }
    let hits = try traced(sandbox)
    let latencies = hits.filter { !$0.late }.map { Double($0.heardNs - $0.readNs) / 1e9 }
    #expect((latencies.max() ?? 0) - (latencies.min() ?? 0) < 0.000_25, "the one that woke it is as soon")
    // A machine that lets the program wait for longer than a period makes a hit late.
    #expect(hits.allSatisfy { $0.heardNs > $0.readNs } && hits.count { $0.late } <= 1)
    try waitForSleep(terminal)
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test func withALibraryItSleepsBetweenTwoPictures() throws {
    let sandbox = try Sandbox()
    try FileBytes.makeFolder(sandbox.file("Music"))
    try TestTrack(seed: 61, seconds: 60).write(to: "Music/a.wav", in: sandbox)
    #expect(try sandbox.run(["scan", "Music"]).status == 0)
    let terminal = try sandbox.terminal("--output", "null", "Music/a.wav")
    for words in ["Artists", "playing"] { try terminal.wait(for: words) }
    let start = Wakes.countOfMain(of: terminal.child)
    try terminal.wait("sleep between pictures") { Wakes.countOfMain(of: $0.child) >= start + 20 }
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  private func traced(_ sandbox: Sandbox) throws -> [TracedHit] { try TracedHit.read(sandbox.file("trace")) }

  /// Waits until none of the program's threads has run for a second.
  private func waitForSleep(_ terminal: PseudoTerminal) throws {
    var (last, since) = (-1, HostTime.now)
    try terminal.wait("sleep") { terminal in
      let wakes = Wakes.count(of: terminal.child)
      if wakes != last { (last, since) = (wakes, .now) }
      return HostTime.now.seconds(since: since) > 1
    }
  }
}

/// How often a program's threads have gone to sleep, and so were woken (proc(5), voluntary_ctxt_switches).
private enum Wakes {
  static func count(of process: pid_t) -> Int {
    threads(of: process).reduce(0) { $0 + count(at: FilePath("/proc/\(process)/task/\($1)/status")) }
  }

  static func countOfMain(of process: pid_t) -> Int { count(at: FilePath("/proc/\(process)/status")) }

  private static func count(at path: FilePath) -> Int {
    let text = String(decoding: (try? FileBytes.read(path, limit: 1 << 16)) ?? [], as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
    return line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0
  }

  private static func threads(of process: pid_t) -> [String] {
    guard let folder = opendir("/proc/\(process)/task") else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if Int(name) != nil { names.append(name) }
    }
    return names
  }
}
