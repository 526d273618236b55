import Glibc
import HeardSound
import SystemBase
import TestSupport
import Testing

/// `--log`: what a report of a bug needs.
@Suite(.together) struct EventLogTests {
  private func log(_ sandbox: Sandbox) throws -> [String] {
    String(decoding: try FileBytes.read(sandbox.file("log"), limit: 1 << 20), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  @Test func aSessionWritesDevicesCommandsPlayerStatesAndErrors() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 3, seconds: 30).write(to: "a.wav", in: sandbox)
    try sandbox.write("no sound".utf8, to: "b.mp3")
    let session = try sandbox.tmux("--output", "null", "--log", "log", "b.mp3", "a.wav")
    try session.wait(for: "▶ playing")
    try session.type(" ")
    try session.wait(for: "‖ paused")
    try session.expectQuit()
    let lines = try log(sandbox)
    for wanted in [
      /main +program +drumdub \d.* starts as process/, /device +opened null as null: 48000 Hz, period 256,/,
      /main +command +key: play-pause/, /main +player +paused at/, /main +notice +.*b\.mp3/,
      /main +program +ends with exit code 0/,
    ] {
      #expect(lines.contains { $0.contains(wanted) }, "\(lines)")
    }
  }

  /// What a library writes is logged when it is written, also while the screen stays as it is.
  @Test func errorsOfLibrariesAreLoggedWhileNothingIsDrawn() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 3, seconds: 30).write(to: "a.wav", in: sandbox)
    let session = try sandbox.tmux("--output", "null", "--log", "log", "a.wav")
    try session.wait(for: "▶ playing")
    try session.type(" ")
    try session.wait(for: "‖ paused")
    let process = try #require(
      try log(sandbox).compactMap { $0.firstMatch(of: /starts as process (\d+)/)?.1 }.first)
    let errors = open("/proc/\(process)/fd/2", O_WRONLY | O_APPEND)
    try #require(errors >= 0)
    defer { close(errors) }
    // The age of the message is drawn after 15 s and then each minute.
    for number in 1...3 {
      let line = Array("error \(number) of a library\n".utf8)
      #expect(write(errors, line, line.count) == line.count)
      try Wait.until("error \(number) in the log", seconds: 20) {
        try log(sandbox).contains { $0.hasSuffix("standard error: error \(number) of a library") }
      }
    }
    try session.expectQuit()
  }

  @Test func aLogThatCannotBeWrittenIsReportedAndThePlayerGoesOn() throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 3, seconds: 30).write(to: "a.wav", in: sandbox)
    let session = try sandbox.tmux("--output", "null", "--log", "nowhere/log", "a.wav")
    try session.wait(forAll: ["nowhere/log", "▶ playing"])
    try session.expectQuit()
  }
}
