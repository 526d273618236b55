import Glibc
import HostTools
import Remote
import SystemBase

/// Runs the player with a library in a terminal, and uses it by keys and by commands of the remote control.
final class UseRun {
  private let home: ScratchFolder
  private let terminal: PseudoTerminal
  private let child: Child
  private var client: RemoteClient
  private var use = MixedUse(
    seed: 3, words: ["night", "river", "g", "東京", "x"],
    tracks: ["a.flac", "b.flac", "c.flac", "missing.flac"])
  private(set) var steps = 0
  /// The steps after which another client connects.
  private static let stepsOfClient = 50

  init() throws(Failure) {
    home = try ScratchFolder()
    let folder = try home.makeFolder("music")
    var maker = try LibraryMaker()
    try maker.make(3_000, in: folder)
    let music = try BenchmarkMusic()
    for name in ["a", "b", "c"] { try music.write(minutes: 1, to: "\(folder)/\(name).flac") }
    let program = try ProgramFinder.drumdub()
    guard try Child(program, ["scan", folder], environment: home.environment).waitForEnd() == 0 else {
      throw Failure("the library was not scanned")
    }
    terminal = try PseudoTerminal()
    child = try Child(
      program, ["--output", "null", "\(folder)/a.flac"], environment: home.environment,
      terminal: terminal.name)
    _ = try terminal.wait(for: ["DrumDub"])
    client = try UseRun.connect(home)
  }

  deinit { child.end(draining: terminal) }

  private static func connect(_ home: ScratchFolder) throws(Failure) -> RemoteClient {
    let socket = FilePath(home.file("drumdub/mpd.sock"))
    for _ in 0..<500 {
      if let client = try? RemoteClient(.socket(socket)) { return client }
      usleep(10_000)
    }
    throw Failure("the player serves no clients")
  }

  /// Performs a step.
  func perform() throws(Failure) {
    steps += 1
    switch use.next() {
    case .keys(let keys): terminal.type(keys)
    case .resize(let columns, let rows): terminal.resize(columns: columns, rows: rows)
    case .command(let name, let arguments): try send(MPDLine(name, arguments))
    }
    if steps % UseRun.stepsOfClient == 0 { client = try UseRun.connect(home) }
    while terminal.read(milliseconds: 0) != nil {}
    if child.hasEnded { throw Failure("the player in mixed use ended by itself after \(steps) steps") }
  }

  private func send(_ line: MPDLine) throws(Failure) {
    do throws(RemoteClientError) {
      _ = try client.send(line)
    } catch {
      if case .refused = error { return }
      throw Failure("the player in mixed use answers \(line.name) by \(error)")
    }
  }

  func sample() throws(Failure) -> SoakSample { try SoakSample(child) }

  func end() throws(Failure) {
    kill(child.pid, SIGTERM)
    let start = HostTime.now
    while !child.hasEnded {
      guard HostTime.now.seconds(since: start) < 20 else {
        throw Failure("the player in mixed use did not end")
      }
      _ = terminal.read(milliseconds: 10)
    }
    let code = child.waitForEnd()
    if code != 0 { throw Failure("the player in mixed use ended with \(code)") }
  }
}
