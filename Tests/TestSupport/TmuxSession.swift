import SystemBase

/// A program in tmux: a terminal with a screen that can be looked at.
package final class TmuxSession {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  private let folder: TemporaryFolder
  /// Of the server alone: its programs are given one of their own. tmux wants to be told of UTF-8.
  private let environment = ["PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8"]

  /// Starts a server of its own, with one program in it.
  ///
  /// - Parameters:
  ///   - command: the program, found in PATH, and its arguments.
  ///   - environment: all of it.
  ///   - directory: where it works.
  package init(
    _ command: [String], environment variables: [String], directory: String, columns: Int = 110,
    rows: Int = 34
  ) throws {
    folder = try TemporaryFolder()
    // A program that has ended leaves its last screen. Its status is told by a shell: tmux loses it now and then.
    // The shell outlives the server, to see the program's end.
    let script = "trap : HUP; \"$@\"; echo $? > \(folder.file("status").shown)"
    try tmux(
      ["set-option", "-g", "remain-on-exit", "on", ";"]
        + ["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-c", directory]
        + ["env", "-i"] + variables + ["sh", "-c", script, "sh"] + command)
  }

  /// Ends the program too, and waits for that: it may have something to save.
  deinit {
    _ = try? tmux(["kill-server"])
    try? Wait.until("the end", seconds: 5) { status != nil }
  }

  /// Types characters as they are.
  package func type(_ text: String) throws { try tmux(["send-keys", "-l", "--", text]) }

  /// Presses a key by tmux's name of it: `Space`, `C-z`.
  package func press(_ key: String) throws { try tmux(["send-keys", key]) }

  package func resize(columns: Int, rows: Int) throws {
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// What the screen shows, by lines, without the blanks at their ends.
  package func lines() throws -> [String] {
    try tmux(["capture-pane", "-p"]).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  package func screen() throws -> String { try lines().joined(separator: "\n") }

  /// Looks until the screen shows these words; fails after so many seconds. - Returns: the screen.
  @discardableResult
  package func wait(for words: String, seconds: Double = Wait.patience) throws -> String {
    try wait(for: "\"\(words)\"", seconds: seconds) { $0.contains(words) }
  }

  /// Looks until the screen is as wanted; fails after so many seconds. - Returns: the screen.
  @discardableResult
  package func wait(
    for what: String, seconds: Double = Wait.patience, until isWanted: (String) -> Bool
  ) throws -> String {
    var shown = try screen()
    try Wait.until(what, seconds: seconds, told: { "the screen shows:\n\(shown)" }) {
      shown = try screen()
      return isWanted(shown)
    }
    return shown
  }

  /// Waits for the program's end. - Returns: its exit code, as a shell tells it.
  package func waitForEnd() throws -> Int32 {
    try Wait.until("the end", told: { (try? screen()) ?? "" }) { status != nil }
    return status ?? -1
  }

  /// Nil while the program runs.
  private var status: Int32? {
    let text = (try? FileBytes.read(folder.file("status"), limit: 16)) ?? []
    return text.last == UInt8(ascii: "\n") ? Int32(String(decoding: text.dropLast(), as: UTF8.self)) : nil
  }

  /// Looks until the screen shows all of these words; fails after so many seconds. - Returns: the screen.
  @discardableResult
  package func wait(forAll words: [String], seconds: Double = Wait.patience) throws -> String {
    try wait(for: "\(words)", seconds: seconds) { screen in words.allSatisfy { screen.contains($0) } }
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
