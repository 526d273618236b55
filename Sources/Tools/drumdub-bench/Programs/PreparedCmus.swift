/// cmus with its own home folder, configured to need neither a sound card nor a message bus.
final class PreparedCmus {
  private let program: String
  private let home: ScratchFolder
  private let extra: [String]

  /// Prepares a cmus with a configuration of its own.
  ///
  /// - Parameters:
  ///   - output: the lines of its configuration that choose the output.
  ///   - extra: environment variables for that output.
  init(
    _ program: String, output: [String], extra: [String] = []
  ) throws(Failure) {
    self.program = program
    self.extra = extra
    home = try ScratchFolder()
    try home.makeFolder("config/cmus")
    let lines = output + ["set mpris=false"]
    try home.write(lines.joined(separator: "\n") + "\n", to: "config/cmus/rc")
    // The first start creates its files and is not measured.
    let terminal = try PseudoTerminal()
    let child = try start(in: terminal)
    _ = terminal.read(milliseconds: 5000)
    while terminal.read(milliseconds: 100) != nil {}
    child.end(draining: terminal)
  }

  /// Chooses ALSA's null device, which accepts everything at once.
  convenience init(_ program: String) throws(Failure) {
    try self.init(program, output: ["set output_plugin=alsa", "set dsp.alsa.device=null"])
  }

  func start(in terminal: PseudoTerminal) throws(Failure) -> Child {
    try Child(program, [], environment: home.environment + extra, terminal: terminal.name)
  }
}
