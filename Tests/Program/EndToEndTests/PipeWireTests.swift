import Glibc
import HeardSound
import TerminalTestSupport
import TestSupport
import Testing

/// Music and devices on PipeWire, which answers PulseAudio's client library.
@Suite(.together, .enabled(if: SoundServer.mayRunPipeWire, "PipeWire is not installed"))
struct PipeWireTests {
  private let sandbox: Sandbox
  private let server: SoundServer
  private let bus: MessageBus
  private let track = TestTrack(seed: 47, seconds: 120)

  init() throws {
    sandbox = try Sandbox()
    try track.write(to: "a.wav", in: sandbox)
    bus = try MessageBus(sandbox)
    server = try SoundServer(sandbox, .pipeWire(bus))
  }

  /// Starts the program in the plain mode, with the output that it chooses itself.
  private func play() throws -> PseudoTerminal {
    let terminal = try sandbox.terminal(
      "--plain", "--period", "1024", "--output", "auto", "a.wav", environment: server.environment)
    try terminal.wait(for: "playing: 1 of 1")
    return terminal
  }

  private func end(_ terminal: PseudoTerminal) throws {
    try terminal.expectQuit()
  }

  /// The place in the track of what the speakers play.
  private func place() throws -> Int { try server.place(in: track, on: "speakers") }

  @Test func automaticOutputPlaysThroughThePulseProtocol() throws {
    let terminal = try play()
    // Through ALSA the application's name is that of the plug-in.
    try Wait.until("the stream") {
      let streams = try server.streams()
      return ["application.name = \"DrumDub\"", "media.role = \"music\""].allSatisfy(streams.contains)
    }
    let first = try place()
    #expect(try place() > first)
    try end(terminal)
  }

  @Test func musicContinuesWhenAKilledServerRestarts() throws {
    let terminal = try play()
    let first = try place()
    let seen = terminal.output.count
    server.kill()
    try terminal.wait(for: "interrupted: the sound server has ended", from: seen)
    try server.start()
    try terminal.wait(for: "playing", from: seen)
    #expect(try place() > first)
    try end(terminal)
  }

  @Test func aRemovedOutputPausesTheMusic() throws {
    let terminal = try play()
    _ = try place()
    try server.plug("phones")
    let seen = terminal.output.count
    try server.unplug("speakers")
    try terminal.wait(for: "speakers is gone", from: seen)
    try end(terminal)
  }
}
