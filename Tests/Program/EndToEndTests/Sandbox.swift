import AudioBase
import Glibc
import SystemBase
import TestSupport

/// A private set of user folders, and the program started with them.
final class Sandbox {
  /// `$DRUMDUB_PROGRAM`, else the debug build.
  static let program: String = {
    if let named = getenv("DRUMDUB_PROGRAM") { return String(cString: named) }
    return checkout.appending(".build/debug/drumdub").shown
  }()

  static let checkout = FilePath(#filePath).directory.directory.directory.directory

  private let folder: TemporaryFolder
  private var ownVariables: [String] = []

  init() throws {
    folder = try TemporaryFolder()
    ScratchFolders.current?.keep(folder)
  }

  var path: FilePath { folder.path }
  var sessionFile: FilePath { folder.file("state/drumdub/session.json") }

  func file(_ name: String) -> FilePath { folder.file(name) }

  /// Writes a file and creates its folder.
  @discardableResult
  func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> FilePath {
    try FileBytes.makeFolder(folder.file(name).directory)
    return try folder.write(bytes, to: name)
  }

  func writeConfiguration(_ lines: String...) throws {
    try write(lines.joined(separator: "\n").utf8, to: "config/drumdub/config")
  }

  /// Writes a session with an empty queue, so that the demo does not play.
  func writeEmptySession() throws {
    let text = """
      {"balance":0,"format":"drumdub-session","muted":false,"position":0,"queue":[],"repeat":"off",\
      "version":1,"volume":0}
      """
    try write(text.utf8, to: "state/drumdub/session.json")
  }

  /// The size in bytes of a file that may still grow; 0 while it does not exist.
  func size(of name: String) -> Int {
    var status = stat()
    return file(name).withCString { stat($0, &status) } == 0 ? Int(status.st_size) : 0
  }

  /// Gives the program resources of its own: one that edits the tags of the demo leaves those of the checkout as they are.
  func copyResources() throws {
    try Tool.run("cp", ["-R", Sandbox.checkout.appending("Resources").shown, file("resources").shown])
    ownVariables.append("DRUMDUB_RESOURCES=\(file("resources").shown)")
  }

  /// Lets the program find the plug-ins in the folder `lv2`, beside those of the machine.
  func findPlugins() { ownVariables.append("LV2_PATH=\(file("lv2").shown):/usr/lib/lv2") }

  // MARK: Starting the program

  /// The complete environment of the program; the last one of two equal names counts.
  func environment(_ changes: [String]) -> [String] {
    let folders = ["config", "state", "data"].map { "XDG_\($0.uppercased())_HOME=\(file($0).shown)" }
    let own =
      folders + ["HOME=\(path.shown)", "PATH=/usr/local/bin:/usr/bin:/bin", "TERM=screen", "LANG=C.UTF-8"]
    let named = (own + ownVariables + changes).map { (String($0.prefix { $0 != "=" }), $0) }
    return Dictionary(named) { $1 }.values.sorted()
  }

  /// In tmux, working in the sandbox's folder.
  func tmux(
    _ arguments: String..., environment changes: [String] = [], columns: Int = 110, rows: Int = 34
  ) throws -> TmuxSession {
    try TmuxSession(
      [Sandbox.program] + arguments, environment: environment(changes), directory: path.shown,
      columns: columns, rows: rows)
  }

  /// In a terminal of the test's own, working in the sandbox's folder.
  func terminal(
    _ arguments: String..., environment changes: [String] = [], columns: Int = 110, rows: Int = 34
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(columns: columns, rows: rows)
    try start(in: terminal, arguments, environment: changes)
    return terminal
  }

  func start(in terminal: PseudoTerminal, _ arguments: [String], environment changes: [String] = []) throws {
    try terminal.spawn(
      "/usr/bin/env", ["-C", path.shown, Sandbox.program] + arguments,
      environment: environment(["TERM=xterm-256color"] + changes))
  }

  /// To its end, without a terminal.
  func run(_ arguments: [String], environment changes: [String] = []) throws -> Tool.Finished {
    try Tool.capture(
      "/usr/bin/env", ["-C", path.shown, Sandbox.program] + arguments, environment: environment(changes))
  }
}

extension Sandbox {
  /// Waits until a file that is being rendered has grown by a number of seconds of sound, and for as long as that sound
  /// lasts: a player that a busy machine has delayed catches up at once.
  func waitForSound(_ seconds: Double, in name: String, _ terminal: PseudoTerminal? = nil) throws {
    let wanted = size(of: name) + Int(seconds * 48_000) * MemoryLayout<Frame>.stride
    let due = HostTime.now.advanced(bySeconds: seconds)
    func isRendered() -> Bool { size(of: name) >= wanted && HostTime.now >= due }
    if let terminal {
      try terminal.wait("sound in \(name)") { _ in isRendered() }
    } else {
      try Wait.until("sound in \(name)", isRendered)
    }
  }
}

extension TmuxSession {
  /// Waits until the position is at least a number of seconds. A busy machine leaves out seconds on the screen.
  func wait(forPosition position: Int, seconds: Double = Wait.patience) throws {
    try wait(for: "the position \(position) s", seconds: seconds) { screen in
      (position..<60).contains { screen.contains($0 < 10 ? " 00:0\($0) ━" : " 00:\($0) ━") }
    }
  }
}

extension PseudoTerminal {
  /// Waits until the program has performed the keys before, which it does once the kit is loaded. Keys that are typed earlier
  /// sound together. The key that it types clears the screen and draws it again; Escape would belong to the key after it.
  ///
  /// A text of the screen is no sign of that: the name of the program is in the title of the window, too, which follows the
  /// first drawing. The next call would then see the drawing of this one, and each key would be typed before the one before it
  /// was read.
  func waitForPads() throws {
    read(milliseconds: 0)
    let begin = output.count
    type("\u{0C}")
    try wait(for: "\u{1B}[H\u{1B}[2J", from: begin)
  }
}
