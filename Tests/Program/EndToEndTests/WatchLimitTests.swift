import HeardSound
import TerminalTestSupport
import TestSupport
import Testing

/// Where the system has no more watches for folders: said, and what has changed is seen at the next start.
@Suite(.together, .enabled(if: Tool.mayLimit, "limits of a namespace are not allowed")) struct WatchLimitTests
{
  @Test(arguments: [
    ("watches", 2, "only 2 folders are watched"),
    ("instances", 0, "no folder is watched"),
  ])
  func watchLimitIsReportedAndChangesAreSeenAtTheStart(limit: String, value: Int, told: String) throws {
    let sandbox = try Sandbox()
    for number in 1...4 {
      try TestTrack(seed: UInt64(number), seconds: number == 1 ? 60 : 1).write(
        to: "Music/\(number)/\(number).wav", in: sandbox)
    }
    #expect(try sandbox.run(["scan", "Music"]).status == 0)
    try Tool.run("rm", [sandbox.file("Music/2/2.wav").shown])
    try TestTrack(seed: 9, seconds: 1).write(to: "Music/5/new.wav", in: sandbox)
    let terminal = try PseudoTerminal(columns: 110, rows: 34)
    let script = "echo \(value) > /proc/sys/user/max_inotify_\(limit) && exec \"$@\""
    try terminal.spawn(
      "/usr/bin/env",
      ["-C", sandbox.path.shown, "unshare", "-Ur", "sh", "-c", script, "sh", Sandbox.program]
        + ["--output", "null", "Music/1/1.wav"],
      environment: sandbox.environment(["TERM=dumb"]))
    try terminal.wait(for: told)
    try Wait.until("what has changed", seconds: 60) {
      let listed = try sandbox.run(["query", "sort:path", "--format", "{path}"]).text
      return ["1.wav", "3.wav", "4.wav", "new.wav"].allSatisfy(listed.contains) && !listed.contains("2.wav")
    }
    try terminal.expectQuit()
  }
}
