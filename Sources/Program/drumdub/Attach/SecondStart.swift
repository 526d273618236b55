import Application
import Configuration
import Glibc
import Player
import Subcommands
import SystemBase

/// A start while a player of the user runs: the files are played or added there, or another player starts.
@MainActor
enum SecondStart {
  /// The player that runs.
  private struct Other {
    let process: Int32
    /// Whether it serves the socket.
    let isReached: Bool
    var isInBackground: Bool { ProcessLock.holder(of: BaseFolders.detachedLock) == process }
  }

  /// Decides what the start does, and asks the user at a terminal. Returns the exit code; nil if the program is to
  /// start a player of its own.
  static func answer(_ settings: Settings, _ words: [FilePath]) throws(UsageError) -> Int32? {
    guard settings.system == nil, !settings.isSafe, let other = other() else { return nil }
    let canAsk = !settings.isDetached && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    switch settings.secondStart {
    case .new: return nil
    case .play, .add:
      guard !words.isEmpty, other.isReached else { return nil }
      return try send(words, to: other, settings.secondStart == .play ? .playing : .end)
    case .ask:
      if !canAsk { return nil }
      if words.isEmpty { return try askWithoutMusic(other, settings) }
      return !other.isReached ? askForAnother(other) : try ask(words, other)
    }
  }

  /// Returns the first player, which serves the socket: a later one waits for it.
  private static func other() -> Other? {
    for number in SessionPlace.numbers {
      guard let process = SessionPlace.holder(of: number, in: BaseFolders.state) else { continue }
      return Other(process: process, isReached: isServed)
    }
    return nil
  }

  /// Whether a player serves the socket.
  private static var isServed: Bool {
    guard let connection = BaseFolders.remoteSocket.flatMap({ try? LocalSocket.connect(to: $0) }) else {
      return false
    }
    close(connection)
    return true
  }

  // MARK: Questions

  private static func ask(_ words: [FilePath], _ other: Other) throws(UsageError) -> Int32? {
    let question =
      "drumdub runs already (process \(other.process)). Play this there, add it to the queue there, or start another "
      + "player? [P/a/s] "
    switch choice(question, [["", "p", "play"], ["a", "add"], ["s", "start"]]) {
    case 0: return try send(words, to: other, .playing)
    case 1: return try send(words, to: other, .end)
    case 2: return nil
    default: return 1
    }
  }

  private static func askWithoutMusic(_ other: Other, _ settings: Settings) throws(UsageError) -> Int32? {
    guard !settings.isPlain, let background = ProcessLock.holder(of: BaseFolders.detachedLock) else {
      return askForAnother(other)
    }
    if !settings.sources.values.contains(.option) {
      print(
        "shows drumdub, which plays in the background (process \(background)); "
          + "drumdub --second-start new starts another player")
      fflush(nil)
      return AttachCommand(isPlain: false).run()
    }
    let question = "drumdub plays in the background (process \(background)). Show that player? [Y/n] "
    switch choice(question, [["", "y", "yes"], ["n", "no"]]) {
    case 0: return AttachCommand(isPlain: false).run()
    case 1: return nil
    default: return 1
    }
  }

  private static func askForAnother(_ other: Other) -> Int32? {
    let question = "drumdub runs already (process \(other.process)). Start another player? [Y/n] "
    return choice(question, [["", "y", "yes"], ["n", "no"]]) == 0 ? nil : 1
  }

  /// Asks until the answer is one of the accepted ones. Returns the index of the answer; nil at the end of the input.
  private static func choice(_ question: String, _ answers: [[String]]) -> Int? {
    while true {
      print(question, terminator: "")
      fflush(nil)
      guard let line = readLine() else { return nil }
      if let index = answers.firstIndex(where: { $0.contains(line.lowercased()) }) { return index }
    }
  }

  // MARK: The other player

  /// Adds files to the queue of the player that runs, and says no more than errors. Returns the exit code; nil if no player
  /// runs.
  static func add(_ words: [FilePath], _ placement: RemoteControlCommand.Placement) throws(UsageError)
    -> Int32?
  {
    let command = try RemoteControlCommand(adding: words, placement)
    return other() == nil && !isServed ? nil : command.run()
  }

  private static func send(
    _ words: [FilePath], to other: Other, _ placement: RemoteControlCommand.Placement
  ) throws(UsageError) -> Int32 {
    let status = try RemoteControlCommand(adding: words, placement).run()
    if status == 0 {
      let shows = other.isInBackground ? "; drumdub attach shows it" : ""
      print(
        "\(placement == .playing ? "plays" : "added") in the player that runs (process \(other.process))\(shows)"
      )
    }
    return status
  }
}
