import Glibc
import SystemBase
import TestSupport
import Testing

/// The real program with a real library under random input: it runs until it is quit.
///
/// `make fuzz-keys` runs it for minutes, with any seed.
@Suite(.together) struct RandomKeysTests {
  @Test func programSurvivesRandomInput() throws {
    let (seed, seconds) = (RandomInput.seed, RandomInput.seconds)
    let run = try RandomRun(try RandomInput.sandbox(), seed: seed)
    let start = HostTime.now
    var count = 0
    // Without a time: about ten seconds.
    while seconds.map({ HostTime.now.seconds(since: start) < Double($0) }) ?? (count < 1_000) {
      try run.step()
      count += 1
    }
    try run.end()
    if seconds != nil { print("\(count) events, \(run.starts) starts, seed \(seed)") }
  }
}

/// The program and the input that it got.
private final class RandomRun {
  struct Failure: Error, CustomStringConvertible { let description: String }

  private static let remembered = 60
  /// Bytes of the program's output that are kept.
  private static let keptOutput = 4_096
  /// So often it is looked whether the screen still answers.
  private static let eventsBetweenLooks = 200

  private let sandbox: Sandbox
  private let seed: UInt64
  private var input: RandomInput
  private var terminal: PseudoTerminal
  private var last: [RandomInput.Event] = []
  private var count = 0
  private(set) var starts = 1

  init(_ sandbox: Sandbox, seed: UInt64) throws {
    (self.sandbox, self.seed) = (sandbox, seed)
    input = RandomInput(seed: seed)
    terminal = try RandomRun.start(sandbox)
  }

  private static func start(_ sandbox: Sandbox) throws -> PseudoTerminal {
    // A key that was bound to quitting would do so again and again.
    FileBytes.remove(sandbox.file("config/drumdub/keys"))
    let terminal = try sandbox.terminal("--output", "null")
    // Before that, the terminal makes signals of some keys.
    try terminal.wait(for: "\u{1B}[?u")
    return terminal
  }

  /// Sends one event, and lets the program do something of it.
  func step() throws {
    let event = input.next()
    last.append(event)
    if last.count > RandomRun.remembered { last.removeFirst() }
    count += 1
    switch event {
    case .bytes(let bytes): terminal.type(bytes)
    case .resize(let columns, let rows): terminal.resize(columns: columns, rows: rows)
    case .restart:
      try end()
      return try startAgain()
    }
    terminal.read(milliseconds: input.pause())
    if let end = terminal.end { try look(at: end) }
    try named { try terminal.wait("the keys to be read") { $0.untaken < 512 || $0.end != nil } }
    if count % RandomRun.eventsBetweenLooks == 0 { try lookAtScreen() }
    terminal.dropOutput(before: RandomRun.keptOutput)
  }

  /// Quitting by a key is no failure.
  private func look(at end: PseudoTerminal.End) throws {
    guard end == .exited(0) else { throw failure("ended: \(end)") }
    try startAgain()
  }

  private func startAgain() throws {
    terminal = try RandomRun.start(sandbox)
    starts += 1
  }

  /// A changed window size causes a redraw.
  private func lookAtScreen() throws {
    let before = terminal.received
    terminal.resize(columns: 90 + count / RandomRun.eventsBetweenLooks % 2, rows: 30)
    try named { try terminal.wait("the screen to be drawn") { $0.received > before || $0.end != nil } }
  }

  /// Ends the program as a shutdown does.
  func end() throws {
    terminal.signal(SIGTERM)
    var ending = PseudoTerminal.End.stopped
    try named { ending = try terminal.waitForEnd() }
    if ending != .exited(0) { throw failure("ended when told to: \(ending)") }
  }

  private func named(_ body: () throws -> Void) throws {
    do { try body() } catch { throw failure("\(error)") }
  }

  private func failure(_ what: String) -> Failure {
    let events = last.map(\.description).joined(separator: "\n")
    return Failure(
      description: """
        \(what.prefix(600))
        seed \(seed), event \(count); the same again: make fuzz-keys SEED=\(seed)
        the last events:
        \(events)
        the last output: \(terminal.text.suffix(2_000).debugDescription)
        """)
  }
}
