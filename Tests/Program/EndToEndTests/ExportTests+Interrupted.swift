import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// Exports that a full disk, a signal or the user ends.
extension ExportTests {
  @Test func fullDiskKeepsThePartialExportUnderATemporaryName() throws {
    let track = try TestTrack(seed: 51, seconds: 4).write(to: "a.wav", in: sandbox)
    try saveTake(of: track)
    let script = "trap '' XFSZ; ulimit -f 400; exec \(Sandbox.program) export t1 -o mix.wav"
    let result = try Tool.capture(
      "/usr/bin/env", ["-C", sandbox.path.shown, "bash", "-c", script], environment: sandbox.environment([]))
    #expect(result.status == 1 && result.errorLines.count == 1, "\(result.errorLines)")
    #expect(result.errorLines.first?.contains("cannot write mix.wav") == true, "\(result.errorLines)")
    #expect(result.errorLines.first?.contains(".part") == true)
    #expect(!sandbox.file("mix.wav").exists)
    #expect(try parts().count == 1)
  }

  private func parts() throws -> [String] {
    try Tool.capture("ls", ["-A", sandbox.path.shown]).text.split(separator: "\n").map(String.init)
      .filter { $0.hasSuffix(".part") }
  }

  /// A track that takes seconds to export.
  private func longTake() throws {
    let format = ["-r", "48000", "-b", "16", "-c", "2"]
    let noise = ["synth", "10", "pinknoise", "repeat", "89"]
    try Tool.run("sox", ["-D", "-R", "-n"] + format + [sandbox.file("a.wav").shown] + noise)
    try saveTake(of: sandbox.file("a.wav"))
  }

  /// The number of kills: `$DRUMDUB_KILLS`, or a small default.
  @Test func killedExportLeavesNoFileOfTheFinalName() throws {
    let count = getenv("DRUMDUB_KILLS").flatMap { Int(String(cString: $0)) } ?? 3
    try longTake()
    for round in 0..<count {
      let name = "mix.\(["wav", "flac", "ogg", "opus", "mp3", "aiff"][round % 6])"
      let terminal = try PseudoTerminal(columns: 80, rows: 24)
      try sandbox.start(in: terminal, ["export", "t1", "-o", name])
      try terminal.wait(for: "exporting: \(1 + round % 3) %")
      terminal.signal(SIGKILL)
      try terminal.expectEnd(.signalled(SIGKILL))
      #expect(!sandbox.file(name).exists)
    }
  }

  @Test func exportInterruptedByCtrlCLeavesNoFiles() throws {
    try longTake()
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    try sandbox.start(in: terminal, ["export", "t1", "-o", "mix.wav", "--stems"])
    try terminal.wait(for: "exporting: 1 %")
    terminal.type("\u{3}")
    try terminal.expectEnd(.exited(1))
    #expect(!sandbox.file("mix.wav").exists)
    #expect(try parts().isEmpty)
  }
}
