import SystemBase

/// Measures the time from the start of the program to its first full screen.
struct StartPart {
  private static let rounds = 15
  /// Milliseconds without output after which the screen is complete.
  private static let pause: Int32 = 30
  /// A screen has more bytes than this; the terminal's initialisation has fewer.
  private static let screenBytes = 600

  func measure() throws(Failure) -> PartResult {
    let ours = try ProgramFinder.drumdub()
    let demo = try ProgramFinder.resource("Demo")
    let cmus = try ProgramFinder.find("cmus").map(PreparedCmus.init)
    var ourTimes: [Double] = []
    var theirTimes: [Double] = []
    for _ in 0..<StartPart.rounds {
      ourTimes.append(try StartPart.time(ours, demo, ScratchFolder()))
      if let cmus { theirTimes.append(try timeCmus(cmus)) }
    }
    return result(ourTimes, theirTimes)
  }

  private func result(_ ours: [Double], _ theirs: [Double]) -> PartResult {
    var figure = Figure(
      part: .start, what: "start to first full screen", unit: "ms", value: ours.median * 1000,
      goal: .ratioAtMost(1))
    if theirs.isEmpty {
      return PartResult(figures: [figure], notes: ["start: cmus is not installed"])
    }
    figure.peer = "cmus"
    figure.peerValue = theirs.median * 1000
    figure.ratio = zip(ours, theirs).map { $0 / $1 }.median
    return PartResult(figures: [figure])
  }

  /// Waits for the last pad, the title of the song and its length in the queue, which are read from its tags.
  static func time(_ program: String, _ demo: String, _ home: ScratchFolder) throws(Failure) -> Double {
    let terminal = try PseudoTerminal()
    let start = HostTime.now
    let child = try Child(
      program, ["--output", "null", demo], environment: home.environment, terminal: terminal.name)
    let end = try terminal.wait(for: ["cowbell", "First Light", "01:01"])
    child.end(draining: terminal)
    return end.seconds(since: start)
  }

  /// Waits for the last byte before the first pause, since cmus draws its screen at once.
  private func timeCmus(_ cmus: PreparedCmus) throws(Failure) -> Double {
    let terminal = try PseudoTerminal()
    let start = HostTime.now
    let child = try cmus.start(in: terminal)
    var last = start
    var count = 0
    while let chunk = terminal.read(milliseconds: count < StartPart.screenBytes ? 5000 : StartPart.pause) {
      count += chunk.bytes.count
      last = chunk.time
    }
    guard count >= StartPart.screenBytes else { throw Failure("cmus drew no screen") }
    child.end(draining: terminal)
    return last.seconds(since: start)
  }
}
