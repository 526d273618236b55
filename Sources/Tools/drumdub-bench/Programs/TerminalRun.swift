import FoundationEssentials
import Glibc
import HostTools
import SystemBase

final class TerminalRun {
  struct Usage {
    /// The processor time as a fraction of one core.
    var processor: Double
    /// The bytes that its terminal receives per second.
    var bytes: Double
    /// The wake-ups of its threads per second, and those of its main thread.
    var wakes, mainWakes: Double
    /// The memory (PSS) in megabytes.
    var memory: Double
  }

  /// The counters that drumdub writes at its end (`--stats`).
  struct Counters: Decodable {
    var underruns, sampleUnderruns, hits, lostEvents, xruns, lateWakeUps, renderedFrames: Int
    /// Milliseconds.
    var longestTurn: Double
  }

  /// A line of `--trace-hits`.
  struct TracedHit: Decodable {
    var readNs: Int64
    var heardNs: Int64
  }

  let home: ScratchFolder
  let terminal: PseudoTerminal
  let child: Child

  init(_ program: String, _ arguments: [String], home: ScratchFolder, _ environment: [String] = []) throws {
    self.home = home
    terminal = try PseudoTerminal()
    child = try Child(
      program, arguments, environment: home.environment + environment, terminal: terminal.name)
  }

  /// Starts drumdub with a file for its counters, and waits until its screen has a word.
  convenience init(
    drumdub arguments: [String], home: ScratchFolder, _ environment: [String] = [], until word: String
  ) throws {
    let options = ["--stats", home.file("statistics")]
    try self.init(ProgramFinder.drumdub(), options + arguments, home: home, environment)
    try terminal.wait(for: word)
  }

  deinit { child.end(draining: terminal) }

  func type(_ keys: String) { terminal.type(keys) }

  /// Returns what the program uses in some seconds, after others in which it settles.
  func usage(settling: Double = 4, seconds: Double = 20) throws -> Usage {
    terminal.pass(settling)
    let (start, before, process) = (HostTime.now, try child.processorSeconds(), child.process)
    let (wakes, mainWakes) = (process.wakes, process.mainWakes)
    let bytes = terminal.pass(seconds)
    let passed = HostTime.now.seconds(since: start)
    return Usage(
      processor: (try child.processorSeconds() - before) / passed, bytes: Double(bytes) / passed,
      wakes: Double(process.wakes - wakes) / passed,
      mainWakes: Double(process.mainWakes - mainWakes) / passed,
      memory: try child.memory())
  }

  /// What keys that are typed one by one cost.
  struct Answers {
    /// From each key to the first change of the screen.
    var seconds: [Double]
    /// The seconds of the processor from one key to the next: of the main thread, and of all other threads.
    var main, others: Double
    var processor: Double { main + others }
  }

  /// Types keys in turn while the screen rests.
  func answers(to keys: [String], count: Int) throws -> Answers {
    func used() throws -> (all: Double, main: Double) {
      guard let main = child.process.mainSeconds else { throw Failure("the kernel states no schedstat") }
      return (try child.processorSeconds(), main)
    }
    let before = try used()
    let times = try (0..<count).map { number in
      while terminal.read(milliseconds: 20) != nil {}
      let start = HostTime.now
      type(keys[number % keys.count])
      guard let answer = terminal.read(milliseconds: 2_000) else { throw Failure("a key changes nothing") }
      return answer.time.seconds(since: start)
    }
    let after = try used()
    let main = after.main - before.main
    return Answers(
      seconds: times, main: main / Double(count),
      others: max(after.all - before.all - main, 0) / Double(count))
  }

  func quit(_ keys: String? = "q") throws -> Counters {
    if let keys { type(keys) } else { kill(child.pid, SIGTERM) }
    try terminal.wait("the player does not end") { child.hasEnded }
    let code = child.waitForEnd()
    guard code == 0 else { throw Failure("the player ended with \(code)") }
    return try counters()
  }

  func counters() throws -> Counters { try TerminalRun.decode(try read("statistics")[...]) }

  func tracedHits() throws -> [TracedHit] {
    try read("hits").split(separator: 0x0A).map { try TerminalRun.decode($0) }
  }

  private func read(_ name: String) throws -> [UInt8] {
    try FileBytes.read(home.filePath(name), limit: 1 << 26)
  }

  private static func decode<Value: Decodable>(_ bytes: ArraySlice<UInt8>) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(bytes))
  }
}
