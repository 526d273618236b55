import TestSupport
import Testing

/// To the shell and back.
@Suite(.together) struct SuspendTests {
  @Test func theShellStopsAndResumesTheProgram() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 32, seconds: 60).write(to: "a.wav", in: sandbox)
    let shell = try TmuxSession(
      ["bash", "--norc", "--noprofile", "-i"], environment: sandbox.environment(["PS1=ready> "]),
      directory: sandbox.path.shown)
    try shell.wait(for: "ready>")
    try shell.type("stty -a > before; \(Sandbox.program) --output null a.wav\n")
    for _ in 0..<2 {
      try shell.wait(for: "[ ‖ pause ]")
      try shell.press("C-z")
      try shell.wait(for: "Stopped")
      try shell.type("stty -a > now; cmp before now && clear && echo as \"it\" was\n")
      try shell.wait(for: "as it was")
      try shell.type("fg\n")
    }
    try shell.wait(for: "the player's screen alone") {
      $0.contains("[ ‖ pause ]") && $0.contains(" a.wav  ") && !$0.contains("ready>")
    }
    try shell.press("Space")
    try shell.wait(for: "[ ▶ play ]")
    try shell.type("q")
    try shell.wait(for: "ready>")
    try shell.type("echo status $?; stty -a > now; cmp before now && echo all \"is\" well\n")
    try shell.wait(forAll: ["status 0", "all is well"])
  }
}
