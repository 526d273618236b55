/// cmus with a home of its own, set up so that it needs neither a sound card nor a message bus.
final class PreparedCmus {
  private let program: String
  private let home: ScratchFolder
  private let extra: [String]

  /// - Parameters:
  ///   - output: lines of its configuration that choose where the sound goes.
  ///   - extra: variables that this needs.
  init(
    _ program: String, output: [String], extra: [String] = []
  ) throws(Failure) {
    self.program = program
    self.extra = extra
    home = try ScratchFolder()
    try home.makeFolder("config/cmus")
    let lines = output + ["set mpris=false"]
    try home.write(lines.joined(separator: "\n") + "\n", to: "config/cmus/rc")
    // The first time it makes its files: that is not what is measured.
    let terminal = try PseudoTerminal()
    let child = try start(in: terminal)
    _ = terminal.read(milliseconds: 5000)
    while terminal.read(milliseconds: 100) != nil {}
    child.end(draining: terminal)
  }

  /// Without a sound card: ALSA's device that takes everything at once.
  convenience init(_ program: String) throws(Failure) {
    try self.init(program, output: ["set output_plugin=alsa", "set dsp.alsa.device=null"])
  }

  func start(in terminal: PseudoTerminal) throws(Failure) -> Child {
    try Child(program, [], environment: home.environment + extra, terminal: terminal.name)
  }
}
