import AudioBase
import Glibc
import HeardSound
import TerminalTestSupport
import TestSupport
import Testing

/// Where the sound goes.
@Suite(.together) struct OutputTests {
  private let track = TestTrack(seed: 40, seconds: 10)

  @Test func pipeOutputHasTheMusicAndSilenceWhilePaused() throws {
    let sandbox = try Sandbox()
    try track.write(to: "a.wav", in: sandbox)
    let terminal = try sandbox.terminal("--output", "fifo:pipe", "a.wav")
    try terminal.wait(for: "playing")
    let pipe = sandbox.file("pipe").withCString { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    try #require(pipe >= 0)
    defer { close(pipe) }
    // Where a busy machine reads too late, frames are left out: others are read then.
    try Wait.until("the music in the pipe") {
      let music = try frames(9_600, from: pipe, terminal)
      guard let start = music.first(above: 0), start + 8 <= music.count,
        let place = track.place(of: music[start..<(start + 8)])
      else { return false }
      return track.frames[place...].starts(with: music[start...])
    }
    terminal.type(" ")
    try terminal.wait(for: "paused")
    // What was on its way, then silence.
    _ = try frames(9_600, from: pipe, terminal)
    #expect(try frames(9_600, from: pipe, terminal).peak == 0)
    try terminal.expectQuit()
  }

  /// Reads a number of frames as they arrive.
  private func frames(_ count: Int, from pipe: Int32, _ terminal: PseudoTerminal) throws -> [Frame] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    let wanted = count * MemoryLayout<Frame>.stride
    try terminal.wait("frames from the pipe") { _ in
      let got = read(pipe, &part, min(part.count, wanted - bytes.count))
      if got > 0 { bytes += part[..<got] }
      return bytes.count == wanted
    }
    return FloatWAV.frames(bytes[...])
  }

  @Test func missingDeviceLeavesTheMusicPlayingSilently() throws {
    let sandbox = try Sandbox()
    try track.write(to: "a.wav", in: sandbox)
    let session = try sandbox.tmux("--output", "alsa:doesnotexist", "a.wav", columns: 160)
    try session.wait(forAll: ["no sound: cannot open", "▶ playing    cannot open alsa:doesnotexist"])
    try session.wait(forPosition: 1)
    try session.press("Space")
    try session.wait(for: "[ ▶ play ]")
    try session.expectQuit()
  }

  @Test(arguments: ["file:away/out.wav", "fifo:away/pipe", "fifo:a.wav"])
  func unusableOutputIsReportedByName(output: String) throws {
    let sandbox = try Sandbox()
    try track.write(to: "a.wav", in: sandbox)
    let session = try sandbox.tmux("--output", output, "a.wav", columns: 160)
    try session.wait(forAll: ["no sound: cannot", "▶ playing    cannot open \(output)", "[ ‖ pause ]"])
    try session.expectQuit()
  }
}
