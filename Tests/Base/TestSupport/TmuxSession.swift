import Glibc
import SystemBase

/// A program in tmux, whose screen can be read as text.
package final class TmuxSession {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  private let folder: TemporaryFolder
  /// The environment of the server; programs get their own. tmux needs a UTF-8 locale.
  private let environment = ["PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8"]

  /// Starts a private server with one program.
  ///
  /// - Parameters:
  ///   - command: the program, found in PATH, and its arguments.
  ///   - environment: the complete environment.
  ///   - directory: the working directory.
  package init(
    _ command: [String], environment variables: [String], directory: String, columns: Int = 110,
    rows: Int = 34
  ) throws {
    folder = try TemporaryFolder()
    // A shell writes the exit status, and stays so that the last screen does: of a terminal that is closed, tmux sometimes
    // loses the status and the last output. After the end of the server the shell writes the status too, and ends.
    let status = folder.file("status").shown
    let script = "trap gone=1 HUP; \"$@\"; echo $? > \(status); [ $gone ] || exec sleep 600"
    try tmux(
      ["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-c", directory]
        + ["env", "-i"] + variables + ["sh", "-c", script, "sh"] + command)
  }

  /// Ends the server and the program, and waits until the program has saved its files.
  deinit {
    _ = try? tmux(["kill-server"])
    try? Wait.until("the end", seconds: 5) { status != nil }
  }

  /// Types characters.
  package func type(_ text: String) throws { try tmux(["send-keys", "-l", "--", text]) }

  /// Presses a key by its name in tmux: `Space`, `C-z`.
  package func press(_ key: String) throws { try tmux(["send-keys", key]) }

  package func resize(columns: Int, rows: Int) throws {
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// The lines of the screen without trailing blanks.
  package func lines() throws -> [String] {
    try tmux(["capture-pane", "-p"]).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  package func screen() throws -> String { try lines().joined(separator: "\n") }

  /// Waits until the screen contains a text; throws after a number of seconds. Returns the screen.
  @discardableResult
  package func wait(for words: String, seconds: Double = Wait.patience) throws -> String {
    try wait(for: "\"\(words)\"", seconds: seconds) { $0.contains(words) }
  }

  /// Waits until the screen fulfils a condition; throws after a number of seconds. Returns the screen.
  @discardableResult
  package func wait(
    for what: String, seconds: Double = Wait.patience, until isWanted: (String) -> Bool
  ) throws -> String {
    var shown = try screen()
    // Each look starts a program, so that more of them would slow what is waited for.
    try Wait.until(what, seconds: seconds, milliseconds: 30, told: { "the screen shows:\n\(shown)" }) {
      shown = try screen()
      return isWanted(shown)
    }
    return shown
  }

  /// Waits for the end of the program. Returns its exit code as in a shell.
  package func waitForEnd() throws -> Int32 {
    try Wait.until("the end", told: { (try? screen()) ?? "" }) { status != nil }
    return status ?? -1
  }

  /// The exit code; nil while the program runs.
  private var status: Int32? {
    let text = (try? FileBytes.read(folder.file("status"), limit: 16)) ?? []
    return text.last == UInt8(ascii: "\n") ? Int32(String(decoding: text.dropLast(), as: UTF8.self)) : nil
  }

  /// Waits until the screen contains all of these texts; throws after a number of seconds. Returns the screen.
  @discardableResult
  package func wait(forAll words: [String], seconds: Double = Wait.patience) throws -> String {
    try wait(for: "\(words)", seconds: seconds) { screen in words.allSatisfy { screen.contains($0) } }
  }

  /// Calls a closure while the server is stopped, so that nothing reads the terminal of the program.
  package func frozen<Result>(_ body: () throws -> Result) throws -> Result {
    let text = try tmux(["display-message", "-p", "#{pid}"])
    guard let server = pid_t(text.filter(\.isNumber)) else { throw Failure(description: "tmux: \(text)") }
    kill(server, SIGSTOP)
    defer { kill(server, SIGCONT) }
    return try body()
  }

  @discardableResult
  private func tmux(_ arguments: [String]) throws -> String {
    let socket = folder.file("socket").shown
    let result = try Tool.capture(
      "tmux", ["-u", "-S", socket, "-f", "/dev/null", "start-server", ";"] + arguments,
      environment: environment)
    guard result.status == 0 else {
      throw Failure(description: "tmux \(arguments): \(result.errorLines.joined(separator: " "))")
    }
    return result.text
  }
}
