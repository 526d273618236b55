import Glibc
import TestSupport

/// The probe program in a pseudo-terminal.
struct Probe {
  let terminal: PseudoTerminal
  let modesBefore: [UInt32]

  init(_ environment: String...) throws {
    terminal = try PseudoTerminal()
    modesBefore = terminal.modes
    try terminal.spawn(Probe.path, environment: ["PATH=/usr/bin:/bin"] + environment)
  }

  /// One that has drawn its first screen, in a terminal of this kind.
  static func ready(
    _ kind: String = "xterm-256color", _ more: String..., columns: Int = 80, rows: Int = 24
  ) throws -> Probe {
    let terminal = try PseudoTerminal(columns: columns, rows: rows)
    let probe = Probe(terminal: terminal, modesBefore: terminal.modes)
    let environment = ["PATH=/usr/bin:/bin", "TERM=\(kind)"] + (more.isEmpty ? ["LANG=C.UTF-8"] : more)
    try terminal.spawn(Probe.path, environment: environment)
    try terminal.wait(for: "end")
    return probe
  }

  private init(terminal: PseudoTerminal, modesBefore: [UInt32]) {
    self.terminal = terminal
    self.modesBefore = modesBefore
  }

  /// The path of the probe, which is in the folder of the test program.
  private static var path: String {
    var buffer = [CChar](repeating: 0, count: 4_096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let program = String(decoding: buffer.prefix(max(count, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    let folder = program.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return folder.joined(separator: "/") + "/terminal-probe"
  }
}
